//! Which libraries code of a language uses, and by what one knows that it does.

use layoutlens_syntax::Language;

use super::{cute::CUTE, dsl::DSL, family::Joined, library::Library, rust::RUST, standard::STANDARD};

/// The libraries of a language.
pub(super) struct Libraries {
    /// What their names mean.
    pub(super) meaning: &'static dyn Library,
    /// Names one of which stands in all code that uses them.
    names: &'static [&'static str],
    /// Whether what is imported or included under a path is of them.
    is_path: fn(&str) -> bool,
    /// How names begin by which code uses them that imports nothing.
    pub(super) namespace: Option<&'static str>,
}

impl Libraries {
    /// Those of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::Cuda => &CPP,
            Language::Python => &PYTHON,
            Language::Rust => &CRATES,
        }
    }

    /// Whether an import or include of this path is one of them.
    pub(super) fn have(&self, path: &str) -> bool {
        (self.is_path)(path)
    }
}

/// Names one of which stands in all code of a language that has layouts: other code is not run.
pub fn library_names(language: Language) -> &'static [&'static str] {
    Libraries::of(language).names
}

/// What a C++ file sees.
static SEEN_BY_CPP: Joined = Joined(&[&CUTE, &STANDARD]);

static CPP: Libraries = Libraries {
    meaning: &SEEN_BY_CPP,
    names: &["cute", "cutlass"],
    is_path: |path| {
        path.starts_with("cute/") || path.starts_with("cutlass/") || path.trim_end_matches("::") == "cute"
    },
    namespace: Some("cute::"),
};

static PYTHON: Libraries = Libraries {
    meaning: &DSL,
    names: MODULES,
    is_path: |path| begins_with_one_of(MODULES, path, "."),
    namespace: None,
};

static CRATES: Libraries = Libraries {
    meaning: &RUST,
    names: RUST_CRATES,
    is_path: |path| begins_with_one_of(RUST_CRATES, path, "::"),
    namespace: None,
};

const MODULES: &[&str] = &["cutlass", "pycute", "cute"];
const RUST_CRATES: &[&str] = &["layout_algebra", "cute_rs", "cute_layout"];

fn begins_with_one_of(names: &[&str], path: &str, separator: &str) -> bool {
    names.contains(&path.split(separator).next().unwrap_or(path))
}
