//! The connection that a unit of work holds.

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Transaction};

/// A connection, as much of a transaction as is needed.
#[derive(Debug)]
pub(super) enum Held {
    /// One statement is one view: a transaction around it would only cost two more.
    Look(PoolConnection<Any>),
    /// All statements see the same data, even if other transactions change it.
    Snapshot(Transaction<'static, Any>),
    /// All statements take effect or none.
    Change(Transaction<'static, Any>),
}

impl Held {
    /// The connection, to read by.
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        match self {
            Self::Look(connection) => connection,
            Self::Snapshot(transaction) | Self::Change(transaction) => transaction,
        }
    }

    /// Returns the connection, to change something by.
    pub(super) fn changing(&mut self) -> sqlx::Result<&mut AnyConnection> {
        match self {
            Self::Change(transaction) => Ok(transaction),
            Self::Look(_) | Self::Snapshot(_) => {
                let mistake = "a unit of work that was begun to read cannot change anything";
                Err(sqlx::Error::Configuration(mistake.into()))
            }
        }
    }

    /// Creates the changes last, if there can be some.
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Look(_) => Ok(()),
            Self::Snapshot(transaction) | Self::Change(transaction) => transaction.commit().await,
        }
    }
}
