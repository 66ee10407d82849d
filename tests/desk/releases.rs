//! Whether there is a newer release is asked for on request alone, and a school without internet gets a sentence.

use super::hall::{Hall, Said};
use std::io::{Read, Write};
use std::net::TcpListener;

/// A page of releases that answers once; gives its address, and what was asked of it.
fn page(answer: &str) -> (String, std::thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = format!("http://{}/releases", listener.local_addr().expect("it listens"));
    let answer = answer.replace("{page}", &address);
    let asked = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("it is asked");
        let mut asked = vec![0; 4096];
        let read = stream.read(&mut asked).expect("it is asked in one piece");
        stream.write_all(answer.as_bytes()).expect("it listens");
        String::from_utf8_lossy(&asked[..read]).into_owned()
    });
    (address, asked)
}

fn checked(hall: &Hall, page: &str) -> Said {
    let mut command = hall.command(&["version", "--check"]);
    command.env("BUGHOUSE_RELEASES", page);
    Said::by(command, "")
}

fn led_to(place: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}

#[test]
fn a_newer_release_is_reported_on_request() {
    for (answer, expected) in [
        (led_to("{page}/tag/v99.1.0"), "99.1.0 is newer: get it from http://127.0.0.1"),
        (led_to(concat!("{page}/tag/v", env!("CARGO_PKG_VERSION"))), "this is the newest release"),
        (led_to("{page}/tag/v0.0.9"), "this is the newest release"),
        (led_to("{page}"), "nothing has been released at"),
    ] {
        let (address, asked) = page(&answer);
        let hall = Hall::with_teams(2);
        checked(&hall, &address).ok().says(expected);
        let asked = asked.join().expect("the page was asked").to_lowercase();
        assert!(asked.starts_with("get /releases/latest http/1.1"), "{asked}");
        assert!(!asked.contains("spring") && !asked.contains("cookie"), "nothing of the event is sent: {asked}");
    }
}

#[test]
fn without_the_page_of_releases_the_command_says_so() {
    let hall = Hall::empty();
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a port is free").local_addr().expect("it listens");
    let address = format!("http://{nobody}/releases");
    let said = checked(&hall, &address);
    said.fails(3, "cannot tell whether there is a newer release").fails(3, "works without the internet");
    let (address, _) = page("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi");
    checked(&hall, &address).fails(3, "answers with HTTP 200");
}

#[test]
fn the_file_says_which_release_wrote_it() {
    let hall = Hall::with_teams(2);
    hall.run(&["check"]).ok().says(concat!("last written by version ", env!("CARGO_PKG_VERSION")));
    assert_eq!(hall.json(&["check"])["written_by"], env!("CARGO_PKG_VERSION"));
}
