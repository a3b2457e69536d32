//! Disbursements: a partner pays money out.

use jiff::tz::TimeZone;
use rust_decimal::Decimal;
use types::runtime::DateTime;
use types::{
    Agreement, Disbursement, DisbursementId, DisbursementMadeData, DisbursementRequired, Event,
    Money,
};

use crate::events;
use crate::failure::Failure;
use crate::money;
use crate::store::{Record, Work};

impl Record for Disbursement {
    const TABLE: &'static str = "disbursements";
    const COLUMNS: &'static [&'static str] = &["partner", "day"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.partner.to_string(), self.disbursement_date.to_string()]
    }
}

/// The partner's fee, in percent of what the buyer has paid.
const FEE: i64 = 3;

/// Pays out money of an agreement: what the buyer has paid, without the fee. The default amount is
/// the price of the agreement.
///
/// # Errors
/// [`Failure::NotFound`]
pub async fn disburse(
    work: &mut Work,
    agreement: &str,
    gross: Option<Decimal>,
) -> Result<Disbursement, Failure> {
    let agreement: Agreement = work.find(agreement).await?;
    let currency = agreement.price.currency.clone();
    let gross = money::rounded(gross.unwrap_or(agreement.price.amount), &currency);
    let fee = money::rounded(gross * Decimal::new(FEE, 2), &currency);
    let amount = |amount: Decimal| Money::new(amount, currency.clone());
    let disbursement = Disbursement {
        partner_invoice_id: Some(work.id("inv")),
        ..Disbursement::new(DisbursementRequired {
            id: DisbursementId(work.id("dis")),
            org_id: agreement.org_id.clone(),
            partner: agreement.partner.clone(),
            agreement_id: agreement.id.clone(),
            entitlement_id: agreement.entitlement_id.clone(),
            buyer_id: agreement.buyer_id.clone(),
            product_id: agreement.product_id.clone(),
            disbursement_date: work.now().to_zoned(TimeZone::UTC).date(),
            gross_amount: amount(gross),
            fee_amount: amount(fee),
            tax_amount: amount(Decimal::ZERO),
            refund_amount: amount(Decimal::ZERO),
            net_amount: amount(gross - fee),
            creation_time: DateTime::from(work.now()),
        })
    };
    work.insert(&disbursement).await?;
    let data = DisbursementMadeData::new(disbursement.clone());
    let event = events::disbursement_made(work, agreement.partner, data);
    events::emit(work, &Event::DisbursementMadeEvent(event)).await?;
    Ok(disbursement)
}
