//! HTTPS for those who have a certificate: the one in `tests/desk/tls` is of `localhost`, and nobody believes it unasked. And behind a proxy that
//! has one.

use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::process::Command;
use std::sync::Arc;
use tokio_rustls::rustls::crypto::ring::default_provider;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

fn pem(name: &str) -> String {
    format!("{}/tests/desk/tls/{name}.pem", env!("CARGO_MANIFEST_DIR"))
}

fn posted() -> Hall {
    Hall::paired(4)
}

fn over_tls(hall: &Hall) -> Serving {
    Serving::with(hall, &["--tls", &pem("cert"), &pem("key"), "--host", "localhost"])
}

/// A browser that believes the certificate.
fn browser() -> ureq::Agent {
    let root = Certificate::from_pem(&std::fs::read(pem("ca")).unwrap()).unwrap();
    let config = ureq::Agent::config_builder().http_status_as_error(false).tls_config(
        TlsConfig::builder()
            .root_certs(RootCerts::new_with_certs(&[root]))
            .unversioned_rustls_crypto_provider(Arc::new(default_provider()))
            .build(),
    );
    config.build().new_agent()
}

#[test]
fn a_tablet_joins_and_taps_over_https() {
    let hall = posted();
    let serving = over_tls(&hall);
    let url = format!("https://localhost:{}", serving.address.port());
    let added = hall.json(&["device", "add", "Tablet 1", "--role", "scorekeeper"]);
    assert!(added["url"].as_str().unwrap().starts_with(&format!("{url}/join/")), "{added}");
    // Who dawdles over the key, or speaks plain http, keeps nobody waiting.
    let _dawdles = std::net::TcpStream::connect(serving.address).unwrap();
    let plain = serving.ask("GET", "/", &[("Accept", "text/html")], b"").is(400).text();
    assert_eq!(plain, "this hall only accepts https, and this request is http: start the address with https://");
    let browser = browser();
    let mut joined = browser.post(format!("{url}/api/join")).send_json(json!({ "code": added["code"] })).unwrap();
    let cookie = joined.headers().get("set-cookie").unwrap().to_str().unwrap().to_owned();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let token = joined.body_mut().read_json::<Value>().unwrap()["token"].as_str().unwrap().to_owned();
    let tap = json!({ "table": 1, "result": "1-0", "request": "a" });
    let report = |origin: &str| {
        let request = browser.post(format!("{url}/api/report")).header("Cookie", format!("hall={token}"));
        request.header("Origin", origin).send_json(&tap).unwrap().status().as_u16()
    };
    assert_eq!(report("https://evil.example"), 403);
    assert_eq!(report(&url), 200);
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
    assert_eq!(serving.close(), 0);
}

#[test]
fn another_desk_believes_what_its_computer_believes() {
    let hall = posted();
    let serving = over_tls(&hall);
    let url = format!("https://localhost:{}", serving.address.port());
    let code = hall.json(&["device", "add", "Back room", "--role", "desk"])["code"].as_str().unwrap().to_owned();
    let desk = Hall::empty();
    desk.run(&["--server", &url, "join", &code]).fails(3, "does not trust its certificate").says("nothing was changed");
    // Where the list of who is believed is a file that can be named.
    if cfg!(target_os = "linux") {
        let believing = |words: &[&str]| -> Command {
            let mut command = desk.command(&[&["--server", &url], words].concat());
            command.env("SSL_CERT_FILE", pem("ca"));
            command
        };
        let joined = believing(&["join", &code]).output().unwrap();
        assert!(joined.status.success(), "{joined:?}");
        let said = believing(&["result", "1", "1-0"]).output().unwrap();
        assert!(String::from_utf8_lossy(&said.stdout).contains("table 1"), "{said:?}");
        assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
    }
}

#[test]
fn a_hall_that_is_named_by_the_other_scheme_says_what_to_type() {
    let (hall, desk) = (posted(), Hall::empty());
    for (scheme, other) in [("https", "http"), ("http", "https")] {
        let serving = if scheme == "https" { over_tls(&hall) } else { Serving::of(&hall) };
        let [right, wrong] = [scheme, other].map(|scheme| format!("{scheme}://localhost:{}", serving.address.port()));
        let message = format!("the hall at {wrong} uses {scheme}, not {other}");
        let hint = format!("nothing was changed; type {right} instead");
        desk.run(&["--server", &wrong, "join", "AAAABBBB"]).fails(2, &message).says(&hint);
        let key = json!({ "token": "a", "device": 1, "name": "Desk", "official": null });
        std::fs::create_dir_all(desk.own_path("bughouse")).unwrap();
        std::fs::write(desk.own_path("bughouse/halls.json"), json!({ &wrong: key }).to_string()).unwrap();
        desk.run(&["--server", &wrong, "status"]).fails(2, &message).says(&hint);
        desk.run(&["--server", &right, "status"]).fails(2, &format!("it has joined {wrong}"));
        desk.run(&["standby", &wrong, "copy"]).fails(2, &message).says(&hint);
        assert_eq!(serving.close(), 0);
    }
}

#[test]
fn https_is_not_begun_with_what_is_no_certificate() {
    let hall = posted();
    let (cert, key) = (pem("cert"), pem("key"));
    hall.run(&["serve", "--tls", &cert]).fails(2, "--tls");
    hall.run(&["serve", "--tls", &cert, "nothing.pem"]).fails(2, "there is no file nothing.pem");
    hall.run(&["serve", "--tls", &key, &cert])
        .fails(2, "has no certificate in it")
        .says("--tls fullchain.pem privkey.pem");
    hall.run(&["serve", "--tls", &cert, &pem("ca")]).fails(2, "has no private key in it");
    hall.run(&["serve", "--tls", &pem("ca"), &key]).fails(2, "don't work for HTTPS");
}

#[test]
fn behind_a_proxy_all_that_is_printed_leads_to_it_and_each_who_asks_is_counted_alone() {
    let hall = posted();
    let url = "https://hall.example.org";
    let serving = Serving::with(&hall, &["--behind", url]);
    let added = hall.json(&["device", "add", "Tablet 1", "--role", "scorekeeper"]);
    assert!(added["url"].as_str().unwrap().starts_with(&format!("{url}/join/")), "{added}");
    hall.run(&["slips"]).ok().says(&format!("{url}/s/CODE"));
    hall.run(&["slips", "-o", "slips.html"]).ok();
    let page = std::fs::read_to_string(hall.path("slips.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 2, "a picture a slip");
    let join = |code: &str, line: &[(&str, &str)]| {
        let named = [&[("Host", "hall.example.org"), ("Origin", url)], line].concat();
        serving.ask("POST", "/api/join", &named, json!({ "code": code }).to_string().as_bytes())
    };
    // What comes before the proxy's own word anybody may have written.
    for _ in 0..8 {
        join("AAAABBBB", &[("X-Forwarded-For", "203.0.113.9, 198.51.100.7")]).is(401);
    }
    let code = added["code"].as_str().unwrap();
    join(code, &[("X-Forwarded-For", "203.0.113.9, 198.51.100.7")]).is(429);
    let joined = join(code, &[("X-Forwarded-For", "198.51.100.7, 203.0.113.9")]).is(200);
    assert!(joined.header("set-cookie").unwrap().ends_with("; Secure"), "{joined:?}");
    serving.ask("GET", "/", &[("Host", "evil.example")], b"").is(403);
    assert_eq!(serving.close(), 0);
    hall.run(&["serve", "--behind", "hall.example.org"]).fails(2, "https://hall.example.org");
    hall.run(&["serve", "--behind", url, "--tls", &pem("cert"), &pem("key")]).fails(2, "can't be used together");
}

#[test]
fn without_a_proxy_nobody_says_for_whom_he_asks() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let guess = |of: &str| {
        serving.ask(
            "POST",
            "/api/join",
            &[("X-Forwarded-For", of)],
            json!({ "code": "AAAABBBB" }).to_string().as_bytes(),
        )
    };
    for at in 0..8 {
        guess(&format!("203.0.113.{at}")).is(401);
    }
    guess("203.0.113.9").is(429);
}

#[test]
fn a_proxy_knows_one_port() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let port = serving.address.port().to_string();
    let other = Hall::with_teams(2);
    other
        .run(&["serve", "--behind", "https://hall.example.org", "--port", &port])
        .fails(3, &format!("port {port} is in use"))
        .says("--port");
}

#[test]
fn what_a_proxy_did_not_hear_of_may_have_been_done() {
    let (desk, proxy) = (Hall::empty(), std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let url = format!("http://{}", proxy.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in proxy.incoming() {
            let mut stream = stream.unwrap();
            let mut asked = [0; 4096];
            let read = stream.read(&mut asked).unwrap();
            let status = if asked[..read].starts_with(b"POST /api/join") { "413 Large" } else { "504 Late" };
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno").unwrap();
            // Closed with something unread it would cut off its answer.
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            let _ = std::io::copy(&mut stream, &mut std::io::sink());
        }
    });
    desk.run(&["--server", &url, "join", "AAAABBBB"]).fails(3, "doesn't take anything that large (HTTP 413)");
    std::fs::create_dir_all(desk.own_path("bughouse")).unwrap();
    let key = json!({ "token": "a", "device": 1, "name": "Desk", "official": null });
    std::fs::write(desk.own_path("bughouse/halls.json"), json!({ &url: key }).to_string()).unwrap();
    desk.run(&["--server", &url, "pair"])
        .fails(3, "got no answer from the hall (HTTP 504)")
        .says("the command may or may not have gone through");
}
