mod inner {
	impl server::Offers for Api {
		async fn get_offer(&self, _: server::runtime::Caller<()>, _: server::offers::GetOfferRequest) -> server::offers::GetOfferResponse {
			todo!()
		}

	}
}
