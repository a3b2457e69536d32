impl server::Offers for Api {
}
