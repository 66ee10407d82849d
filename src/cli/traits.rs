//! What a command is like. It is beside the command's arguments, once; who has to know asks it there.

/// Whether a command changes the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    /// Changes facts, under a journal entry, which `undo` takes back.
    Write,
    /// Undo and redo: change facts under entries that they write themselves.
    History,
    /// Changes what is no fact of the event, such as who takes part; nothing takes it back.
    Beside,
}

/// The moment of the day at which a command is given, in the order of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    Before,
    Arrival,
    Round,
    Rulings,
    Reading,
    Safety,
    Exchange,
    Around,
}

impl Moment {
    pub const ALL: [Self; 8] = [
        Self::Before,
        Self::Arrival,
        Self::Round,
        Self::Rulings,
        Self::Reading,
        Self::Safety,
        Self::Exchange,
        Self::Around,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Before => "Setup",
            Self::Arrival => "Entries",
            Self::Round => "Rounds",
            Self::Rulings => "Rulings",
            Self::Reading => "Results",
            Self::Safety => "Safety",
            Self::Exchange => "Exchange",
            Self::Around => "Other",
        }
    }
}

/// What becomes of a command that another laptop gives, with `--server`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Afar {
    /// It is run by the laptop that serves.
    There,
    /// It needs no tournament, and is run where it is typed.
    Here,
    /// It is refused.
    Refused { why: &'static str, hint: &'static str },
}

/// What a command is like.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    pub moment: Moment,
    pub access: Access,
    /// It answers in sentences and does its work outside of one transaction, so that a document of it could not be tried first.
    pub only_says: bool,
    /// It may write whole the names that the event shows short: it is the director's.
    pub shows_names: bool,
    pub afar: Afar,
    /// Why it is not given from a page of the desk in the browser.
    pub not_on_a_page: Option<&'static str>,
}

impl Traits {
    const fn of(moment: Moment, access: Access) -> Self {
        Self { moment, access, only_says: false, shows_names: false, afar: Afar::There, not_on_a_page: None }
    }

    /// Of a command that only looks at the tournament.
    pub const fn reads(moment: Moment) -> Self {
        Self::of(moment, Access::Read)
    }

    /// Of a command that changes facts.
    pub const fn writes(moment: Moment) -> Self {
        Self::of(moment, Access::Write)
    }

    /// Of a command that takes others back, or puts them back.
    pub const fn takes_back(moment: Moment) -> Self {
        Self::of(moment, Access::History)
    }

    /// Of a command that changes what is no fact.
    pub const fn changes_beside(moment: Moment) -> Self {
        Self::of(moment, Access::Beside)
    }

    /// The same where its arguments have it only look.
    pub fn reading_if(self, only_looks: bool) -> Self {
        Self { access: if only_looks { Access::Read } else { self.access }, ..self }
    }

    pub const fn only_saying(self) -> Self {
        Self { only_says: true, ..self }
    }

    pub const fn telling_names(self) -> Self {
        Self { shows_names: true, ..self }
    }

    pub const fn of_no_tournament(self) -> Self {
        Self { afar: Afar::Here, ..self }
    }

    pub const fn not_from_afar(self, why: &'static str, hint: &'static str) -> Self {
        Self { afar: Afar::Refused { why, hint }, ..self }
    }

    pub const fn not_on_a_page(self, why: &'static str) -> Self {
        Self { not_on_a_page: Some(why), ..self }
    }

    pub fn only_looks(&self) -> bool {
        self.access == Access::Read
    }
}
