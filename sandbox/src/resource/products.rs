//! Products.

use server::products::{
    CreateProductRequest, CreateProductResponse, GetProductRequest, GetProductResponse,
    ListProductsRequest, ListProductsResponse, PublishProductRequest, PublishProductResponse,
    UpdateProductRequest, UpdateProductResponse,
};
use server::runtime::Caller;
use types::ProductList;

use super::{Resource, location};
use crate::answers::answer;
use crate::life;
use crate::principal::Principal;
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
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = ProductList::new(found.items, found.next_offset);
            Ok(ListProductsResponse::Ok(list))
        })
        .await
    }

    async fn create_product(
        &self,
        _: Caller<Principal>,
        request: CreateProductRequest,
    ) -> CreateProductResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let product = life::create_product(&mut work, request.body).await?;
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
            Ok(GetProductResponse::Ok(
                work.find(&request.product_id.0).await?,
            ))
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
            let id = &request.product_id;
            let product = life::update_product(&mut work, &id.0, request.body).await?;
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
            let product = life::publish_product(&mut work, &request.product_id.0).await?;
            work.commit().await?;
            Ok(PublishProductResponse::Ok(product))
        })
        .await
    }
}
