//! Connections that are open at once. An address keeps a few without an enrolled device on them, so that devices always find room.

use super::limits::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Connections, and streams of what changes, that an address keeps without enrolment.
const KEPT: usize = 64;

/// Beside these, connections of an address that have not asked yet, or are closed once they are answered.
const COMING: usize = 64;

/// Connections that may be open at once: a phone keeps one, and the room is full of phones.
#[cfg(unix)]
const ROOM: u64 = 10_000;

/// Files that stay free for enrolled devices, and for the tournament itself.
#[cfg(unix)]
const KEPT_FREE: u64 = 256;

/// Asks the system for as many open files as there may be connections; the usual limit is a few hundred. Gives how many connections
/// there may be without enrolment.
#[cfg(unix)]
fn room() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let most = maximum.map_or(ROOM, |maximum| maximum.min(ROOM));
    if current.is_some_and(|current| current < most) {
        // Where it is refused, fewer are served at once.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(most), maximum });
    }
    let granted = getrlimit(Resource::Nofile).current.unwrap_or(ROOM).min(ROOM);
    usize::try_from(granted - KEPT_FREE.min(granted / 2)).unwrap_or(usize::MAX)
}

#[cfg(not(unix))]
fn room() -> usize {
    1000
}

/// All connections without enrolment.
pub struct Connections {
    open: Mutex<Open>,
    /// Of all addresses together.
    most: usize,
}

#[derive(Default)]
struct Open {
    /// How often any of them was opened or asked.
    moment: u64,
    strangers: HashMap<u64, Stranger>,
    of_address: HashMap<IpAddr, usize>,
    streams: HashMap<IpAddr, usize>,
}

/// One on which no enrolled device has asked.
struct Stranger {
    address: IpAddr,
    /// When it asked last; at first nothing has been asked.
    asked: Option<u64>,
    ends: Arc<Notify>,
}

impl Connections {
    /// As many as the system has room for.
    pub fn with_room() -> Arc<Self> {
        Self::up_to(room())
    }

    fn up_to(most: usize) -> Arc<Self> {
        Arc::new(Self { open: Mutex::default(), most })
    }

    /// Takes a connection in. Where there are too many, another ends: the oldest that never asked, else the one that was silent for longest.
    pub fn enter(self: &Arc<Self>, peer: IpAddr) -> Connection {
        let (address, ends) = (network(peer), Arc::new(Notify::new()));
        let mut open = self.open();
        open.moment += 1;
        let number = open.moment;
        open.strangers.insert(number, Stranger { address, asked: None, ends: Arc::clone(&ends) });
        let of_address = open.of_address.entry(address).or_default();
        *of_address += 1;
        let is_crowd = *of_address > KEPT + COMING;
        if is_crowd || open.strangers.len() > self.most {
            let others = open.strangers.iter().filter(|(other, _)| **other != number);
            let of_it = others.filter(|(_, other)| !is_crowd || other.address == address);
            let silent = of_it.min_by_key(|(other, one)| (one.asked, **other)).map(|(other, _)| *other);
            silent.into_iter().for_each(|silent| open.leave(silent));
        }
        Connection(Arc::new(Entered { all: Arc::clone(self), number, ends }))
    }

    /// A stream for somebody at an address without enrolment; `None` where the address has enough of them.
    pub fn follow(self: &Arc<Self>, peer: IpAddr) -> Option<Follower> {
        let address = network(peer);
        let mut open = self.open();
        let streams = open.streams.entry(address).or_default();
        (*streams < KEPT).then(|| {
            *streams += 1;
            Follower { all: Arc::clone(self), address }
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Counts one no longer, and ends it where it is still open.
    fn leave(&mut self, number: u64) {
        let Some(gone) = self.strangers.remove(&number) else { return };
        less(&mut self.of_address, gone.address);
        gone.ends.notify_one();
    }
}

fn less(counts: &mut HashMap<IpAddr, usize>, address: IpAddr) {
    if let Some(count) = counts.get_mut(&address) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&address);
        }
    }
}

/// A connection, until its last holder lets go of it.
#[derive(Clone)]
pub struct Connection(Arc<Entered>);

struct Entered {
    all: Arc<Connections>,
    number: u64,
    ends: Arc<Notify>,
}

impl Connection {
    /// Notes that somebody asks on it. Gives whether it stays open after the answer.
    pub fn asks(&self, is_device: bool) -> bool {
        let mut open = self.0.all.open();
        open.moment += 1;
        let moment = open.moment;
        let Some(own) = open.strangers.get_mut(&self.0.number) else { return true };
        own.asked = Some(moment);
        let address = own.address;
        if !is_device {
            return open.of_address.get(&address).is_none_or(|count| *count <= KEPT);
        }
        // From here on it is a device's, and is not counted.
        open.strangers.remove(&self.0.number);
        less(&mut open.of_address, address);
        true
    }

    /// Comes back when it has to make room for another.
    pub async fn ended(&self) {
        self.0.ends.notified().await;
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.all.open().leave(self.number);
    }
}

/// Who follows what changes, until it is dropped.
pub struct Follower {
    all: Arc<Connections>,
    address: IpAddr,
}

impl Drop for Follower {
    fn drop(&mut self) {
        less(&mut self.all.open().streams, self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::{COMING, Connections, KEPT};
    use std::net::IpAddr;
    use std::sync::Arc;

    const SCHOOL: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 9));

    #[test]
    fn an_address_keeps_a_few_connections_and_a_device_any_number() {
        let all = Connections::up_to(1000);
        let kept: Vec<_> = (0..KEPT).map(|_| all.enter(SCHOOL)).collect();
        assert!(kept.iter().all(|one| one.asks(false)));
        let one_more = all.enter(SCHOOL);
        assert!(!one_more.asks(false), "it is answered and closed");
        assert!(all.enter(SCHOOL).asks(true));
        assert!(all.enter([10, 0, 0, 10].into()).asks(false), "another address");
        drop((one_more, kept));
        assert!(all.enter(SCHOOL).asks(false), "nothing is counted that is over");
    }

    #[tokio::test]
    async fn the_one_that_is_silent_for_longest_makes_room() {
        let all = Connections::up_to(1000);
        let silent: Vec<_> = (0..KEPT + COMING).map(|_| all.enter(SCHOOL)).collect();
        silent[0].asks(false);
        let device = all.enter(SCHOOL);
        assert!(device.asks(true), "whoever comes has time to show a token");
        silent[1].ended().await;
        // Of all addresses together too.
        let few = Connections::up_to(2);
        let others = [1, 2, 3].map(|last| few.enter([10, 0, 0, last].into()));
        others[0].ended().await;
    }

    #[test]
    fn streams_are_counted_by_the_network_of_an_address() {
        let all = Connections::up_to(1000);
        let within = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 7, 0, 0, 0, last]);
        let mut streams: Vec<_> = (0..64).map(|last| all.follow(within(last))).collect();
        assert!(streams.iter().all(Option::is_some));
        assert!(all.follow(within(99)).is_none());
        assert!(all.follow(IpAddr::from([0x2001, 0xdb8, 0, 8, 0, 0, 0, 1])).is_some());
        streams.pop();
        assert!(all.follow(within(99)).is_some());
        assert_eq!(Arc::strong_count(&all), 64, "what is over holds nothing");
    }
}
