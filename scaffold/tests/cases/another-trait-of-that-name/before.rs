impl monitor::Health for Database {
    fn ping(&self) {}
}

impl server::Health for Api {}

impl crate::Health for Cache {}
