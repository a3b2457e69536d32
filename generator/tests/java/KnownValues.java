import cases.case.models.Carrier;
import java.util.List;

/** Asks an enumeration which values the description lists. */
final class KnownValues {
  public static void main(String[] arguments) {
    Carrier later = new Carrier("drone");
    if (!Carrier.VAN.isKnown() || !new Carrier("van").isKnown() || later.isKnown()) {
      throw new AssertionError("isKnown");
    }
    List<Carrier> known = Carrier.knownValues();
    if (!known.equals(List.of(Carrier.BICYCLE, Carrier.VAN, Carrier.TRAIN))) {
      throw new AssertionError(known);
    }
  }
}
