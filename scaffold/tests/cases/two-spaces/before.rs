mod inner {
  impl server::Health for Api {
    type Extra = ();
  }
}
