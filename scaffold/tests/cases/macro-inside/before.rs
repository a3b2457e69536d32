impl server::Health for Api {
    delegate! { fn get_health }
}
