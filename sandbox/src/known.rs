//! Removes unknown properties of requests. The generated types keep them at every depth, but they
//! must not become part of a resource.

use types::{
    Money, OfferTerms, PaymentInstallment, ProductDimension, ReferralCustomer, UsageRecord,
};

/// A part of a request that becomes a part of a resource.
pub trait Known {
    /// Removes properties that the description does not define.
    fn forget_unknown(&mut self);
}

/// Returns the value without properties that the description does not define.
pub fn strip_unknown<T: Known>(mut value: T) -> T {
    value.forget_unknown();
    value
}

impl<T: Known> Known for Option<T> {
    fn forget_unknown(&mut self) {
        self.iter_mut().for_each(T::forget_unknown);
    }
}

impl<T: Known> Known for Vec<T> {
    fn forget_unknown(&mut self) {
        self.iter_mut().for_each(T::forget_unknown);
    }
}

impl Known for Money {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl Known for ProductDimension {
    fn forget_unknown(&mut self) {
        self.unit_price.forget_unknown();
        self.unknown.clear();
    }
}

impl Known for OfferTerms {
    fn forget_unknown(&mut self) {
        self.price.forget_unknown();
        self.payment_installments.forget_unknown();
        self.unknown.clear();
    }
}

impl Known for PaymentInstallment {
    fn forget_unknown(&mut self) {
        self.amount.forget_unknown();
        self.unknown.clear();
    }
}

impl Known for ReferralCustomer {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl Known for UsageRecord {
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}
