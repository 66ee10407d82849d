//! A later release, for tests: it knows one migration more than this program.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use std::cell::Cell;

thread_local! {
    static LATER: Cell<Option<&'static Migrator>> = const { Cell::new(None) };
}

/// What it does: a new table of facts, a new column, and what two officials of one name stand in the way of.
const MORE: &str = "create table motto (id integer primary key autoincrement, text text not null) strict;
    alter table official add column badge text not null default '';
    create unique index official_name on official (name)";

/// The migrations that this thread's release knows, where it is a later one.
pub(in crate::store) fn migrations() -> Option<&'static Migrator> {
    LATER.get()
}

/// While it lives, this thread is of the later release.
pub(super) struct Later(());

impl Later {
    pub(super) fn release() -> Self {
        let mut all: Vec<Migration> = sqlx::migrate!().iter().cloned().collect();
        let version = all.iter().map(|migration| migration.version).max().unwrap_or(0) + 1;
        all.push(Migration::new(version, "more".into(), MigrationType::Simple, MORE.into_sql_str(), false));
        LATER.set(Some(Box::leak(Box::new(Migrator::with_migrations(all)))));
        Self(())
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        LATER.set(None);
    }
}
