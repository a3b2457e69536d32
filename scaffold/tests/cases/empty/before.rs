use server::Offers;

struct Api;

impl Offers for Api {}
