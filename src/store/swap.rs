//! Restoring: a backup's rows take the place of the tournament's, within one transaction of its file. What was there is kept as a copy.
//!
//! The file itself stays, so that those who have it open read the old state or the new one and never nothing. Only a file that nobody can
//! open any more is replaced by its name.

use super::backup::{self, Backup, ENDING as BACKUP_ENDING};
use super::database::connect;
use super::error::StoreError;
use super::file::{ENDING, Home, Store};
use super::integrity::{Held, holds};
use super::journal::Entry;
use super::newest::backups_in;
use super::on_disk::{beside, companion, free_name, plain, remove_with_companions, sync_file, sync_folder, whole};
use super::schema::{OF_LITESTREAM, columns, lift_triggers};
use super::wait::{Ask, Run};
use sqlx::AssertSqlSafe;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Restored {
    /// What the tournament holds now.
    pub held: Held,
    /// Where what was there before is now, if there was something.
    pub kept: Option<PathBuf>,
    /// What was there before, and its journal, as both stood when no other command could change them any more.
    pub replaced: Option<(Held, Vec<Entry>)>,
    /// What is left to report of the file: that its newest commands are in its log alone.
    pub left: Option<StoreError>,
}

pub fn restore(backup: &Path, tournament: &Path, now: &str) -> Result<Restored, StoreError> {
    let held = holds(backup)?;
    let tournament = std::fs::canonicalize(tournament).unwrap_or_else(|_| tournament.to_owned());
    if let Some(folder) = tournament.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        return Err(StoreError::NoFolder(folder.to_owned()));
    }
    let part = beside(&tournament, "restoring");
    let from = Backup { at: held.at.clone(), command: held.version, path: backup.to_owned(), problem: None };
    let outcome = lay_out(backup, &tournament, &part).and_then(|()| {
        let kept = kept_name(&tournament, now);
        match Store::open_to_exchange(&tournament) {
            Ok(store) => fill(store, &part, &kept, held.clone(), &from),
            Err(error @ StoreError::Foreign(_)) if is_of_another_kind(&tournament) => Err(error),
            Err(StoreError::Damaged { .. } | StoreError::Foreign(_) | StoreError::Missing(_)) => {
                permit(&part, &tournament, backup)?;
                replace(&part, &tournament, &kept, held.clone(), &from)
            }
            Err(error) => Err(error),
        }
    });
    remove_with_companions(&part);
    outcome
}

/// Something is there that is no tournament, and by its name never was one.
fn is_of_another_kind(path: &Path) -> bool {
    path.extension().is_none_or(|ending| ending != ENDING) && std::fs::metadata(path).is_ok_and(|there| there.len() > 0)
}

/// Gives the new file the permissions of the one whose place it takes, or of the backup where there is none.
fn permit(part: &Path, tournament: &Path, backup: &Path) -> Result<(), StoreError> {
    let failed = |reason| StoreError::Io { path: tournament.to_owned(), reason };
    let model = std::fs::metadata(tournament).or_else(|_| std::fs::metadata(backup)).map_err(failed)?;
    std::fs::set_permissions(part, model.permissions()).map_err(failed)
}

/// Makes the new state, whole and of this release's schema, under a temporary name.
fn lay_out(backup: &Path, tournament: &Path, part: &Path) -> Result<(), StoreError> {
    let failed = |reason| StoreError::Io { path: tournament.to_owned(), reason };
    let mut source = Store::open_copy(backup)?;
    remove_with_companions(part);
    let copied = backup::copy_as(&mut source.connection, tournament, part, None);
    source.close()?;
    copied?;
    sync_file(part).map_err(failed)
}

/// Holding the write lock: keeps a copy of what is there, then puts the new rows in the place of the old ones.
fn fill(mut store: Store, part: &Path, kept: &Path, held: Held, from: &Backup) -> Result<Restored, StoreError> {
    let filled = keep(&mut store, kept, &held).and_then(|replaced| {
        exchange_rows(&mut store, part)?;
        store.note_source(from)?;
        Ok(replaced)
    });
    let path = store.path().to_owned();
    match filled {
        Ok(replaced) => {
            let left = store.commit().inspect_err(|_| remove_with_companions(kept))?;
            Ok(Restored { held, kept: Some(kept.to_owned()), replaced: Some(replaced), left })
        }
        Err(error) => {
            let _ = store.abandon();
            match error {
                // It opens, but cannot be read: nobody can work with it.
                StoreError::Damaged { .. } | StoreError::Unreadable(_) => {
                    permit(part, &path, &path)?;
                    replace(part, &path, kept, held, from)
                }
                other => {
                    // Nothing was replaced.
                    remove_with_companions(kept);
                    Err(other)
                }
            }
        }
    }
}

fn keep(store: &mut Store, kept: &Path, held: &Held) -> Result<(Held, Vec<Entry>), StoreError> {
    let ours = store.held()?;
    if !ours.is_same_tournament(held) {
        return Err(StoreError::OtherTournament { path: store.path().to_owned(), name: ours.name });
    }
    let journal = store.journal()?;
    // A second connection, since a copy cannot be made within a transaction. It reads what the lock holds still.
    let mut reader = connect(store.path())?;
    let copied = backup::copy(&mut reader, store.path(), kept);
    reader.close()?;
    copied?;
    Ok((ours, journal))
}

/// No facts of the event: how backups are made, who takes part in the hall, and what was reported there. What is here stays, and what
/// the backup alone knows is added.
const STAYING: [&str; 4] = ["safekeeping", "hall", "device", "report"];

/// A report waits again where the command that settled it is lost. It is settled where its table is another one now, or has its result.
const SETTLE_REPORTS: &str = "
    update main.report set state = 'reported', command = null
    where state in ('filed', 'rejected', 'settled') and command is not null and not exists (
        select 1 from main.command as lost join restored.command as kept using (id, at, words) where id = report.command
    );
    with seat as (
        select section, number, table_number, team, side
        from main.assignment join main.round on round.id = assignment.round
    ), put_back as (
        select section, number, table_number, team, side
        from restored.assignment as assignment join restored.round as round on round.id = assignment.round
    )
    update main.report set state = 'settled'
    where state in ('reported', 'confirmed', 'disputed') and (
        exists (select * from seat where (section, number, table_number) = (report.section, report.round, report.table_number)
                except select * from put_back)
        or state <> 'disputed' and exists (
            select 1 from restored.slip as slip join restored.round as round on round.id = slip.round
            where (round.section, round.number, slip.table_number, slip.match)
                  = (report.section, report.round, report.table_number, report.match)));
    ";

/// A device stays shut out, and who took the hall over has it, wherever that is known. What cannot be undone belongs to the journal.
const ADAPT: &str = "
    update main.device set revoked = shut.revoked, code_hash = null, code_expires = null
    from restored.device as shut
    where shut.id = device.id and shut.added = device.added and device.revoked is null and shut.revoked is not null;
    update main.hall set epoch = max(epoch, coalesce((select epoch from restored.hall), 1));
    update main.safekeeping set undo_floor = coalesce((select undo_floor from restored.safekeeping), 1);
    ";

fn exchange_rows(store: &mut Store, part: &Path) -> Result<(), StoreError> {
    let connection = &mut store.connection;
    let source = plain(part);
    let name = source.to_str().ok_or_else(|| StoreError::Unreadable("the folder's name is not Unicode".to_owned()))?;
    sqlx::query("attach ? as restored").bind(name).run(&mut *connection)?;
    let triggers = lift_triggers(connection)?;
    sqlx::raw_sql(SETTLE_REPORTS).run(&mut *connection)?;
    // What backups there are is true of the disk, not of a moment of the tournament.
    let tables: Vec<String> = sqlx::query_scalar(
        "select name from main.sqlite_master where type = 'table' and name not in ('_sqlx_migrations', 'backup')
             and (name not like 'sqlite_%' or name = 'sqlite_sequence')",
    )
    .all(&mut *connection)?;
    let is_ours = |table: &String| OF_LITESTREAM.iter().all(|(theirs, _)| theirs != table);
    for table in tables.into_iter().filter(is_ours) {
        let columns: Vec<String> = columns(connection, &table)?.iter().map(|column| format!("\"{column}\"")).collect();
        let columns = columns.join(", ");
        let (clear, put) = if STAYING.contains(&table.as_str()) {
            (String::new(), "insert or ignore")
        } else {
            (format!("delete from main.\"{table}\";"), "insert")
        };
        let sql = format!("{clear} {put} into main.\"{table}\" ({columns}) select {columns} from restored.\"{table}\"");
        sqlx::raw_sql(AssertSqlSafe(sql)).run(&mut *connection)?;
    }
    sqlx::raw_sql(ADAPT).run(&mut *connection)?;
    for trigger in triggers {
        sqlx::raw_sql(AssertSqlSafe(trigger)).run(&mut *connection)?;
    }
    let broken: Option<(String, i64)> = sqlx::query_as("pragma main.foreign_key_check").maybe(&mut *connection)?;
    let refers = |(table, row): (String, i64)| format!("row {row} of {table} refers to one that doesn't exist");
    broken.map_or(Ok(()), |broken| Err(StoreError::Refused(refers(broken))))
}

/// The new file takes the name of one that cannot be opened. It is kept with its log; there is a file of this name at every moment.
fn replace(part: &Path, tournament: &Path, kept: &Path, held: Held, from: &Backup) -> Result<Restored, StoreError> {
    let failed = |reason| StoreError::Io { path: tournament.to_owned(), reason };
    let mut new = Store::in_place(connect(part)?, tournament, Home::Memory);
    note_beside(&mut new, &held)?;
    new.note_source(from)?;
    new.close()?;
    whole(part).and_then(|()| sync_file(part)).map_err(failed)?;
    let was_there = tournament.exists();
    // An old log beside a new file would be taken for the new file's own.
    let (log, kept_log) = (companion(tournament, "-wal"), companion(kept, "-wal"));
    let put = || {
        if was_there {
            std::fs::hard_link(tournament, kept).or_else(|_| std::fs::copy(tournament, kept).map(drop))?;
        }
        match std::fs::metadata(&log) {
            Ok(there) if there.len() > 0 => std::fs::rename(&log, &kept_log)?,
            _ => drop(std::fs::remove_file(&log)),
        }
        let _ = std::fs::remove_file(companion(tournament, "-shm"));
        std::fs::rename(part, tournament)
    };
    put().map_err(|reason| {
        // Nothing was replaced, so the log goes back and nothing is kept.
        let _ = std::fs::rename(&kept_log, &log);
        remove_with_companions(kept);
        failed(reason)
    })?;
    sync_folder(tournament);
    Ok(Restored { held, kept: was_there.then(|| kept.to_owned()), replaced: None, left: None })
}

/// Notes the backups of this tournament that lie beside it and were made after the one that is put back.
fn note_beside(new: &mut Store, held: &Held) -> Result<(), StoreError> {
    let known: Vec<PathBuf> = new.backups()?.into_iter().map(|backup| backup.path).collect();
    let found = backups_in(&backup::folder_beside(new.path())).into_iter().filter(|path| !known.contains(path));
    let sound = found.filter_map(|path| Some((holds(&path).ok()?, path)));
    let mut ours: Vec<_> = sound.filter(|(theirs, _)| theirs.is_same_tournament(held)).collect();
    ours.sort_by_key(|(theirs, _)| theirs.version);
    for (theirs, path) in ours {
        new.note(&Backup { at: theirs.at, command: theirs.version, path, problem: None }, false)?;
    }
    Ok(())
}

/// `spring-replaced-20260502-101530.bughouse-backup` beside the tournament, with a counter where that is taken.
fn kept_name(tournament: &Path, now: &str) -> PathBuf {
    let stem = tournament.file_stem().unwrap_or_default().to_string_lossy();
    let moment: String = now.chars().take(19).filter(char::is_ascii_digit).collect();
    let name = |more: &str| tournament.with_file_name(format!("{stem}-replaced-{moment}{more}.{BACKUP_ENDING}"));
    free_name(name)
}
