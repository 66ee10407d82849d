//! The fonts that come along, and those of the machine for scripts that they lack.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use typst::foundations::Bytes;
use typst::text::Font;

/// Inter for Latin, Greek and Cyrillic; common Chinese, Japanese and Korean from Noto. Licences lie beside the files.
static FILES: [&[u8]; 4] = [
    include_bytes!("../../../../templates/fonts/Inter-Regular.otf"),
    include_bytes!("../../../../templates/fonts/Inter-SemiBold.otf"),
    include_bytes!("../../../../templates/fonts/Inter-Bold.otf"),
    include_bytes!("../../../../templates/fonts/NotoSansCJKsc-common.otf"),
];

/// The embedded fonts, parsed once.
static EMBEDDED: LazyLock<Vec<Font>> =
    LazyLock::new(|| FILES.iter().flat_map(|file| Font::iter(Bytes::new(*file))).collect());

/// The licences of the embedded fonts, to be shown on request.
pub const LICENCES: [(&str, &str); 2] = [
    ("Inter", include_str!("../../../../templates/fonts/Inter-OFL.txt")),
    ("Noto Sans CJK", include_str!("../../../../templates/fonts/NotoSansCJK-OFL.txt")),
];

pub(super) fn embedded() -> &'static [Font] {
    &EMBEDDED
}

/// Whether a font that comes along draws a character.
pub(super) fn drawn(c: char) -> bool {
    EMBEDDED.iter().any(|font| font.info().coverage.contains(u32::from(c)))
}

/// Fonts of the machine that draw some of these characters; as few as needed, none if there are none.
pub(super) fn of_the_machine(wanted: &BTreeSet<char>) -> Vec<Font> {
    let mut files = Vec::new();
    for folder in folders() {
        collect(&folder, 0, &mut files);
    }
    files.sort();
    let mut wanted = wanted.clone();
    let mut found = Vec::new();
    for file in files {
        if wanted.is_empty() {
            break;
        }
        let Ok(bytes) = std::fs::read(&file) else { continue };
        for font in Font::iter(Bytes::new(bytes)) {
            let coverage = &font.info().coverage;
            let before = wanted.len();
            wanted.retain(|c| !coverage.contains(u32::from(*c)));
            if wanted.len() < before {
                found.push(font);
            }
        }
    }
    found
}

/// Where systems keep their fonts.
fn folders() -> Vec<PathBuf> {
    let fixed =
        ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"].map(PathBuf::from);
    let home = ["HOME", "USERPROFILE"].into_iter().find_map(std::env::var_os).map(PathBuf::from);
    let own = home
        .into_iter()
        .flat_map(|home| [".fonts", ".local/share/fonts", "Library/Fonts"].map(|folder| home.join(folder)));
    let windows = std::env::var_os("WINDIR").map(|windows| Path::new(&windows).join("Fonts"));
    fixed.into_iter().chain(own).chain(windows).collect()
}

/// Font files of a folder and the folders in it.
fn collect(folder: &Path, depth: u8, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        if ["ttf", "otf", "ttc", "otc"].contains(&ending.as_str()) {
            files.push(path);
        } else if depth < 6 && path.is_dir() {
            collect(&path, depth + 1, files);
        }
    }
}
