fn main() {
    use server::Health;
    struct Api;
    impl Health for Api {}
}
