//! Products.

use server::products::{
    CreateProductRequest, CreateProductResponse, GetProductRequest, GetProductResponse,
    ListProductsRequest, ListProductsResponse, PublishProductRequest, PublishProductResponse,
    UpdateProductRequest, UpdateProductResponse,
};
use server::runtime::Caller;
use types::runtime::DateTime;
use types::{Product, ProductDimension, ProductId, ProductList, ProductStatus, ProductUpdate};

use super::{Resource, location};
use crate::answers::answer;
use crate::failure::Failure;
use crate::ids;
use crate::patch::{clear, replace};
use crate::principal::Principal;
use crate::quotas::{self, Quota};
use crate::store::{Filter, Page};

impl server::Products for Resource {
    async fn list_products(
        &self,
        _: Caller<Principal>,
        request: ListProductsRequest,
    ) -> ListProductsResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref());
            let page = Page { limit: request.limit, offset: request.offset };
            let found = self.read(&request.org_id).await?.list(&filter, page).await?;
            let list = ProductList::builder().items(found.items).next_offset(found.next_offset);
            Ok(ListProductsResponse::Ok(list.build()))
        })
        .await
    }

    async fn create_product(
        &self,
        _: Caller<Principal>,
        request: CreateProductRequest,
    ) -> CreateProductResponse {
        answer(async {
            let wanted = request.body;
            let dimensions = wanted.dimensions.unwrap_or_default();
            let mut work = self.change(&request.org_id).await?;
            quotas::take(&mut work, Quota::Products).await?;
            check_dimensions(&dimensions)?;
            let now = DateTime::from(work.now());
            let product = Product {
                id: ProductId(ids::id("prod")),
                org_id: request.org_id,
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
            work.commit().await?;
            Ok(CreateProductResponse::Created {
                location: location(&product.org_id, &["product", &product.id.0]),
                body: product,
            })
        })
        .await
    }

    async fn get_product(
        &self,
        _: Caller<Principal>,
        request: GetProductRequest,
    ) -> GetProductResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetProductResponse::Ok(work.find(&request.product_id.0).await?))
        })
        .await
    }

    async fn update_product(
        &self,
        _: Caller<Principal>,
        request: UpdateProductRequest,
    ) -> UpdateProductResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let mut product: Product = work.find(&request.product_id.0).await?;
            if product.status == ProductStatus::Retired {
                return Err(Failure::state(&product.status, "a change", "DRAFT or PUBLISHED"));
            }
            check_dimensions(request.body.dimensions.as_deref().unwrap_or_default())?;
            update(&mut product, request.body);
            product.last_update_time = work.now().into();
            work.update(&product).await?;
            work.commit().await?;
            Ok(UpdateProductResponse::Ok(product))
        })
        .await
    }

    async fn publish_product(
        &self,
        _: Caller<Principal>,
        request: PublishProductRequest,
    ) -> PublishProductResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let mut product: Product = work.find(&request.product_id.0).await?;
            if product.status != ProductStatus::Draft {
                return Err(Failure::state(&product.status, "publishing", "DRAFT"));
            }
            product.status = ProductStatus::Published;
            product.partner_product_id = Some(ids::id("listing"));
            product.last_update_time = work.now().into();
            work.update(&product).await?;
            work.commit().await?;
            Ok(PublishProductResponse::Ok(product))
        })
        .await
    }
}

fn update(product: &mut Product, change: ProductUpdate) {
    replace(&mut product.name, change.name);
    clear(&mut product.description, change.description.map(types::FreeText));
    clear(&mut product.fulfillment_url, change.fulfillment_url);
    replace(&mut product.dimensions, change.dimensions);
    product.metadata = change.metadata.or(product.metadata.take());
}

fn check_dimensions(dimensions: &[ProductDimension]) -> Result<(), Failure> {
    for (index, dimension) in dimensions.iter().enumerate() {
        if dimensions[..index].iter().any(|earlier| earlier.key == dimension.key) {
            let pointer = format!("/dimensions/{index}/key");
            return Err(Failure::body(pointer, "Another dimension has the same key."));
        }
    }
    Ok(())
}
