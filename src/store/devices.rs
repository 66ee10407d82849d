//! The hall's devices: who is enrolled, by which code, with which token. Kept as digests: the file opens no door.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::{Device, DeviceRole, SectionId, TableNumber};
use serde_json::Value;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::collections::HashMap;

const COLUMNS: &str = "id, name, role, official, sections, table_low, table_high, hours, code_expires, joined, expires, last_seen, revoked";

impl Store {
    /// Enrols a device, which joins with the code of this digest until then. Gives its number.
    pub fn add_device(&mut self, device: &Device, code_hash: &str, now: i64) -> Result<i64, StoreError> {
        let sections = serde_json::to_string(&device.sections).unwrap_or_default();
        let done = sqlx::query(
            "insert into device (name, role, official, sections, table_low, table_high, added, hours, code_hash, code_expires)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(&device.name)
        .bind(spelling(device.role))
        .bind(&device.official)
        .bind(sections)
        .bind(device.tables.map(|(low, _)| low.0))
        .bind(device.tables.map(|(_, high)| high.0))
        .bind(now)
        .bind(device.hours)
        .bind(code_hash)
        .bind(device.code_expires)
        .execute(&mut self.connection)
        .wait()?;
        Ok(done.last_insert_rowid())
    }

    /// Every device there ever was, in the order of enrolment.
    pub fn devices(&mut self) -> Result<Vec<Device>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("select {COLUMNS} from device order by id"));
        sqlx::query(sql).fetch_all(&mut self.connection).wait()?.iter().map(device).collect()
    }

    /// Devices that joined, by the digest of their token.
    pub fn tokens(&mut self) -> Result<HashMap<String, Device>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("select token_hash, {COLUMNS} from device where token_hash is not null"));
        let rows = sqlx::query(sql).fetch_all(&mut self.connection).wait()?;
        rows.iter().map(|row| Ok((row.try_get("token_hash")?, device(row)?))).collect()
    }

    /// How many commands in force each device gave.
    pub fn writes(&mut self) -> Result<HashMap<i64, usize>, StoreError> {
        let mut writes = HashMap::new();
        for entry in self.journal()? {
            if let Some(device) = entry.device {
                *writes.entry(device).or_default() += 1;
            }
        }
        Ok(writes)
    }

    /// Takes a device in whose code this is, once, and gives it a token. `None` where no device waits with this code.
    pub fn join_device(&mut self, code_hash: &str, token_hash: &str, now: i64) -> Result<Option<Device>, StoreError> {
        let id: Option<i64> = sqlx::query_scalar(
            "update device
             set code_hash = null, code_expires = null, token_hash = ?2, joined = ?3, last_seen = ?3, expires = ?3 + hours * 3600
             where code_hash = ?1 and code_expires > ?3 and joined is null and revoked is null
             returning id",
        )
        .bind(code_hash)
        .bind(token_hash)
        .bind(now)
        .fetch_optional(&mut self.connection)
        .wait()?;
        Ok(self.devices()?.into_iter().find(|device| Some(device.id) == id))
    }

    /// Notes when devices were seen last.
    pub fn note_seen(&mut self, seen: &[(i64, i64)]) -> Result<(), StoreError> {
        for (device, at) in seen {
            sqlx::query("update device set last_seen = max(coalesce(last_seen, 0), ?) where id = ?")
                .bind(at)
                .bind(device)
                .execute(&mut self.connection)
                .wait()?;
        }
        Ok(())
    }

    /// Shuts a device out; its code is worth nothing any more either.
    pub fn revoke_device(&mut self, device: i64, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "update device set revoked = ?, code_hash = null, code_expires = null where id = ? and revoked is null",
        )
        .bind(now)
        .bind(device)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// The epoch of this file, and the key of its slip codes; laid the first time with this key.
    pub fn hall(&mut self, new_key: &str) -> Result<(i64, String), StoreError> {
        sqlx::query("insert into hall (id, slip_key) values (1, ?) on conflict (id) do nothing")
            .bind(new_key)
            .execute(&mut self.connection)
            .wait()?;
        self.epoch().map(|hall| hall.unwrap_or((1, new_key.to_owned())))
    }

    /// Where the hall is open now, as `http://ADDRESS:PORT`.
    pub fn hall_address(&mut self) -> Result<Option<String>, StoreError> {
        let address: Option<Option<String>> =
            sqlx::query_scalar("select address from hall").fetch_optional(&mut self.connection).wait()?;
        Ok(address.flatten())
    }

    /// Notes where the hall is open, or that it is closed.
    pub fn note_address(&mut self, address: Option<&str>) -> Result<(), StoreError> {
        sqlx::query("update hall set address = ?").bind(address).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Raises the epoch, so that who served this tournament before writes no more.
    pub fn take_over(&mut self) -> Result<(), StoreError> {
        sqlx::query("update hall set epoch = max(epoch, coalesce(taken_over, 0)) + 1, taken_over = null")
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Notes that another laptop serves the hall now, under this epoch.
    pub fn yield_to(&mut self, epoch: i64) -> Result<(), StoreError> {
        sqlx::query("update hall set taken_over = ?").bind(epoch).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Whether another laptop serves the hall now.
    pub fn is_taken_over(&mut self) -> Result<bool, StoreError> {
        Ok(sqlx::query_scalar("select exists (select 1 from hall where taken_over is not null)")
            .fetch_one(&mut self.connection)
            .wait()?)
    }

    /// As [`Store::hall`], of a file that was served before.
    pub fn epoch(&mut self) -> Result<Option<(i64, String)>, StoreError> {
        Ok(sqlx::query_as("select epoch, slip_key from hall").fetch_optional(&mut self.connection).wait()?)
    }
}

fn spelling(role: DeviceRole) -> String {
    serde_json::to_value(role).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn device(row: &SqliteRow) -> Result<Device, StoreError> {
    let unreadable = |what: &str| StoreError::Unreadable(format!("a device's {what}"));
    let (role, sections): (String, String) = (row.try_get("role")?, row.try_get("sections")?);
    let sections: Vec<SectionId> = serde_json::from_str(&sections).map_err(|_| unreadable("sections"))?;
    let tables: (Option<u32>, Option<u32>) = (row.try_get("table_low")?, row.try_get("table_high")?);
    Ok(Device {
        id: row.try_get("id")?,
        name: row.try_get("name")?,
        role: serde_json::from_value(Value::String(role)).map_err(|_| unreadable("role"))?,
        official: row.try_get("official")?,
        sections,
        tables: tables.0.zip(tables.1).map(|(low, high)| (TableNumber(low), TableNumber(high))),
        hours: row.try_get("hours")?,
        code_expires: row.try_get("code_expires")?,
        joined: row.try_get("joined")?,
        expires: row.try_get("expires")?,
        last_seen: row.try_get("last_seen")?,
        revoked: row.try_get("revoked")?,
    })
}
