//! What the program is made of: whose code, under which licence, from where; and a bill of it.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;

/// Licences that ask for no more than to be named. `deny.toml` has the same list.
const ALLOWED: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every package of the program, of all platforms; where only this one's are at hand, of this one.
fn packages() -> Vec<Value> {
    let metadata = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command
            .current_dir(root())
            .args(["metadata", "--format-version", "1", "--locked", "--offline", "--all-features"])
            .args(more);
        let output = command.output().expect("cargo runs");
        output.status.success().then(|| serde_json::from_slice::<Value>(&output.stdout).expect("cargo writes JSON"))
    };
    let version = Command::new("rustc").arg("-vV").output().expect("rustc runs").stdout;
    let host = String::from_utf8(version).expect("rustc writes text");
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc knows its host").to_owned();
    let found = metadata(&[]).or_else(|| metadata(&["--filter-platform", &host])).expect("what was built is at hand");
    let needed: Vec<&str> =
        found["resolve"]["nodes"].as_array().expect("a list").iter().filter_map(|node| node["id"].as_str()).collect();
    let packages = found["packages"].as_array().expect("a list").iter();
    packages.filter(|p| p["id"].as_str().is_some_and(|id| needed.contains(&id))).cloned().collect()
}

/// Whether a package is a crate of this project: the program, or its engine.
fn is_ours(package: &Value) -> bool {
    package["manifest_path"].as_str().is_some_and(|path| PathBuf::from(path).starts_with(root()))
}

fn text<'p>(package: &'p Value, key: &str) -> &'p str {
    package[key].as_str().unwrap_or_default()
}

/// Whether a licence expression can be met with the licences allowed: `AND` needs both sides, `OR` (once written `/`) one.
fn is_met(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.trim();
    // The outermost operator, looked for outside of parentheses; OR binds weaker.
    for (operator, all) in [(" OR ", false), (" AND ", true)] {
        let mut depth = 0;
        let mut parts = vec![String::new()];
        let mut rest = expression;
        while let Some(c) = rest.chars().next() {
            if depth == 0 && rest.starts_with(operator) {
                parts.push(String::new());
                rest = &rest[operator.len()..];
                continue;
            }
            depth += i32::from(c == '(') - i32::from(c == ')');
            parts.last_mut().expect("there is always one").push(c);
            rest = &rest[c.len_utf8()..];
        }
        if parts.len() > 1 {
            return if all { parts.iter().all(|part| is_met(part)) } else { parts.iter().any(|part| is_met(part)) };
        }
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_met(inner),
        None => ALLOWED.contains(&expression),
    }
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    for met in [
        "MIT",
        "MIT/GPL-3.0",
        "GPL-3.0 OR (MIT AND Zlib)",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_met(met), "{met}");
    }
    for unmet in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND AGPL-3.0", "Apache-2.0 WITH Other-exception"] {
        assert!(!is_met(unmet), "{unmet}");
    }
}

#[test]
fn every_package_has_a_licence_that_is_allowed_and_comes_from_the_registry() {
    let mut wrong = Vec::new();
    for package in packages().iter().filter(|package| !is_ours(package)) {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        if !is_met(licence) {
            wrong.push(format!("{name}: licence {licence:?}"));
        }
        if text(package, "source") != REGISTRY {
            wrong.push(format!("{name}: from {}", package["source"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_tool_for_licences_is_given_the_same() {
    let text: toml::Table = std::fs::read_to_string(root().join("deny.toml"))
        .expect("it is part of the project")
        .parse()
        .expect("it is TOML");
    let allowed: Vec<&str> =
        text["licenses"]["allow"].as_array().expect("a list").iter().filter_map(|l| l.as_str()).collect();
    assert_eq!(allowed, ALLOWED);
}

/// The bill in CycloneDX 1.5: every package with version, licence, and the checksum that `Cargo.lock` holds it to.
fn bill() -> Value {
    let lock: toml::Table = std::fs::read_to_string(root().join("Cargo.lock"))
        .expect("it is part of the project")
        .parse()
        .expect("it is TOML");
    let mut checksums = HashMap::new();
    for package in lock["package"].as_array().expect("a list") {
        let part = |key: &str| package.get(key).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
        checksums.insert((part("name"), part("version")), part("checksum"));
    }
    let packages = packages();
    let components = packages.iter().filter(|package| !is_ours(package)).map(|package| {
        let (name, version) = (text(package, "name"), text(package, "version"));
        let checksum = checksums.get(&(name.to_owned(), version.to_owned())).cloned().unwrap_or_default();
        json!({
            "type": "library", "name": name, "version": version, "purl": format!("pkg:cargo/{name}@{version}"),
            "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
            "hashes": [{ "alg": "SHA-256", "content": checksum }],
        })
    });
    json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": {
            "type": "application", "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION"),
            "licenses": [{ "expression": env!("CARGO_PKG_LICENSE") }],
        } },
        "components": components.collect::<Vec<_>>(),
    })
}

#[test]
fn the_bill_names_every_package_with_its_checksum() {
    let bill = bill();
    let components = bill["components"].as_array().expect("a list");
    assert!(components.len() > 50, "{} packages", components.len());
    for component in components {
        assert_eq!(component["hashes"][0]["content"].as_str().map(str::len), Some(64), "{component}");
    }
}

#[test]
#[ignore = "writes target/bughouse.cdx.json"]
fn write_the_bill_of_materials() {
    let path = root().join("target/bughouse.cdx.json");
    std::fs::write(&path, format!("{:#}\n", bill())).expect("target can be written");
    eprintln!("wrote {}", path.display());
}
