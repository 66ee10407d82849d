//! The counter at which the hall asks: one thread owns the tournament and does what is asked in its order.

use crate::discipline::{Against, ClaimKind, ClaimOrder, Verdict};
use crate::tournament::{BoardLetter, Device};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// How often the file is looked at when nobody asks for anything.
const LOOK: Duration = Duration::from_millis(200);

/// Requests of a kind that wait at most; anyone who comes then is asked to come again.
const WAITING: usize = 512;

/// What the hall knows without asking: who is in, and how new everything is.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// The newest command of the journal.
    pub version: i64,
    pub epoch: i64,
    /// Grows with every change of the file, also of what is not in the journal.
    pub tick: u64,
    /// Devices by the digest of their token.
    pub devices: HashMap<String, Device>,
    /// Open reports by number, and whether each is disputed.
    pub reports: Vec<(i64, bool)>,
}

impl Known {
    /// The mark of everything that was made from this view.
    pub fn etag(&self) -> String {
        format!("\"{}-{}-{}\"", self.epoch, self.version, self.tick)
    }
}

/// What is particular in a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is not as it was shown.
    Changed,
    /// The reports of the match differ.
    Disputed,
}

impl Mark {
    fn key(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Disputed => "disputed",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    pub status: u16,
    pub body: Value,
    /// What a page says to do, where the hint for programs is typed at the desk.
    pub on_page: Option<String>,
    /// What failed, for the laptop's person alone: it names files.
    pub at_laptop: Option<String>,
}

impl Reply {
    pub fn ok(body: Value) -> Self {
        Self { status: 200, body, on_page: None, at_laptop: None }
    }

    /// Why not, as the person at the laptop reads it.
    pub fn at_the_laptop(&self) -> Option<String> {
        self.at_laptop.clone().or_else(|| self.why().0)
    }

    /// The lines of an answer that has lines.
    pub fn said(&self) -> Vec<String> {
        let lines = self.body["said"].as_array().into_iter().flatten();
        lines.filter_map(|line| line.as_str().map(str::to_owned)).collect()
    }

    /// Says for programs why not.
    pub fn marked(mut self, mark: Mark) -> Self {
        self.body["error"][mark.key()] = true.into();
        self
    }

    pub fn is_marked(&self, mark: Mark) -> bool {
        self.body["error"][mark.key()] == true
    }

    /// Why not, and what to do on a device, where that is given.
    pub fn why(&self) -> (Option<String>, Option<String>) {
        let text = |key: &str| self.body["error"][key].as_str().map(str::to_owned);
        (text("message"), self.on_page.clone().or_else(|| text("hint")))
    }

    /// The result on file, of a refusal that is made because of it.
    pub fn on_file(&self) -> Option<&str> {
        self.body["error"].get("message").and(self.body["current"].as_str())
    }

    /// Why not yet: the same request is taken in a moment.
    pub fn not_yet(status: u16, message: &str, hint: &str) -> Self {
        const SECONDS: u64 = 5;
        let mut reply = Self::refused(status, message, hint);
        reply.body["error"]["retry_after"] = SECONDS.into();
        reply
    }

    /// Why not, and what to do.
    pub fn refused(status: u16, message: &str, hint: &str) -> Self {
        let code = match status {
            409 | 422 => 1,
            503 => 3,
            500 => 70,
            _ => 2,
        };
        Self {
            status,
            body: json!({ "error": { "code": code, "message": message, "hint": hint } }),
            on_page: None,
            at_laptop: None,
        }
    }
}

/// A result from the floor, as it is asked to be taken.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportAsked {
    pub table: u32,
    #[serde(rename = "match")]
    pub number: Option<u8>,
    pub result: String,
    pub board: Option<String>,
    pub by: Option<String>,
    /// What stood there when it was tapped.
    pub expect: Option<String>,
    pub side: Option<String>,
    pub slip: Option<String>,
    pub request: String,
    /// The round, where it is not the latest or a page showed it.
    pub round: Option<u32>,
    /// The teams that were shown, where a page was: `3-7`.
    pub teams: Option<String>,
}

/// A ruling from the floor, as far as it is given: who, then what, then at what cost, or the facts that a claim turns on.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RulingAsked {
    #[serde(skip)]
    pub table: u32,
    /// An earlier round, and that a result on file follows the ruling: given at the desk alone.
    #[serde(skip)]
    pub round: Option<u32>,
    #[serde(skip)]
    pub carry_out: bool,
    #[serde(rename = "match")]
    pub number: Option<u8>,
    pub player: Option<u32>,
    pub offence: Option<String>,
    /// As typed, or `time` with the minutes beside it; none: what the ladder prescribes.
    pub penalty: Option<String>,
    pub time: String,
    pub flag_fell: bool,
    pub again: bool,
    pub reason: String,
    pub claim: Option<ClaimKind>,
    /// Where it happened; none: where the claimant sits.
    pub board: Option<BoardLetter>,
    pub before_reply: Option<bool>,
    pub clock_pressed: Option<bool>,
    pub own_flag_up: Option<bool>,
    pub against: Option<Against>,
    /// When it came, relative to the opposing claim.
    pub order: Option<ClaimOrder>,
    /// Out of what the rulebook distinguishes.
    pub wrong: Option<String>,
    pub deny: bool,
    /// What the director decides where the rulebook does not settle it.
    pub verdict: Option<Verdict>,
    pub note: String,
    pub witness: String,
    /// The mark of what the page showed.
    pub seen: String,
    pub form: String,
    pub request: String,
}

/// An appeal from the floor, as far as it is given: against which ruling it is filed, or which is decided how.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct AppealAsked {
    pub ruling: Option<u32>,
    /// `p` and the number of a player, or `t` and a team's.
    pub by: String,
    pub appeal: Option<u32>,
    /// `stands`, `falls`, or the penalty that takes its place; `time` with the minutes beside it.
    pub outcome: String,
    pub time: String,
    pub note: String,
    /// The mark of what the page showed.
    pub seen: String,
    pub form: String,
    pub request: String,
}

/// What makes a form good for one tap.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Holding {
    pub form: String,
    pub request: String,
}

/// A page that only the counter can make.
#[derive(Debug, Clone, PartialEq)]
pub enum PageAsked {
    Hall,
    Desk {
        said: Option<String>,
        holding: Holding,
    },
    CheckIn {
        said: Option<String>,
        holding: Holding,
    },
    // With a result, the page that asks once more. By a slip's code its table is found.
    Table {
        table: u32,
        round: Option<u32>,
        number: Option<u8>,
        result: Option<String>,
        slip: Option<String>,
        holding: Holding,
    },
    Tapped(Box<Tapped>),
    // With `changed`, in answer to one that is no longer as it was shown.
    Ruling {
        asked: Box<RulingAsked>,
        changed: bool,
        holding: Holding,
    },
    // With what the last form came to, or `changed` in answer to one that is no longer as it was shown.
    Appeals {
        asked: Box<AppealAsked>,
        said: Vec<String>,
        changed: bool,
        holding: Holding,
    },
    Ruled {
        table: u32,
        reply: Reply,
    },
    // Of the nth section.
    Screen {
        number: usize,
        page: usize,
    },
    Join {
        code: Option<String>,
        problem: Option<String>,
        form: String,
    },
    Joined,
    Trouble(Reply),
}

/// A tap with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Tapped {
    pub asked: ReportAsked,
    pub reply: Reply,
    /// For the other team, where both tap on this device.
    pub holding: Holding,
}

/// A page as it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    pub status: u16,
    pub html: String,
}

/// Who has the tournament, and does what is asked.
pub trait Counter: Send {
    /// A new view, if the file has changed.
    fn look(&mut self) -> Option<Known>;
    /// Takes in a device with a code; it keeps this token.
    fn join(&mut self, code: &str, token: &str, name: Option<&str>) -> Reply;
    fn state(&mut self) -> Reply;
    fn table(&mut self, device: &Device, table: u32, round: Option<u32>) -> Reply;
    /// Takes a result, of a device or by the code on a slip.
    fn report(&mut self, device: Option<&Device>, asked: &ReportAsked) -> Reply;
    fn rule(&mut self, device: &Device, asked: &RulingAsked) -> Reply;
    fn appeal(&mut self, device: &Device, asked: &AppealAsked) -> Reply;
    /// The answer that a request of another desk got, if it was done; or why nothing is done here any more.
    fn request_done(&mut self, id: &str, asked: &str) -> Option<Reply>;
    /// Keeps the answer of a request of another desk.
    fn note_request(&mut self, device: &Device, id: &str, asked: &str, answer: Value) -> Reply;
    fn settle(&mut self, device: &Device, report: i64, accept: bool, note: &str, request: &str) -> Reply;
    /// Checks a team in, or takes that back.
    fn check_in(&mut self, device: &Device, team: u32, here: bool, request: &str) -> Reply;
    fn page(&mut self, device: Option<&Device>, asked: &PageAsked) -> Made;
    /// Closes every code that there is until then, in seconds since 1970: very many wrong ones came, the last from this address.
    fn close_codes(&mut self, until: i64, from: IpAddr);
    /// Whether a code is, or was, on the slip of a match.
    fn is_of_a_slip(&mut self, code: &str) -> bool;
    /// Writes no more, since another laptop serves the hall under a higher epoch.
    fn yield_to(&mut self, epoch: i64);
    /// Notes who was seen when, in seconds since 1970.
    fn seen(&mut self, devices: &[(i64, i64)]);
}

/// Something to be done, which gives what answers the one who asked: that is sent when everybody can see what was done.
type Job = Box<dyn FnOnce(&mut dyn Counter) -> Box<dyn FnOnce()> + Send>;

/// What waits at the counter: what is written comes before what is read.
#[derive(Default)]
struct Jobs {
    taps: VecDeque<Job>,
    pages: VecDeque<Job>,
    served: usize,
}

impl Jobs {
    /// Taps that wait are done together, so that the file is looked at once after them.
    fn next(&mut self) -> Vec<Job> {
        const TOGETHER: usize = 8;
        // A page that waits is not forgotten for all the taps.
        const A_PAGE: usize = 2;
        self.served += 1;
        let is_due = self.taps.is_empty() || self.served.is_multiple_of(A_PAGE);
        if let Some(page) = self.pages.pop_front_if(|_| is_due) {
            return vec![page];
        }
        self.taps.drain(..self.taps.len().min(TOGETHER)).collect()
    }
}

/// What is to be done next, if something comes soon.
fn next((jobs, bell): &Waiting) -> Vec<Job> {
    let is_empty = |jobs: &mut Jobs| jobs.taps.is_empty() && jobs.pages.is_empty();
    let jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut jobs, _) = bell.wait_timeout_while(jobs, LOOK, is_empty).unwrap_or_else(PoisonError::into_inner);
    jobs.next()
}

/// The jobs, and the bell that is rung by each that comes.
type Waiting = (Mutex<Jobs>, Condvar);

/// The way to the counter.
#[derive(Clone)]
pub struct Queue {
    waiting: Arc<Waiting>,
    view: watch::Receiver<Arc<Known>>,
    is_old: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Queue {
    /// Opens the counter on a thread of its own, which ends when nobody can ask any more. `is_old` says at a glance whether the file
    /// has changed since the counter looked.
    pub fn open(mut counter: Box<dyn Counter>, is_old: Arc<dyn Fn() -> bool + Send + Sync>) -> Self {
        let waiting: Arc<Waiting> = Arc::default();
        let own = Arc::clone(&waiting);
        let (shown, view) = watch::channel(Arc::new(counter.look().unwrap_or_default()));
        std::thread::spawn(move || {
            loop {
                let jobs = next(&own);
                if jobs.is_empty() && Arc::strong_count(&own) == 1 {
                    return;
                }
                // A mistake in one answer must not shut the hall; its transaction is dropped with it.
                let done = |job: Job| panic::catch_unwind(AssertUnwindSafe(|| job(counter.as_mut()))).ok();
                let answers: Vec<_> = jobs.into_iter().filter_map(done).collect();
                if let Ok(Some(view)) = panic::catch_unwind(AssertUnwindSafe(|| counter.look())) {
                    shown.send_replace(Arc::new(view));
                }
                answers.into_iter().for_each(|send| send());
            }
        });
        Self { waiting, view, is_old }
    }

    /// Has something done at the counter, after what was asked so before.
    pub async fn ask<T: Send + 'static>(
        &self,
        what: impl FnOnce(&mut dyn Counter) -> T + Send + 'static,
    ) -> Result<T, Reply> {
        self.asked(|jobs| &mut jobs.taps, what).await
    }

    /// Has something made that is only read: it waits until what is to be written is done.
    pub async fn read<T: Send + 'static>(
        &self,
        what: impl FnOnce(&mut dyn Counter) -> T + Send + 'static,
    ) -> Result<T, Reply> {
        self.asked(|jobs| &mut jobs.pages, what).await
    }

    async fn asked<T: Send + 'static>(
        &self,
        of: fn(&mut Jobs) -> &mut VecDeque<Job>,
        what: impl FnOnce(&mut dyn Counter) -> T + Send + 'static,
    ) -> Result<T, Reply> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::new(move |counter| {
            let answer = what(counter);
            Box::new(move || drop(sender.send(answer)))
        });
        let hint = "send the same request again in a moment; it won't be carried out twice";
        {
            let (jobs, bell) = self.waiting.as_ref();
            let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
            if of(&mut jobs).len() >= WAITING {
                return Err(Reply::not_yet(503, "the desk is busy", hint));
            }
            of(&mut jobs).push_back(job);
            bell.notify_one();
        }
        receiver.await.map_err(|_| Reply::not_yet(503, "the desk did not answer", hint))
    }

    /// What is known at this moment, of the file as it is.
    pub async fn view(&self) -> Arc<Known> {
        if (self.is_old)() {
            // The one at the counter looks afterwards; where it is too busy to be asked, it looks soon anyway.
            let _ = self.ask(|_| ()).await;
        }
        self.view.borrow().clone()
    }

    /// Follows what changes.
    pub fn watch(&self) -> watch::Receiver<Arc<Known>> {
        self.view.clone()
    }
}
