//! Where async ends: a statement is waited for on the thread that asked.

use super::error::StoreError;
use futures_core::Stream;
use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqliteQueryResult, SqliteRow};
use sqlx::{FromRow, RawSql};
use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use tokio::runtime::{Builder, Runtime};

thread_local! {
    static RUNTIME: OnceCell<Runtime> = const { OnceCell::new() };
}

/// A future of the database that is waited for in place.
pub(super) trait Wait: Future + Sized {
    fn wait(self) -> Self::Output {
        RUNTIME.with(|runtime| {
            let made = || {
                Builder::new_current_thread()
                    .enable_time()
                    .build()
                    .expect("a runtime without I/O asks nothing of the system")
            };
            runtime.get_or_init(made).block_on(self)
        })
    }
}

impl<F: Future> Wait for F {}

/// A statement that changes the file.
pub(super) trait Run {
    fn done(self, file: &mut SqliteConnection) -> Result<SqliteQueryResult, StoreError>;

    fn run(self, file: &mut SqliteConnection) -> Result<(), StoreError>
    where
        Self: Sized,
    {
        self.done(file).map(drop)
    }
}

/// A statement that asks the file for rows.
pub(super) trait Ask {
    type Row;
    fn one(self, file: &mut SqliteConnection) -> Result<Self::Row, StoreError>;
    fn maybe(self, file: &mut SqliteConnection) -> Result<Option<Self::Row>, StoreError>;
    fn all(self, file: &mut SqliteConnection) -> Result<Vec<Self::Row>, StoreError>;
}

impl Run for Query<'_, Sqlite, SqliteArguments> {
    fn done(self, file: &mut SqliteConnection) -> Result<SqliteQueryResult, StoreError> {
        Ok(self.execute(file).wait()?)
    }
}

impl Run for RawSql {
    fn done(self, file: &mut SqliteConnection) -> Result<SqliteQueryResult, StoreError> {
        Ok(self.execute(file).wait()?)
    }
}

macro_rules! asks {
    ($statement:ty, gives $row:ty $(, where $of:ident in $($bound:tt)*)?) => {
        impl$(<$of: Send + Unpin>)? Ask for $statement
        $(where $($bound)*: Send + Unpin + for<'r> FromRow<'r, SqliteRow>)?
        {
            type Row = $row;

            fn one(self, file: &mut SqliteConnection) -> Result<$row, StoreError> {
                Ok(self.fetch_one(file).wait()?)
            }

            fn maybe(self, file: &mut SqliteConnection) -> Result<Option<$row>, StoreError> {
                Ok(self.fetch_optional(file).wait()?)
            }

            fn all(self, file: &mut SqliteConnection) -> Result<Vec<$row>, StoreError> {
                Ok(self.fetch_all(file).wait()?)
            }
        }
    };
}

asks!(Query<'_, Sqlite, SqliteArguments>, gives SqliteRow);
asks!(QueryAs<'_, Sqlite, O, SqliteArguments>, gives O, where O in O);
asks!(QueryScalar<'_, Sqlite, O, SqliteArguments>, gives O, where O in (O,));

/// Takes each row as it comes: while it is taken, SQLite looks for the next.
pub(super) fn each<'q, O>(
    query: QueryAs<'q, Sqlite, O, SqliteArguments>,
    file: &mut SqliteConnection,
    mut take: impl FnMut(O) -> Result<(), StoreError>,
) -> Result<(), StoreError>
where
    O: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + 'q,
{
    let mut rows = query.fetch(file);
    let taken = async {
        while let Some(row) = poll_fn(|context| Pin::new(&mut rows).poll_next(context)).await {
            take(row?)?;
        }
        Ok(())
    };
    taken.wait()
}
