//! Products: taken off the marketplace.

use types::{Product, ProductStatus};

use crate::failure::Failure;
use crate::store::{Record, Work};

impl Record for Product {
    const TABLE: &'static str = "products";
    const COLUMNS: &'static [&'static str] = &["partner", "status"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.partner.to_string(), self.status.to_string()]
    }
}

/// The partner takes a product off its marketplace.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is published.
pub async fn retire(work: &mut Work, id: &str) -> Result<Product, Failure> {
    let mut product: Product = work.find(id).await?;
    if product.status != ProductStatus::Published {
        return Err(Failure::state(&product.status, "a retirement", "PUBLISHED"));
    }
    product.status = ProductStatus::Retired;
    product.last_update_time = work.now().into();
    work.update(&product).await?;
    Ok(product)
}
