//! What Typst sees of the world: templates, one data file, fonts (those that come along, and the machine's for scripts that they lack).
//! Nothing else. Characters that no font could draw are reported: a sheet on the wall must not lack letters unnoticed.

use crate::report::render::format::RenderError;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use typst::diag::{FileError, FileResult, PackageError, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Label, Module, NativeRuleMap, Scope};
use typst::introspection::{Introspector as _, MetadataElem};
use typst::layout::{Frame, FrameItem};
use typst::routines::Routines;
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::{LazyHash, PicoStr};
use typst::{Library, LibraryBuilder, World, WorldExt};
use typst_layout::PagedDocument;

/// One document on its way to paper.
pub(super) struct Workshop {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    main: FileId,
    data: Bytes,
    folder: Option<PathBuf>,
}

impl Workshop {
    /// A workshop for one template, without its ending. The folder's templates come before the program's.
    pub(super) fn new(template: &str, folder: Option<&Path>) -> Self {
        let fonts = EMBEDDED.clone();
        Self {
            library: LazyHash::new(LibraryBuilder::from_routines(&ROUTINES).build()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: file_id(&format!("/{template}.typ")),
            data: Bytes::new([]),
            folder: folder.map(Path::to_owned),
        }
    }

    pub(super) fn give(&mut self, data: Vec<u8>) {
        self.data = Bytes::new(data);
    }

    /// Adds fonts; false when there are none to add.
    pub(super) fn add_fonts(&mut self, more: Vec<Font>) -> bool {
        let any = !more.is_empty();
        self.fonts.extend(more);
        self.book = LazyHash::new(FontBook::from_fonts(&self.fonts));
        any
    }

    pub(super) fn set(&self) -> Result<PagedDocument, RenderError> {
        let set = typst::compile::<PagedDocument>(self).output;
        // What was set before this is of no use to what is set next; forget it.
        typst::comemo::evict(0);
        set.map_err(|errors| {
            RenderError::Template(errors.iter().map(|error| self.complaint(error)).collect::<Vec<_>>().join("\n"))
        })
    }

    /// What a template answers instead of setting anything.
    pub(super) fn answer(&self, pages: &PagedDocument) -> Option<serde_json::Value> {
        let found = pages.introspector().query_label(Label::new(PicoStr::intern("told"))?).ok()?;
        serde_json::to_value(&found.to_packed::<MetadataElem>()?.value).ok()
    }

    /// `document.typ:12:5: unknown variable: titel`, with the line below and the compiler's hints.
    fn complaint(&self, error: &SourceDiagnostic) -> String {
        let hints = error.hints.iter().map(|hint| format!("\n  hint: {}", hint.v)).collect::<String>();
        let place = error.span.id().zip(self.range(error.span)).and_then(|(id, range)| {
            let source = self.source(id).ok()?;
            let (line, column) = source.lines().byte_to_line_column(range.start)?;
            let text = source.text().lines().nth(line).unwrap_or_default().trim_end().to_owned();
            Some((self.shown_path(id), line + 1, column + 1, text))
        });
        match place {
            Some((file, line, column, text)) => format!("{file}:{line}:{column}: {}\n  | {text}{hints}", error.message),
            None => format!("{}: {}{hints}", self.shown_path(self.main), error.message),
        }
    }

    /// Where the director finds a template.
    fn shown_path(&self, id: FileId) -> String {
        let name = id.vpath().get_without_slash();
        match self.of_the_directors(name) {
            Some(path) => path.display().to_string(),
            None => format!("built-in template {name}"),
        }
    }

    /// Whether a template is a link out of its folder.
    fn leads_outside(&self, path: &Path) -> bool {
        let inside = || Some(path.canonicalize().ok()?.starts_with(self.folder.as_ref()?.canonicalize().ok()?));
        !inside().unwrap_or(false)
    }

    fn bytes(&self, id: FileId) -> FileResult<Bytes> {
        if let VirtualRoot::Package(package) = id.root() {
            return Err(FileError::Package(PackageError::NotFound(package.clone())));
        }
        let name = id.vpath().get_without_slash();
        if let Some(path) = self.of_the_directors(name) {
            if self.leads_outside(&path) {
                return Err(FileError::AccessDenied);
            }
            if !path.is_file() {
                return Err(FileError::Other(Some("it isn't an ordinary file".into())));
            }
            return std::fs::read(&path).map(Bytes::new).map_err(|error| FileError::from_io(error, &path));
        }
        let known = TEMPLATES.iter().find(|(template, _)| *template == name);
        known.map(|(_, text)| Bytes::from_string(*text)).ok_or_else(|| FileError::NotFound(name.into()))
    }

    /// What lies in the director's folder under this name, of whatever kind it is.
    fn of_the_directors(&self, name: &str) -> Option<PathBuf> {
        let path = self.folder.as_ref()?.join(name);
        path.symlink_metadata().is_ok().then_some(path)
    }
}

impl World for Workshop {
    fn library(&self) -> &LazyHash<Library> {
        &self.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        Ok(Source::new(id, self.bytes(id)?.as_str()?.to_owned()))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == file_id("/data.json") {
            return Ok(self.data.clone());
        }
        self.bytes(id)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.fonts.get(index).cloned()
    }

    /// No clock: times are printed from the data, so that the same data gives the same sheet.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}

fn file_id(path: &str) -> FileId {
    let path = VirtualPath::new(path).expect("template names are plain file names written in this program");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The parts of Typst that work for each other. It could write HTML too, with pictures drawn anew for it: nothing of that is asked here, so
/// nothing of it is linked.
static ROUTINES: Routines = Routines {
    rules: || {
        let mut rules = NativeRuleMap::new();
        typst_layout::register(&mut rules);
        rules
    },
    eval_string: typst_eval::eval_string,
    eval_closure: typst_eval::eval_closure,
    realize: typst_realize::realize,
    layout_frame: typst_layout::layout_frame,
    html_module: || Module::anonymous(Scope::new()),
    html_mathml_body: |_, _| None,
    html_span_filled: |content, _| content,
};

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

/// The templates that come with the program, by name within the folder of templates.
pub const TEMPLATES: [(&str, &str); 15] = [
    ("bracket.typ", include_str!("../../../../templates/print/bracket.typ")),
    ("cards.typ", include_str!("../../../../templates/print/cards.typ")),
    ("ceremony.typ", include_str!("../../../../templates/print/ceremony.typ")),
    ("cheat-sheet.typ", include_str!("../../../../templates/print/cheat-sheet.typ")),
    ("docket.typ", include_str!("../../../../templates/print/docket.typ")),
    ("document.typ", include_str!("../../../../templates/print/document.typ")),
    ("finder.typ", include_str!("../../../../templates/print/finder.typ")),
    ("labels.typ", include_str!("../../../../templates/print/labels.typ")),
    ("lib.typ", include_str!("../../../../templates/print/lib.typ")),
    ("poster.typ", include_str!("../../../../templates/print/poster.typ")),
    ("ruling.typ", include_str!("../../../../templates/print/ruling.typ")),
    ("slips.typ", include_str!("../../../../templates/print/slips.typ")),
    ("standings.typ", include_str!("../../../../templates/print/standings.typ")),
    ("tables.typ", include_str!("../../../../templates/print/tables.typ")),
    ("times.typ", include_str!("../../../../templates/print/times.typ")),
];

/// Every character that is a box on the page.
pub(super) fn characters(pages: &PagedDocument) -> BTreeSet<char> {
    let mut missing = BTreeSet::new();
    for page in pages.pages() {
        walk(&page.frame, &mut missing);
    }
    missing
}

fn walk(frame: &Frame, missing: &mut BTreeSet<char>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => walk(&group.frame, missing),
            FrameItem::Text(text) => {
                let undrawn = text.glyphs.iter().filter(|glyph| glyph.id == 0);
                missing.extend(undrawn.flat_map(|glyph| text.text[glyph.range()].chars()));
            }
            _ => {}
        }
    }
}

pub(super) fn warning(missing: &BTreeSet<char>) -> String {
    let shown: Vec<String> = missing.iter().take(12).map(|c| format!("{c} (U+{:04X})", u32::from(*c))).collect();
    let more =
        if missing.len() > shown.len() { format!(" and {} more", missing.len() - shown.len()) } else { String::new() };
    format!(
        "no font on this computer has {}{more}; these characters are boxes or blanks on the sheet. Install a font that has them, or spell the name in Latin letters",
        shown.join(", ")
    )
}
