impl crate::api::Health for Api {}
