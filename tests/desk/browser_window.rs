//! A real browser, driven over a pipe by its own protocol: pages are opened, tapped, looked at. Chromium only, and only where there is one.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Names under which it is looked for, beside `$BUGHOUSE_BROWSER`.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Without a window, a sandbox, or a word to anybody outside.
const QUIET: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];

/// How long a page may take.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
    _home: tempfile::TempDir,
}

/// One device: a page with cookies of its own.
#[derive(Debug, Clone)]
pub struct Device {
    session: String,
    /// What its tabs share.
    own: Value,
}

/// The browser of this machine, if it has one that can be driven.
pub fn browser() -> Option<Browser> {
    let named = std::env::var("BUGHOUSE_BROWSER").into_iter().chain(NAMES.map(str::to_owned));
    named.filter(|name| runs(name)).find_map(|name| Browser::start(&name))
}

fn runs(name: &str) -> bool {
    let mut asked = Command::new(name);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

impl Browser {
    fn start(name: &str) -> Option<Self> {
        let home = tempfile::tempdir().ok()?;
        // The browser reads its orders on descriptor 3 and answers on 4.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", name])
            .args(QUIET)
            .arg(format!("--user-data-dir={}", home.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Self { child, to, from, asked: 0, _home: home })
    }

    fn ask(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.try_to(session, method, params).unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    fn try_to(&mut self, session: Option<&str>, method: &str, params: Value) -> Result<Value, Value> {
        self.asked += 1;
        let mut order = json!({ "id": self.asked, "method": method, "params": params });
        if let Some(session) = session {
            order["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{order}\0").as_bytes()).expect("the browser reads");
        loop {
            let mut bytes = Vec::new();
            self.from.read_until(0, &mut bytes).expect("the browser answers");
            assert_eq!(bytes.pop(), Some(0), "the browser has ended");
            let said: Value = serde_json::from_slice(&bytes).expect("the browser speaks JSON");
            if said["id"] == self.asked {
                return if said["error"].is_null() { Ok(said["result"].clone()) } else { Err(said["error"].clone()) };
            }
        }
    }

    /// A device of this size, with its own cookies.
    pub fn device(&mut self, width: u32, height: u32) -> Device {
        let own = self.ask(None, "Target.createBrowserContext", json!({}))["browserContextId"].clone();
        let device = self.tab_of(own);
        self.size(&device, width, height);
        device
    }

    /// A second tab of a device.
    pub fn tab(&mut self, device: &Device) -> Device {
        self.tab_of(device.own.clone())
    }

    fn tab_of(&mut self, own: Value) -> Device {
        let target = json!({ "url": "about:blank", "browserContextId": own });
        let target = self.ask(None, "Target.createTarget", target)["targetId"].clone();
        let attached = self.ask(None, "Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        let device = Device { session: attached["sessionId"].as_str().expect("a session has a name").to_owned(), own };
        self.on(&device, "Network.enable", json!({}));
        device
    }

    fn on(&mut self, device: &Device, method: &str, params: Value) -> Value {
        self.ask(Some(&device.session), method, params)
    }

    pub fn size(&mut self, device: &Device, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.on(device, "Emulation.setDeviceMetricsOverride", size);
    }

    pub fn without_scripts(&mut self, device: &Device) {
        self.on(device, "Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    }

    pub fn dark(&mut self, device: &Device, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.on(device, "Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// As it would be on paper.
    pub fn printed(&mut self, device: &Device) {
        self.on(device, "Emulation.setEmulatedMedia", json!({ "media": "print" }));
    }

    /// Has every page that is opened from now on run this first.
    pub fn prepared(&mut self, device: &Device, script: &str) {
        self.on(device, "Page.enable", json!({}));
        self.on(device, "Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    pub fn offline(&mut self, device: &Device, offline: bool) {
        let line = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.on(device, "Network.emulateNetworkConditions", line);
    }

    /// Closes a tab, as a finger would.
    pub fn close(&mut self, device: &Device) {
        self.on(device, "Page.close", json!({}));
    }

    pub fn open(&mut self, device: &Device, address: &str) {
        let opened = self.on(device, "Page.navigate", json!({ "url": address }));
        assert!(opened["errorText"].is_null(), "{address}: {opened}");
        self.wait(device, "document.readyState === 'complete' && !!document.querySelector('main')");
    }

    /// What an expression comes to in the page; nothing where the page went away while it was asked.
    pub fn value(&mut self, device: &Device, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        self.try_to(Some(&device.session), "Runtime.evaluate", asked).unwrap_or_default()["result"]["value"].clone()
    }

    /// Waits until an expression is true in the page.
    #[track_caller]
    pub fn wait(&mut self, device: &Device, expression: &str) {
        let begun = Instant::now();
        while self.value(device, expression) != json!(true) {
            let page = || "document.body ? document.body.innerText : ''";
            assert!(begun.elapsed() < PATIENCE, "{expression}\n{}", self.value(device, page()));
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Taps what holds these words: the smallest button, link or summary.
    #[track_caller]
    pub fn tap(&mut self, device: &Device, words: &str) {
        let find = format!(
            "[...document.querySelectorAll('main button, main a, summary')].filter(e => e.innerText.replace(/\\s+/g, ' ').includes({}))[0]",
            json!(words)
        );
        // A page is whole when its script runs. It is tapped in the moment in which it is found: pages follow the event.
        self.wait(device, &format!("document.readyState === 'complete' && (e => !!e && (e.click(), true))({find})"));
    }

    /// Types on the keyboard, wherever the focus is; `\n` is Enter, `\t` Tab, `\u{1b}` Escape.
    pub fn types(&mut self, device: &Device, text: &str) {
        for letter in text.chars() {
            let (key, text, code) = match letter {
                '\n' => ("Enter".to_owned(), "\r".to_owned(), 13),
                '\t' => ("Tab".to_owned(), String::new(), 9),
                '\u{1b}' => ("Escape".to_owned(), String::new(), 27),
                letter => (letter.to_string(), letter.to_string(), 0),
            };
            let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
            let down = json!({ "type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code });
            self.on(device, "Input.dispatchKeyEvent", down);
            self.on(
                device,
                "Input.dispatchKeyEvent",
                json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }),
            );
        }
    }

    /// Waits until the page says these words, and is whole: before its style has come it has neither its sizes nor its colours.
    #[track_caller]
    pub fn says(&mut self, device: &Device, words: &str) {
        let has = "document.readyState === 'complete' && document.body.innerText.replace(/\\s+/g, ' ').includes";
        self.wait(device, &format!("{has}({})", json!(words)));
    }

    /// What is wrong with the page for those who see little, tap with thumbs or hear it read.
    pub fn faults(&mut self, device: &Device) -> Vec<String> {
        let found = self.value(device, include_str!("browser_faults.js"));
        found.as_array().into_iter().flatten().filter_map(|fault| fault.as_str().map(str::to_owned)).collect()
    }

    /// What axe-core finds; nothing where `$BUGHOUSE_AXE` does not name its script, which is said once.
    pub fn axe(&mut self, device: &Device) -> Vec<String> {
        let Some(path) = std::env::var_os("BUGHOUSE_AXE") else {
            static SAID: std::sync::Once = std::sync::Once::new();
            SAID.call_once(|| {
                eprintln!("SKIPPED: BUGHOUSE_AXE names no axe.min.js. axe-core did NOT look at the pages.")
            });
            return Vec::new();
        };
        let script = std::fs::read_to_string(path).expect("axe-core can be read");
        self.value(device, &format!("{script};0"));
        let found = self.value(
            device,
            "axe.run(document).then(all => all.violations.flatMap(rule => rule.nodes.map(node => `${rule.id}: ${node.html}`)))",
        );
        let found = found.as_array().expect("axe-core answers").clone();
        found.iter().filter_map(|fault| fault.as_str().map(str::to_owned)).collect()
    }

    /// Leaves a picture of the page in `$KEEP_SHEETS`, to be looked at.
    pub fn picture(&mut self, device: &Device, name: &str) {
        use base64::Engine;
        let Some(folder) = std::env::var_os("KEEP_SHEETS") else { return };
        let taken = self.on(device, "Page.captureScreenshot", json!({}));
        let bytes = base64::engine::general_purpose::STANDARD.decode(taken["data"].as_str().unwrap_or_default());
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, bytes.expect("a picture is in base 64")).expect("the folder can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
