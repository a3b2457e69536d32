use server::{Files, Health};

impl<S> Health for Api<S>
where
    S: Store,
{
}

impl Files for Api<()> {}

#[cfg(test)]
mod tests {
    use super::*;

    impl Health for Fake {
    }
}
