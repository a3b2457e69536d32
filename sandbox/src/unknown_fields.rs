//! Removes unknown properties of requests. The generated types keep them at every depth, but they
//! must not become part of a resource.

use types::{
    Money, OfferTerms, PaymentInstallment, ProductDimension, ReferralCustomer, UsageRecord,
};

/// A part of a request that becomes a part of a resource.
pub trait StripUnknown {
    /// Removes properties that the description does not define.
    fn forget_unknown(&mut self);
}

/// Returns the value without properties that the description does not define.
pub fn strip_unknown<T: StripUnknown>(mut value: T) -> T {
    value.forget_unknown();
    value
}

impl<T: StripUnknown> StripUnknown for Option<T> {
    fn forget_unknown(&mut self) {
        self.iter_mut().for_each(T::forget_unknown);
    }
}

impl<T: StripUnknown> StripUnknown for Vec<T> {
    fn forget_unknown(&mut self) {
        self.iter_mut().for_each(T::forget_unknown);
    }
}

impl StripUnknown for Money {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl StripUnknown for ProductDimension {
    fn forget_unknown(&mut self) {
        self.unit_price.forget_unknown();
        self.unknown.clear();
    }
}

impl StripUnknown for OfferTerms {
    fn forget_unknown(&mut self) {
        self.price.forget_unknown();
        self.payment_installments.forget_unknown();
        self.unknown.clear();
    }
}

impl StripUnknown for PaymentInstallment {
    fn forget_unknown(&mut self) {
        self.amount.forget_unknown();
        self.unknown.clear();
    }
}

impl StripUnknown for ReferralCustomer {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl StripUnknown for UsageRecord {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}
