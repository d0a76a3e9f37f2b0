//! Which libraries code of a language uses.

use std::sync::LazyLock;

use layoutlens_host_value::{
    convention::Convention, libraries::Libraries, library::Library, staging::Staging, type_rules::TypeRules,
};
use layoutlens_syntax::Language;

use crate::{
    dsl::{DSL, argument, class, convention},
    effects::EFFECTS,
    quack::QUACK,
    rust::RUST,
};
use layoutlens_library_cute::{
    cute::{self, suggested, template},
    family::Families,
    standard,
};

/// The libraries of a language.
pub fn of_language(language: Language) -> &'static Libraries {
    match language {
        Language::Cuda => &CPP,
        Language::Python => &PYTHON,
        Language::Rust => &CRATES,
    }
}

/// The functions of a library that begin with `prefix`, by their plain names, sorted: `make_layout`.
fn plain_names(library: &dyn Library, prefix: &str) -> Vec<&'static str> {
    let plain = library.function_names().into_iter().filter_map(|name| name.strip_prefix(prefix));
    let is_plain = |name: &&str| {
        !name.starts_with('_') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut names: Vec<&str> = plain.filter(is_plain).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What is known of the types of all of them: each answers for its own names.
static TYPES: TypeRules = TypeRules {
    is_same: cute::is_same,
    is_deduced: template::is_deduced,
    is_made_from: template::is_made_from,
    type_arguments: template::type_arguments,
    has_defaults: template::has_defaults,
    is_of_layouts: template::is_of_layouts,
    is_certainly_other: template::is_certainly_other,
    arguments_of: template::arguments_of,
    template_of: template::template_of,
    class_of: class::class_of,
    is_object_of: class::is_object_of,
    with_written_elements: standard::with_written_elements,
    with_open_elements: standard::with_open_elements,
    is_open_number: cute::is_of_run_time,
    type_of_open_number: cute::type_of_run_time,
    repeats_number: cute::repeats_number,
    makes_tuple: cute::makes_tuple,
    gives_type: cute::gives_type,
    computes_number: cute::computes_number,
};

static STAGING: Staging = argument::STAGING;

static CONVENTION: Convention = convention::CONVENTION;

/// What a C++ file sees.
static SEEN_BY_CPP: Families = Families(&[cute::FAMILIES, &[standard::FAMILY]]);

static CPP: Libraries = Libraries {
    meaning: &SEEN_BY_CPP,
    function_names: LazyLock::new(|| plain_names(&SEEN_BY_CPP, "")),
    names: Language::Cuda.library_names(),
    is_path: |path| {
        path.starts_with("cute/") || path.starts_with("cutlass/") || path.trim_end_matches("::") == "cute"
    },
    namespace: Some("cute::"),
    outer_namespace: Some("cutlass::"),
    modules: &[],
    packages: &[],
    predicating: PREDICATING,
    types: &TYPES,
    effects: &EFFECTS,
    staging: &STAGING,
    convention: &CONVENTION,
    suggestions: &suggested::SUGGESTIONS,
};

static PYTHON: Libraries = Libraries {
    meaning: &DSL,
    function_names: LazyLock::new(|| plain_names(&DSL, "cutlass.cute.")),
    names: Language::Python.library_names(),
    is_path: |path| begins_with_one_of(Language::Python, path, "."),
    namespace: None,
    outer_namespace: None,
    modules: &["cute", "cutlass.cute"],
    packages: &[&QUACK],
    predicating: PREDICATING,
    types: &TYPES,
    effects: &EFFECTS,
    staging: &STAGING,
    convention: &CONVENTION,
    suggestions: &suggested::SUGGESTIONS,
};

static CRATES: Libraries = Libraries {
    meaning: &RUST,
    function_names: LazyLock::new(Vec::new),
    names: Language::Rust.library_names(),
    is_path: |path| begins_with_one_of(Language::Rust, path, "::"),
    namespace: None,
    outer_namespace: None,
    modules: &[],
    packages: &[],
    predicating: PREDICATING,
    types: &TYPES,
    effects: &EFFECTS,
    staging: &STAGING,
    convention: &CONVENTION,
    suggestions: &suggested::SUGGESTIONS,
};

/// Copies under a predicate, and what makes one: coordinates are there to be held against sizes.
const PREDICATING: &[&str] =
    &["copy_if", "elem_less", "CopyAtomPredicate", "make_identity_tensor", "make_identity_layout"];

fn begins_with_one_of(language: Language, path: &str, separator: &str) -> bool {
    language.library_names().contains(&path.split(separator).next().unwrap_or(path))
}
