//! The connection of a unit of work.

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, Transaction};

/// A connection, with a transaction if necessary.
#[derive(Debug)]
pub(super) enum Held {
    /// One statement, for which a transaction would only cost two more.
    Look(PoolConnection<Any>),
    /// A transaction in which all statements see the same data.
    Snapshot(Transaction<'static, Any>),
    /// A transaction whose statements take effect together.
    Change(Transaction<'static, Any>),
}

impl Held {
    /// Returns the connection, for reading.
    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        match self {
            Self::Look(connection) => connection,
            Self::Snapshot(transaction) | Self::Change(transaction) => transaction,
        }
    }

    /// Returns the connection, for changes.
    pub(super) fn changing(&mut self) -> sqlx::Result<&mut AnyConnection> {
        match self {
            Self::Change(transaction) => Ok(transaction),
            Self::Look(_) | Self::Snapshot(_) => {
                let mistake = "a unit of work that was begun to read cannot change anything";
                Err(sqlx::Error::Configuration(mistake.into()))
            }
        }
    }

    /// Commits the changes, if there may be any.
    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Look(_) => Ok(()),
            Self::Snapshot(transaction) | Self::Change(transaction) => transaction.commit().await,
        }
    }
}
