//! The hall while it is open: what every request may reach.

use super::codes::digest;
use super::connections::Connections;
use super::counter::Queue;
use super::limits::{Buckets, Guesses, OF_A_DEVICE, READING, WRITING};
use super::site::Making;
use super::slow_work::{SlowWork, UnderWay};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// What is typed at the laptop, for those who are asked elsewhere to have it typed.
#[derive(Debug, Clone, Copy)]
pub struct Lines {
    /// Gives the hall a name.
    pub host: &'static str,
    /// Makes a code for a device.
    pub device: &'static str,
    /// Shows what was done.
    pub log: &'static str,
}

pub struct Hall {
    pub queue: Queue,
    pub slow_work: Arc<dyn SlowWork>,
    /// Seconds since 1970.
    pub clock: fn() -> i64,
    /// Says something at the laptop.
    pub say: Box<dyn Fn(&str) + Send + Sync>,
    pub lines: Lines,
    pub style: &'static str,
    pub script: &'static str,
    /// Whether the public pages are for who is not enrolled too.
    pub is_public: bool,
    /// Whether browsers come by HTTPS alone, and cookies are for that alone.
    pub is_secure: bool,
    /// Names under which it is reached, beside the addresses of this machine.
    pub names: Vec<String>,
    pub since: Since,
}

/// What has come since it was opened.
pub struct Since {
    pub under_way: UnderWay,
    pub reading: Buckets<IpAddr>,
    pub writing: Buckets<IpAddr>,
    pub devices: Buckets<i64>,
    pub guesses: Guesses,
    pub connections: Arc<Connections>,
    pub site: Arc<Making>,
    pub addresses: Mutex<Vec<IpAddr>>,
    pub seen: Mutex<HashMap<i64, i64>>,
}

impl Default for Since {
    fn default() -> Self {
        Self {
            under_way: UnderWay::default(),
            reading: Buckets::new(READING),
            writing: Buckets::new(WRITING),
            devices: Buckets::new(OF_A_DEVICE),
            guesses: Guesses::default(),
            connections: Connections::with_room(),
            site: Arc::default(),
            addresses: Mutex::new(own_addresses()),
            seen: Mutex::default(),
        }
    }
}

impl Hall {
    /// Whether a host name or address is this machine's. A page elsewhere that has its own name point here is none.
    pub fn is_own_name(&self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost") || self.names.iter().any(|own| own.eq_ignore_ascii_case(name)) {
            return true;
        }
        let Ok(address) = name.parse::<IpAddr>() else { return false };
        let mut addresses = self.since.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if !addresses.contains(&address) {
            *addresses = own_addresses();
        }
        address.is_loopback() || addresses.contains(&address)
    }

    /// Whether a token is, as far as is known at this moment, a device's that takes part.
    pub fn is_device(&self, token: Option<&str>) -> bool {
        let known = self.queue.watch();
        let known = known.borrow();
        token.and_then(|token| known.devices.get(&digest(token))).is_some_and(|device| device.is_in((self.clock)()))
    }

    pub fn note_seen(&self, device: i64) {
        self.since.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(device, (self.clock)());
    }

    pub async fn keep_seen(&self) {
        let seen: Vec<(i64, i64)> = self.since.seen.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        if !seen.is_empty() {
            let _ = self.queue.ask(move |counter| counter.seen(&seen)).await;
        }
    }
}

pub fn own_addresses() -> Vec<IpAddr> {
    if_addrs::get_if_addrs().unwrap_or_default().iter().map(if_addrs::Interface::ip).collect()
}
