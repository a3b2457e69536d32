macro_rules! implement {
    ($ty:ty) => {
        impl server::Health for $ty {}
    };
}
implement!(Api);
