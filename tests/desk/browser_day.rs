//! The day in a real browser: by mouse and keys it is the day that is typed; and an event from start to standings by keys alone.

use super::browser::window;
use super::browser_entries::drop_list;
use super::browser_window::{Browser, Device};
use super::day::{Act, PAPER, acts, is_the_typed_day, lines_of};
use super::hall::Hall;
use super::window::opened;
use serde_json::json;

/// Somebody with a mouse at the desk.
struct Mouse {
    browser: Browser,
    device: Device,
    root: String,
    clicks: usize,
}

impl Mouse {
    fn open(&mut self, path: &str) {
        self.browser.open(&self.device, &format!("{}{path}", self.root));
    }

    fn version(&mut self) -> i64 {
        let sentence = "fetch('/version').then(reply => reply.text()).then(text => Number(text.split(' ')[0]))";
        // A page that is just left answers nothing.
        self.browser.wait(&self.device, &format!("{sentence}.then(number => number >= 0)"));
        self.browser.value(&self.device, sentence).as_i64().expect("a number")
    }

    /// Clicks what an expression finds.
    fn click(&mut self, found: &str) {
        self.clicks += 1;
        let clicked = format!("document.readyState === 'complete' && (e => !!e && (e.click(), true))({found})");
        self.browser.wait(&self.device, &clicked);
    }

    /// Clicks it, and waits until the event has changed.
    fn act(&mut self, found: &str) {
        let before = self.version();
        self.click(found);
        self.changed(before);
    }

    /// Waits until the event has changed, and says yes to what is asked before that.
    fn changed(&mut self, before: i64) {
        let changed = format!(
            "fetch('/version').then(reply => reply.text()).then(text => Number(text.split(' ')[0]) > {before})"
        );
        let asks = "document.readyState === 'complete' && document.querySelector('.ask') !== null && !document.body.matches('.confirm')";
        let since = std::time::Instant::now();
        while self.browser.value(&self.device, &changed) != true {
            if self.browser.value(&self.device, asks) == true {
                self.click("document.querySelector('.ask form button')");
            }
            let page = || "document.body.innerText";
            assert!(since.elapsed().as_secs() < 60, "{}", self.browser.value(&self.device, page()));
            std::thread::sleep(std::time::Duration::from_millis(30));
        }
        self.browser.wait(&self.device, "document.readyState === 'complete'");
    }

    /// The button that gives a command.
    fn button(line: &str) -> String {
        let line = json!(line);
        format!(
            "[...document.querySelectorAll('form[action=\"/do\"]')].find(f => f.elements.line?.type === 'hidden' && f.elements.line.value === {line})?.querySelector('button')"
        )
    }

    /// Waits until the line of the grid is there, and types into it.
    fn slip(&mut self, line: &str) {
        let ready = "document.readyState === 'complete' && document.activeElement?.name === 'line' && document.activeElement.form.id === 'slips'";
        self.browser.wait(&self.device, ready);
        self.browser.value(&self.device, "document.activeElement.value = ''");
        self.browser.types(&self.device, &format!("{line}\n"));
    }

    /// A slip by the mouse alone: its table's square, who won, on which board and how.
    fn taps(&mut self, line: &str) {
        let (table, said) = line.split_once(' ').expect("a table");
        self.click(&format!("[...document.querySelectorAll('.tile')].find(e => e.innerText === '{table}')"));
        let checked = |name: &str, value: &str| {
            format!("document.querySelector('.tap input[name={name}][value={value}]')?.parentElement")
        };
        for letter in said.chars().skip(1) {
            let choice = match letter {
                'a' | 'b' => checked("board", &letter.to_string()),
                'm' => checked("by", "mate"),
                't' => checked("by", "time"),
                'r' => checked("by", "resign"),
                _ => checked("by", "illegal"),
            };
            self.click(&choice);
        }
        let won = match said.chars().next() {
            Some('1') => "1-0",
            Some('2') => "0-1",
            _ => "1/2",
        };
        self.act(&format!("document.querySelector('.tap button[value=\"{won}\"]')"));
    }

    fn give(&mut self, act: &Act, by_hand: bool) {
        match act {
            Act::Press(page, line) => {
                self.open(page);
                self.act(&Self::button(line));
            }
            Act::Post(section, _) => {
                self.open(&format!("/propose?section={section}"));
                self.act("document.querySelector('main [data-posts]')");
            }
            Act::Box(line) => {
                self.open("/now");
                let before = self.version();
                self.browser.value(&self.device, "document.activeElement.blur()");
                self.browser.types(&self.device, "/");
                self.browser.wait(&self.device, "document.activeElement.name === 'line'");
                self.browser.types(&self.device, &format!("{line}\n"));
                self.changed(before);
            }
            Act::Fill(path, fields, _) => {
                self.open(&format!("/form/{path}"));
                for (name, value) in *fields {
                    let value = json!(value);
                    // A line is a child, entered in fields of its own, or one of several fields.
                    let fill = format!(
                        "(value => {{
                           const all = [...document.querySelectorAll(\"[name='a-{name}']\")], lines = value.split('\\n');
                           const parts = (line, at) => line.split(',').forEach((part, n) => {{ document.querySelectorAll(`[name^='a-{name}.${{at}}.']`)[n].value = part; }});
                           if (!all.length) lines.forEach(parts);
                           else if (all[0].type === 'checkbox') all[0].checked = true;
                           else if (all.length === 1) all[0].value = value;
                           else lines.forEach((line, n) => {{ all[n].value = line; }});
                         }})({value})"
                    );
                    self.browser.value(&self.device, &fill);
                }
                self.act("document.querySelector('.fields .go')");
            }
            Act::Slip(section, round, line, _) => {
                self.open(&format!("/at/round?section={section}&round={round}"));
                if by_hand {
                    self.taps(line);
                } else {
                    let before = self.version();
                    self.slip(line);
                    self.changed(before);
                }
            }
            Act::Replace(section, round, line, _) => {
                self.open(&format!("/at/round?section={section}&round={round}"));
                self.slip(line);
                self.browser.says(&self.device, "This slip says something else");
                self.act("document.querySelector('button[name=answer][value=r]')");
            }
            Act::Drop(name, text, line) => {
                self.open("/at/entries");
                drop_list(&mut self.browser, &self.device, name, text);
                self.browser.wait(&self.device, "location.pathname === '/entries/file'");
                match line {
                    Some(line) => {
                        self.browser.says(&self.device, "24 rows");
                        self.click("document.querySelector('button[name=into][value=\"*\"]')");
                        self.act(&Self::button(line));
                    }
                    None => self.click("document.querySelector('form[action=\"/entries/leave\"] button')"),
                }
            }
        }
    }
}

fn sat(hall: &Hall) -> Option<(super::serving_client::Serving, Mouse)> {
    let mut browser = window()?;
    let (serving, address) = opened(hall, &[]);
    let device = browser.device(1280, 900);
    browser.open(&device, &address);
    let root = format!("http://{}", serving.address);
    Some((serving, Mouse { browser, device, root, clicks: 0 }))
}

#[test]
#[ignore = "a whole day at the desk takes minutes"]
fn the_day_by_mouse_is_the_day_that_is_typed() {
    let hall = Hall::empty();
    let Some((serving, mut mouse)) = sat(&hall) else { return };
    mouse.browser.says(&mouse.device, "New tournament");
    mouse.browser.value(&mouse.device, "document.querySelector('#name').value = 'Spring Bughouse'");
    mouse.click("document.querySelector('.make button.large')");
    mouse.browser.says(&mouse.device, "The tournament has no sections yet");
    let mut slips = 0;
    for act in acts() {
        slips += usize::from(matches!(act, Act::Slip(..)));
        // The first round is tapped, the others are typed as a pile is.
        mouse.give(&act, slips <= 12);
    }
    is_the_typed_day(&hall);
    for at in PAPER {
        mouse.open(at);
        let page = mouse.browser.value(&mouse.device, "document.documentElement.outerHTML");
        let mut lines = lines_of(page.as_str().expect("a page"), "/print");
        lines.sort();
        lines.dedup();
        for line in lines {
            let file = line.rsplit(" -o ").next().expect("a file").to_owned();
            let form = format!(
                "[...document.querySelectorAll('form[action=\"/print\"]')].find(f => f.elements.line.value === {})",
                json!(line)
            );
            // A tab of its own opens for a person's click alone.
            mouse.open(at);
            mouse.browser.value(&mouse.device, &format!("{form}.target = '_self'"));
            mouse.click(&format!("{form}.querySelector('button')"));
            let since = std::time::Instant::now();
            while !hall.path(&file).is_file() {
                assert!(since.elapsed() < std::time::Duration::from_secs(60), "{line}: {:?}", hall.files());
                std::thread::sleep(std::time::Duration::from_millis(50));
            }
        }
    }
    let sheets = hall.files().iter().filter(|file| file.ends_with(".pdf")).count();
    assert!(sheets >= 20, "{sheets} sheets");
    eprintln!("a day of three sections by mouse: {} clicks, {sheets} sheets", mouse.clicks);
    drop(serving);
}

/// Tab, until this has the focus.
fn tab_to(mouse: &mut Mouse, what: &str) {
    let there = format!("document.readyState === 'complete' && document.activeElement.matches({})", json!(what));
    for _ in 0..80 {
        if mouse.browser.value(&mouse.device, &there) == true {
            return;
        }
        mouse.browser.types(&mouse.device, "\t");
    }
    panic!("Tab does not come to {what}: {}", mouse.browser.value(&mouse.device, "document.activeElement.outerHTML"));
}

#[test]
#[ignore = "a whole day at the desk takes minutes"]
fn an_event_goes_from_start_to_standings_by_keys_alone() {
    let hall = Hall::empty();
    let Some((serving, mut mouse)) = sat(&hall) else { return };
    let keys = |mouse: &mut Mouse, text: &str| mouse.browser.types(&mouse.device, text);
    mouse.browser.says(&mouse.device, "New tournament");
    tab_to(&mut mouse, "#name");
    keys(&mut mouse, "Keys Only\n");
    mouse.browser.says(&mouse.device, "The tournament has no sections yet");
    // The next act has the focus.
    mouse.browser.wait(&mouse.device, "document.activeElement.matches('[data-next]')");
    keys(&mut mouse, "\n");
    mouse.browser.wait(&mouse.device, "document.activeElement.name === 'a-name'");
    keys(&mut mouse, "K-6");
    tab_to(&mut mouse, "[name=a-rounds]");
    keys(&mut mouse, "1\n");
    mouse.browser.says(&mouse.device, "section K-6, grades K-6");
    for (team, one, other) in
        [("Rooks", "Ann Lee\t5\t1200", "Ben Ortiz\t4\t900"), ("Pawns", "Cy Day\t6\t1000", "Dee Fox\t6\t950")]
    {
        mouse.browser.wait(&mouse.device, "document.readyState === 'complete'");
        keys(&mut mouse, "\u{1b}ge");
        mouse.browser.wait(&mouse.device, "location.pathname === '/at/entries' && document.readyState === 'complete'");
        tab_to(&mut mouse, "a[href^='/form/team/add']");
        keys(&mut mouse, "\n");
        mouse.browser.wait(&mouse.device, "document.activeElement.name === 'a-name'");
        keys(&mut mouse, team);
        for (at, child) in [one, other].into_iter().enumerate() {
            tab_to(&mut mouse, &format!("[name='a-players.{at}.name']"));
            keys(&mut mouse, child);
        }
        tab_to(&mut mouse, ".fields .go");
        keys(&mut mouse, "\n");
        mouse.browser.says(&mouse.device, &format!(" {team}"));
    }
    mouse.browser.wait(&mouse.device, "document.readyState === 'complete'");
    keys(&mut mouse, "\u{1b}gn");
    mouse.browser.wait(&mouse.device, "location.pathname === '/now' && document.readyState === 'complete'");
    mouse.browser.wait(&mouse.device, "document.activeElement.matches('[data-next]')");
    let button = mouse.browser.value(&mouse.device, "document.activeElement.innerText");
    keys(&mut mouse, "\n");
    mouse.browser.wait(&mouse.device, "location.pathname !== '/now' && document.readyState === 'complete'");
    assert!(
        button.as_str().is_some_and(|label| label.starts_with("Pair round 1") || label.starts_with("Check in")),
        "{button}"
    );
    if mouse.browser.value(&mouse.device, "location.pathname") != "/propose" {
        mouse.browser.open(&mouse.device, &format!("{}/propose?section=K-6", mouse.root));
    }
    mouse.browser.says(&mouse.device, "This is what would be posted");
    tab_to(&mut mouse, "main .go");
    keys(&mut mouse, "\n");
    mouse.browser.wait(&mouse.device, "document.querySelector('.sentence')?.innerText.includes('round 1') ?? false");
    mouse.browser.wait(&mouse.device, "document.readyState === 'complete'");
    keys(&mut mouse, "\u{1b}gr");
    mouse.browser.wait(&mouse.device, "document.activeElement.matches('#slips [name=line]')");
    keys(&mut mouse, "1 1 a m\n");
    mouse.browser.says(&mouse.device, "All results are in");
    keys(&mut mouse, "\u{1b}gs");
    mouse.browser.wait(&mouse.device, "location.pathname === '/at/standings' && document.readyState === 'complete'");
    mouse.browser.says(&mouse.device, "Rooks");
    // Why a team has its place, by keys too.
    tab_to(&mut mouse, "tbody a");
    keys(&mut mouse, "\n");
    mouse.browser.says(&mouse.device, "leads with 1 point.");
    assert_eq!(hall.json(&["standings"])["rows"][0]["team"]["name"], "Rooks");
    drop(serving);
}
