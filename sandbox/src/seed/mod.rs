//! The initial data of the sandbox: two organizations, to test their separation, each with
//! credentials and with resources in every state.

mod cast;
mod credentials;
mod environment;
mod story;

pub use self::cast::{CAST, Cast};
pub use self::credentials::Credentials;
pub use self::environment::{exports, is_exports};

use crate::failure::Failure;
use crate::ids::Ids;
use crate::store::Store;

/// Fills a database without organizations; leaves any other one unchanged.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn seed(store: &Store, seed: u64) -> anyhow::Result<()> {
    for cast in &CAST {
        plant(store, cast, seed)
            .await
            .map_err(Failure::into_error)?;
    }
    Ok(())
}

/// Creates an organization. Of several instances that start at once, only one does.
async fn plant(store: &Store, cast: &Cast, seed: u64) -> Result<(), Failure> {
    let now = store.now().await?;
    let Some(mut work) = store.create(&cast.organization(now)).await? else {
        return Ok(());
    };
    work.pretend(
        now - story::LENGTH,
        Ids::Seeded {
            seed: format!("{seed} {}", cast.org),
            made: 0,
            known: cast.known_ids.to_vec(),
        },
    );
    Credentials::of(cast, seed).plant(&mut work, cast).await?;
    // Boxed because the future is large and only needed at the start.
    Box::pin(story::play(&mut work, cast, now)).await?;
    work.commit().await?;
    Ok(())
}
