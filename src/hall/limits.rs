//! How often somebody may ask, and how often guess.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What an address is counted by: of IPv6 the network of 64 bits, within which everybody has as many addresses as he likes.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(whole) => Ipv6Addr::from_bits(whole.to_bits() >> 64 << 64).into(),
        whole @ IpAddr::V4(_) => whole,
    }
}

/// Requests that may come at once, and a second after that.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    burst: f64,
    a_second: f64,
}

/// A room full of phones may stand behind one address, so an address may read a great deal.
pub const READING: Rate = Rate { burst: 4000.0, a_second: 2000.0 };
pub const WRITING: Rate = Rate { burst: 400.0, a_second: 200.0 };
pub const OF_A_DEVICE: Rate = Rate { burst: 60.0, a_second: 10.0 };

/// Addresses and devices that are remembered at most.
const REMEMBERED: usize = 10_000;

pub struct Buckets<K> {
    rate: Rate,
    left: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq> Buckets<K> {
    pub fn new(rate: Rate) -> Self {
        Self { rate, left: Mutex::new(HashMap::new()) }
    }

    /// Takes one request, if there is one left.
    pub fn take(&self, who: K, now: Instant) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= REMEMBERED {
            let full = Duration::from_secs_f64(self.rate.burst / self.rate.a_second);
            left.retain(|_, (_, at)| now.duration_since(*at) < full);
        }
        let (tokens, at) = left.entry(who).or_insert((self.rate.burst, now));
        let refilled = *tokens + now.duration_since(*at).as_secs_f64() * self.rate.a_second;
        (*tokens, *at) = (refilled.min(self.rate.burst), now);
        let may = *tokens >= 1.0;
        if may {
            *tokens -= 1.0;
        }
        may
    }
}

/// Wrong codes from one address after which it waits, and for how long.
const GUESSES: u32 = 8;
const LOCKED: Duration = Duration::from_secs(600);

/// Wrong codes from all together in an hour, after which every code is closed that was made by then: with a thousand codes of 40 bits
/// about, all these guesses together succeed once in two million hours. Codes that are made afterwards have seen none of them.
const GUESSES_OF_ALL: usize = 500;
pub const AN_HOUR: Duration = Duration::from_secs(3600);

/// Wrong codes, by address and of all.
#[derive(Default)]
pub struct Guesses {
    wrong: Mutex<Wrong>,
}

#[derive(Default)]
struct Wrong {
    by_address: HashMap<IpAddr, (u32, Instant)>,
    /// Since codes were closed last.
    all: Vec<Instant>,
    closed: Option<Instant>,
}

/// What a wrong code leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guessed {
    /// So many from this address by now.
    Counted(u32),
    /// It is one of very many: the codes are closed.
    CodesClosed,
    /// The codes are closed already.
    WhileClosed,
}

impl Guesses {
    /// How long somebody still has to wait before a code is looked at.
    pub fn wait(&self, who: IpAddr, now: Instant) -> Option<Duration> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.by_address.retain(|_, (_, at)| now.duration_since(*at) < LOCKED);
        let own = wrong.by_address.get(&network(who)).filter(|(count, _)| *count >= GUESSES);
        own.map(|(_, at)| LOCKED.saturating_sub(now.duration_since(*at)))
    }

    /// Notes a wrong code.
    pub fn note(&self, who: IpAddr, now: Instant) -> Guessed {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let Wrong { by_address, all, closed } = &mut *wrong;
        all.retain(|at| now.duration_since(*at) < AN_HOUR);
        all.push(now);
        let (count, at) = by_address.entry(network(who)).or_insert((0, now));
        (*count, *at) = (*count + 1, now);
        if all.len() >= GUESSES_OF_ALL {
            all.clear();
            *closed = Some(now);
            return Guessed::CodesClosed;
        }
        match closed {
            Some(closed) if now.duration_since(*closed) < AN_HOUR => Guessed::WhileClosed,
            _ => Guessed::Counted(*count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AN_HOUR, Buckets, GUESSES, GUESSES_OF_ALL, Guessed, Guesses, OF_A_DEVICE};
    use std::net::IpAddr;
    use std::time::{Duration, Instant};

    #[test]
    fn a_device_that_asks_too_often_waits() {
        let (buckets, now) = (Buckets::new(OF_A_DEVICE), Instant::now());
        assert!((0..60).all(|_| buckets.take(1, now)));
        assert!(!buckets.take(1, now));
        assert!(buckets.take(2, now), "another one may");
        assert!(buckets.take(1, now + Duration::from_millis(200)));
    }

    #[test]
    fn guessing_is_shut_out() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        let address = |last: u32| IpAddr::from([10, 0, (last >> 8) as u8, last as u8]);
        (0..GUESSES).for_each(|_| _ = guesses.note(address(1), now));
        assert!(guesses.wait(address(1), now).is_some());
        assert!(guesses.wait(address(2), now).is_none());
        assert!(guesses.wait(address(1), now + Duration::from_secs(601)).is_none());
        // Within a network of IPv6 everybody has many addresses.
        let within = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 7, 0, 0, 0, last]);
        (0..GUESSES).for_each(|n| _ = guesses.note(within(n as u16), now));
        assert!(guesses.wait(within(99), now).is_some());
        assert!(guesses.wait(IpAddr::from([0x2001, 0xdb8, 0, 8, 0, 0, 0, 1]), now).is_none());
    }

    #[test]
    fn very_many_wrong_codes_close_those_that_were_made_by_then() {
        let (guesses, now) = (Guesses::default(), Instant::now());
        let note = |n: usize, now| guesses.note(IpAddr::from([10, 0, (n >> 8) as u8, n as u8]), now);
        assert!((1..GUESSES_OF_ALL).all(|n| note(n, now) == Guessed::Counted(1)));
        assert_eq!(note(0, now), Guessed::CodesClosed);
        // Those that are made afterwards see as many of their own.
        assert!((1..GUESSES_OF_ALL).all(|n| note(n, now) == Guessed::WhileClosed));
        assert_eq!(note(0, now), Guessed::CodesClosed);
        assert_eq!(note(999, now + AN_HOUR), Guessed::Counted(1));
    }
}
