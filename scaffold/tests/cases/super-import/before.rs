use server::{self, Health as Contract};
use crate::deep::Health;

mod outer {
    pub(super) use super::server as api;

    mod inner {
        use super::super::Contract;

        impl Contract for Api {}

        fn test() {
            impl super::api::Files for Api {}
        }
    }
}

mod other {
    impl super::Health for Api {}
}
