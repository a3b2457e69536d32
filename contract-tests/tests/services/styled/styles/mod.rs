//! All styles. To add one, add a file and a line to each of the two lists.

mod articles;
mod assets;
mod branches;
mod catalog;
mod hooks;
mod invoices;
mod journals;
mod orders;
mod parcels;
mod projects;
mod realms;
mod renderings;
mod wiki;

use super::style::Style;

/// Lists the styles, and tests each of them: healthy, and with its faults.
macro_rules! styles {
    ($($name:ident),+ $(,)?) => {
        pub(super) const ALL: &[Style] = &[$($name::STYLE),+];

        mod trials {
            $(mod $name {
                #[tokio::test]
                async fn healthy() {
                    crate::styled::trial(stringify!($name)).healthy().await;
                }

                #[tokio::test]
                async fn faulty() {
                    crate::styled::trial(stringify!($name)).faulty().await;
                }
            })+
        }
    };
}

styles!(
    orders, wiki, realms, articles, catalog, projects, renderings, assets, invoices, hooks,
    branches, parcels, journals
);
