//! Several files bound into one: pages, tags and bookmarks of each after those of the one before.
//!
//! Reads only what this program's own engine writes: objects in the clear, and a table of their places at the end.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::ops::Range;

/// What a bound file has once, by whatever number a part knows it.
const PAGES: usize = 1;
const TAGS: usize = 2;
const BOOKMARKS: usize = 3;
const ABOUT: usize = 4;
const CATALOG: usize = 5;
/// What the tags of all parts stand in.
const WHOLE: usize = 6;

/// A file in the making. What is added alone stays as it is.
#[derive(Default)]
pub(super) struct Binder {
    only: Option<Vec<u8>>,
    bound: Option<Bound>,
}

impl Binder {
    /// Adds a file; none where it was not written by this program's engine.
    pub(super) fn add(&mut self, file: Vec<u8>) -> Option<()> {
        match (self.only.take(), &mut self.bound) {
            (None, None) => self.only = Some(file),
            (first, bound) => {
                let bound = bound.get_or_insert_with(Bound::new);
                first.map_or(Some(()), |first| bound.add(&first))?;
                bound.add(&file)?;
            }
        }
        Some(())
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bound.map(Bound::finish).or(self.only).unwrap_or_default()
    }
}

#[derive(Default)]
struct Bound {
    bytes: Vec<u8>,
    /// Where each object begins, by number; 0 for one that is not there.
    places: Vec<usize>,
    parts: usize,
    /// As the lists that hold them are written.
    pages: String,
    tags: String,
    tags_of_pages: String,
    named_tags: String,
    roles: String,
    count: usize,
    tagged: usize,
    bookmarks: Option<Bookmarks>,
}

/// The chain of bookmarks; its last one waits for who follows.
struct Bookmarks {
    first: usize,
    last: (usize, Vec<u8>),
    seen: usize,
}

impl Bound {
    fn new() -> Self {
        let bytes = b"%PDF-1.7\n%\x80\x80\x80\x80\n\n".to_vec();
        Self { bytes, places: vec![0; WHOLE + 1], ..Self::default() }
    }

    fn add(&mut self, file: &[u8]) -> Option<()> {
        let file = PdfFile::read(file)?;
        let [root, about] = ["/Root ", "/Info "].map(|name| number_after(&file.trailer, name));
        let catalog = file.text(root?)?;
        let once = ["/Pages ", "/StructTreeRoot ", "/Outlines "].map(|name| number_after(&catalog, name));
        let dropped = [root, about, number_after(&catalog, "/Metadata ")];
        let shift = self.places.len() - 1;
        let place = |object: usize| {
            let known = once.iter().position(|it| *it == Some(object));
            known.map_or(object + shift, |at| [PAGES, WHOLE, BOOKMARKS][at])
        };
        let here = Renumber { place: &place, part: self.parts, tagged: self.tagged };
        self.places.resize(shift + file.places.keys().max()? + 1, 0);
        self.parts += 1;

        let [pages, tags, bookmarks] = once;
        let pages = file.text(pages?)?;
        self.count += number_after(&pages, "/Count ")?;
        self.pages += &here.list(between(&pages, "/Kids[", "]")?);
        if let Some(tree) = tags.and_then(|tags| file.text(tags)) {
            self.tags += &here.list(between(&tree, "/K[", "]")?);
            for pair in
                between(&tree, "/Nums[", "]").unwrap_or_default().split_whitespace().collect::<Vec<_>>().chunks_exact(4)
            {
                let (key, list) = (pair[0].parse::<usize>().ok()?, pair[1].parse::<usize>().ok()?);
                self.tags_of_pages += &format!("{} {} 0 R ", key + here.tagged, place(list));
            }
            self.named_tags += &between(&tree, "/Names[", "]").map(|names| here.list(names)).unwrap_or_default();
            self.roles = between(&tree, "/RoleMap<<", ">>").unwrap_or_default().to_owned();
            self.tagged += number_after(&tree, "/ParentTreeNextKey ").unwrap_or_default();
        }
        let chain = bookmarks.and_then(|it| file.text(it)).unwrap_or_default();
        let [first, last, seen] = ["/First ", "/Last ", "/Count "].map(|name| number_after(&chain, name));

        if let Some(about) = about.filter(|_| self.places[ABOUT] == 0) {
            self.write(ABOUT, &here.object(file.object(about)?));
        }
        for object in file.places.keys().copied() {
            if once.contains(&Some(object)) || dropped.contains(&Some(object)) {
                continue;
            }
            let mut body = here.object(file.object(object)?);
            if let Some(before) = self.bookmarks.take_if(|_| first == Some(object)) {
                let (number, mut waiting) = before.last;
                linked(&mut body, "/Prev", number);
                linked(&mut waiting, "/Next", place(object));
                self.write(number, &waiting);
                self.bookmarks = Some(Bookmarks { last: (0, Vec::new()), ..before });
            }
            if last == Some(object) {
                let before = self.bookmarks.take();
                let (first, seen_before) = before.map_or((place(first?), 0), |before| (before.first, before.seen));
                self.bookmarks = Some(Bookmarks { first, last: (place(object), body), seen: seen_before + seen? });
            } else {
                self.write(place(object), &body);
            }
        }
        Some(())
    }

    fn write(&mut self, object: usize, body: &[u8]) {
        self.places[object] = self.bytes.len();
        self.bytes.extend_from_slice(format!("{object} 0 obj\n").as_bytes());
        self.bytes.extend_from_slice(body);
        self.bytes.extend_from_slice(b"\nendobj\n\n");
    }

    fn finish(mut self) -> Vec<u8> {
        self.write(PAGES, format!("<</Type/Pages/Count {}/Kids[{}]>>", self.count, self.pages).as_bytes());
        let mut roots = format!("/Pages {PAGES} 0 R/Lang(en)");
        if self.tagged > 0 {
            let tree = format!(
                "<</Type/StructTreeRoot/RoleMap<<{}>>/K[{WHOLE} 0 R]/ParentTree<</Nums[{}]>>/IDTree<</Names[{}]>>/ParentTreeNextKey {}>>",
                self.roles, self.tags_of_pages, self.named_tags, self.tagged
            );
            self.write(TAGS, tree.as_bytes());
            let whole = format!("<</Type/StructElem/S/Document/P {TAGS} 0 R/K[{}]>>", self.tags);
            self.write(WHOLE, whole.as_bytes());
            roots += &format!("/StructTreeRoot {TAGS} 0 R/MarkInfo<</Marked true/Suspects false>>");
        }
        if let Some(Bookmarks { first, last: (last, body), seen }) = self.bookmarks.take() {
            self.write(last, &body);
            let chain = format!("<</Type/Outlines/First {first} 0 R/Last {last} 0 R/Count {seen}>>");
            self.write(BOOKMARKS, chain.as_bytes());
            roots += &format!("/Outlines {BOOKMARKS} 0 R");
        }
        self.write(CATALOG, format!("<</Type/Catalog{roots}>>").as_bytes());

        let digest: String = Sha256::digest(&self.bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let table = self.bytes.len();
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", self.places.len());
        for place in &self.places[1..] {
            end += &if *place == 0 { "0000000000 65535 f \n".to_owned() } else { format!("{place:010} 00000 n \n") };
        }
        end += &format!(
            "trailer\n<</Size {}/Root {CATALOG} 0 R/Info {ABOUT} 0 R/ID[<{digest}><{digest}>]>>\nstartxref\n{table}\n%%EOF",
            self.places.len()
        );
        self.bytes.extend_from_slice(end.as_bytes());
        self.bytes
    }
}

/// Adds one more reference to a dictionary.
fn linked(dictionary: &mut Vec<u8>, name: &str, object: usize) {
    dictionary.truncate(dictionary.len() - 2);
    dictionary.extend_from_slice(format!("{name} {object} 0 R>>").as_bytes());
}

fn number_after(text: &str, name: &str) -> Option<usize> {
    let rest = &text[text.find(name)? + name.len()..];
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let rest = &text[text.find(open)? + open.len()..];
    Some(&rest[..rest.find(close)?])
}

/// A file as it was written: where its objects lie.
struct PdfFile<'a> {
    file: &'a [u8],
    places: BTreeMap<usize, Range<usize>>,
    trailer: String,
}

impl<'a> PdfFile<'a> {
    fn read(file: &'a [u8]) -> Option<Self> {
        let tail = String::from_utf8_lossy(&file[file.len().saturating_sub(64)..]).into_owned();
        let table = number_after(&tail, "startxref\n")?;
        let text = String::from_utf8_lossy(file.get(table..)?);
        let (entries, trailer) = text.split_once("trailer")?;
        let mut starts: Vec<(usize, usize)> = Vec::new();
        for (object, entry) in entries.lines().skip(2).enumerate() {
            if let Some(place) = entry.trim_end().strip_suffix(" 00000 n") {
                starts.push((place.parse().ok()?, object));
            }
        }
        starts.sort_unstable();
        let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([table]);
        let places = starts.iter().zip(ends).map(|((start, object), end)| (*object, *start..end)).collect();
        Some(Self { file, places, trailer: trailer.to_owned() })
    }

    /// What is between `obj` and `endobj`.
    fn object(&self, object: usize) -> Option<&'a [u8]> {
        let whole = self.file.get(self.places.get(&object)?.clone())?;
        let start = whole.windows(4).position(|it| it == b"obj\n")? + 4;
        let end = whole.windows(7).rposition(|it| it == b"\nendobj")?;
        whole.get(start..end)
    }

    fn text(&self, object: usize) -> Option<String> {
        self.object(object).map(|body| String::from_utf8_lossy(body).into_owned())
    }
}

/// The numbers of a part as they are in the whole.
struct Renumber<'a> {
    place: &'a dyn Fn(usize) -> usize,
    part: usize,
    /// Tagged pages before it.
    tagged: usize,
}

impl Renumber<'_> {
    /// References of a list, and names of tags.
    fn list(&self, text: &str) -> String {
        format!("{} ", String::from_utf8_lossy(&self.within(b"/ID", text.as_bytes())))
    }

    fn object(&self, body: &[u8]) -> Vec<u8> {
        self.within(b"", body)
    }

    /// Everything but the content of streams, `name` being the key it follows.
    fn within<'a>(&self, mut name: &'a [u8], body: &'a [u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(body.len() + 64);
        let mut rest = body;
        while let Some(first) = rest.first() {
            let (token, after) = rest.split_at(match first {
                b'(' => string(rest),
                b'<' if !rest.starts_with(b"<<") => rest.iter().take_while(|byte| **byte != b'>').count(),
                b'<' => 2,
                b'/' => 1 + rest[1..].iter().take_while(|byte| !b" /<>[]()\n".contains(byte)).count(),
                b'0'..=b'9' => rest.iter().take_while(|byte| byte.is_ascii_digit()).count(),
                b's' if rest.starts_with(b"stream\n") => rest.len(),
                _ => 1,
            });
            let number = || std::str::from_utf8(token).ok()?.parse::<usize>().ok();
            let digits = first.is_ascii_digit();
            if digits && after.starts_with(b" 0 R") {
                out.extend(number().map_or(0, self.place).to_string().bytes());
            } else if digits && [&b"/StructParents"[..], b"/StructParent"].contains(&name) {
                out.extend((number().unwrap_or_default() + self.tagged).to_string().bytes());
            } else if *first == b'(' && [&b"/ID"[..], b"/Headers"].contains(&name) {
                out.extend(format!("(P{:05}", self.part).bytes());
                out.extend_from_slice(&token[1..]);
            } else {
                out.extend_from_slice(token);
            }
            if *first == b'/' {
                name = token;
            }
            rest = after;
        }
        out
    }
}

/// How long a string is, with its brackets.
fn string(text: &[u8]) -> usize {
    let (mut depth, mut escaped) = (0, false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' if depth == 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
