//! Products: creation, changes, publication, retirement.

use types::runtime::DateTime;
use types::{
    FreeText, OrgId, Product, ProductCreate, ProductDimension, ProductId, ProductStatus,
    ProductUpdate,
};

use crate::failure::Failure;
use crate::patch::{clear, replace};
use crate::quotas::{self, Quota};
use crate::store::{Record, Work};
use crate::unknown_fields::strip_unknown;

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

/// Creates a product, as a draft.
///
/// # Errors
/// [`Failure::Conflict`] if the quota is used up; [`Failure::Unprocessable`] if dimensions share a
/// key.
pub async fn create(work: &mut Work, wanted: ProductCreate) -> Result<Product, Failure> {
    quotas::check(work, Quota::Products).await?;
    let dimensions = strip_unknown(wanted.dimensions.unwrap_or_default());
    check_dimensions(&dimensions)?;
    let now = DateTime::from(work.now());
    let product = Product {
        id: ProductId(work.id("prod")),
        org_id: OrgId(work.org().to_owned()),
        name: wanted.name,
        description: wanted.description,
        partner: wanted.partner,
        partner_product_id: None,
        product_type: wanted.product_type,
        status: ProductStatus::Draft,
        fulfillment_url: wanted.fulfillment_url,
        dimensions,
        metadata: wanted.metadata,
        creation_time: now.clone(),
        last_update_time: now,
        unknown: serde_json::Map::new(),
    };
    work.insert(&product).await?;
    Ok(product)
}

/// Changes the given properties. Entitlements keep their dimensions.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] if it is retired; [`Failure::Unprocessable`] if
/// dimensions share a key.
pub async fn update(work: &mut Work, id: &str, change: ProductUpdate) -> Result<Product, Failure> {
    let mut product: Product = work.find(id).await?;
    if product.status == ProductStatus::Retired {
        return Err(Failure::state(
            &product.status,
            "a change",
            "DRAFT or PUBLISHED",
        ));
    }
    check_dimensions(change.dimensions.as_deref().unwrap_or_default())?;
    replace(&mut product.name, change.name);
    clear(&mut product.description, change.description.map(FreeText));
    clear(&mut product.fulfillment_url, change.fulfillment_url);
    replace(&mut product.dimensions, strip_unknown(change.dimensions));
    product.metadata = change.metadata.or(product.metadata.take());
    product.last_update_time = work.now().into();
    work.update(&product).await?;
    Ok(product)
}

/// Publishes a draft on its partner's marketplace.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is a draft.
pub async fn publish(work: &mut Work, id: &str) -> Result<Product, Failure> {
    let listing = work.id("listing");
    let (draft, published) = (ProductStatus::Draft, ProductStatus::Published);
    let mut product = turn(work, id, "publishing", draft, published).await?;
    product.partner_product_id = Some(listing);
    work.update(&product).await?;
    Ok(product)
}

/// Takes a product off its partner's marketplace.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is published.
pub async fn retire(work: &mut Work, id: &str) -> Result<Product, Failure> {
    turn(
        work,
        id,
        "a retirement",
        ProductStatus::Published,
        ProductStatus::Retired,
    )
    .await
}

async fn turn(
    work: &mut Work,
    id: &str,
    what: &str,
    from: ProductStatus,
    to: ProductStatus,
) -> Result<Product, Failure> {
    let mut product: Product = work.find(id).await?;
    if product.status != from {
        return Err(Failure::state(&product.status, what, from.as_str()));
    }
    product.status = to;
    product.last_update_time = work.now().into();
    work.update(&product).await?;
    Ok(product)
}

fn check_dimensions(dimensions: &[ProductDimension]) -> Result<(), Failure> {
    for (index, dimension) in dimensions.iter().enumerate() {
        if dimensions[..index]
            .iter()
            .any(|earlier| earlier.key == dimension.key)
        {
            let pointer = format!("/dimensions/{index}/key");
            return Err(Failure::body(
                pointer,
                "Another dimension has the same key.",
            ));
        }
    }
    Ok(())
}
