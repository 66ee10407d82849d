//! What Typst sees of the world: templates, one data file, fonts. Nothing else.

use super::super::format::RenderError;
use super::fonts::embedded;
use super::templates::TEMPLATES;
use std::path::{Path, PathBuf};
use typst::diag::{FileError, FileResult, PackageError, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration, Label};
use typst::introspection::{Introspector as _, MetadataElem};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::{LazyHash, PicoStr};
use typst::{Library, LibraryExt, World, WorldExt};
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
        let fonts = embedded().to_vec();
        Self {
            library: LazyHash::new(Library::builder().build()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            main: file_id(&format!("/{template}.typ")),
            data: Bytes::new([]),
            folder: folder.map(Path::to_owned),
        }
    }

    /// What the template is to set.
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

    /// What a template tells instead of setting anything.
    pub(super) fn told(&self, pages: &PagedDocument) -> Option<serde_json::Value> {
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
        match self.folder.as_ref().map(|folder| folder.join(name)).filter(|path| path.is_file()) {
            Some(path) => path.display().to_string(),
            None => format!("built-in template {name}"),
        }
    }

    /// Whether a template is a link out of its folder.
    fn leads_outside(&self, path: &Path) -> bool {
        let inside = || Some(path.canonicalize().ok()?.starts_with(self.folder.as_ref()?.canonicalize().ok()?));
        !inside().unwrap_or(false)
    }

    fn text(&self, id: FileId) -> FileResult<String> {
        let name = id.vpath().get_without_slash();
        if let VirtualRoot::Package(package) = id.root() {
            return Err(FileError::Package(PackageError::NotFound(package.clone())));
        }
        if let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)).filter(|path| path.is_file()) {
            if self.leads_outside(&path) {
                return Err(FileError::AccessDenied);
            }
            return std::fs::read_to_string(&path).map_err(|error| FileError::from_io(error, &path));
        }
        let known = TEMPLATES.iter().find(|(template, _)| *template == name);
        known.map(|(_, text)| (*text).to_owned()).ok_or_else(|| FileError::NotFound(name.into()))
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
        Ok(Source::new(id, self.text(id)?))
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == file_id("/data.json") {
            return Ok(self.data.clone());
        }
        self.text(id).map(Bytes::from_string)
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
