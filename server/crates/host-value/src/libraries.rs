//! The libraries of a language: what their names mean, and by what one knows that code uses them.

use std::{fmt, sync::LazyLock};

use layoutlens_syntax::Language;

use crate::{
    convention::Convention, effects::Effects, library::Library, package::Package, staging::Staging,
    suggestions::Suggestions, type_rules::TypeRules,
};

/// Says which libraries code of a language may use. Whoever makes a program hands it to what evaluates code, which knows
/// none by itself.
pub type OfLanguage = fn(Language) -> &'static Libraries;

/// The libraries of a language.
pub struct Libraries {
    /// What their names mean.
    pub meaning: &'static dyn Library,
    /// The functions that code may call, by their plain names, sorted: `make_layout`.
    pub function_names: LazyLock<Vec<&'static str>>,
    /// Names one of which stands in all code that uses them.
    pub names: &'static [&'static str],
    /// Whether what is imported or included under a path is of them.
    pub is_path: fn(&str) -> bool,
    /// How names begin by which code uses them that imports nothing.
    pub namespace: Option<&'static str>,
    /// Another namespace whose names are theirs, too, as it begins.
    pub outer_namespace: Option<&'static str>,
    /// What stands for the module of their functions in code that imports it, the module's own name last.
    pub modules: &'static [&'static str],
    /// Public packages that stand on them, for programs that import one and have none of its name.
    pub packages: &'static [&'static Package],
    /// Functions one of which stands in code that leaves out what lies past the end of a tensor.
    pub predicating: &'static [&'static str],
    /// What they say of types.
    pub types: &'static TypeRules,
    /// What they, and what stands beside them, do not write.
    pub effects: &'static Effects,
    /// What they compile of a program.
    pub staging: &'static Staging,
    /// What their names suggest of values that nothing gives.
    pub convention: &'static Convention,
    /// The same for templates, in the library's own spelling.
    pub suggestions: &'static Suggestions,
}

impl Libraries {
    /// Whether an import or include of this path is one of them.
    pub fn have(&self, path: &str) -> bool {
        (self.is_path)(path)
    }

    /// Whether this is their namespace: `cute`.
    pub fn is_namespace(&self, name: &str) -> bool {
        self.namespace.and_then(|namespace| namespace.strip_suffix("::")) == Some(name)
    }

    /// Whether what stands before a name in code says that it is one of their functions: `cute::`, `cute.`; nothing, in
    /// code with a namespace of theirs. `are_named` says whether the code names them, and `text` under what name it
    /// imports them.
    pub fn is_qualifier(&self, before: &str, text: &str, are_named: bool) -> bool {
        if let Some(namespace) = self.namespace {
            return if before.is_empty() { are_named } else { before.trim_start_matches(':') == namespace };
        }
        let (Some(module), Some(own)) = (before.strip_suffix('.'), self.modules.last()) else { return false };
        self.modules.contains(&module) && are_named || text.contains(&format!("{own} as {module}\n"))
    }

    /// What is written before the name of one of their functions: `cute.`, or nothing.
    pub fn qualifier(&self) -> String {
        self.modules.first().map(|module| format!("{module}.")).unwrap_or_default()
    }

    /// What the library is asked for by a name of the program: the name without its namespace, then without the other.
    pub fn asked_for<'n>(&self, name: &'n str) -> impl Iterator<Item = &'n str> + use<'n> {
        let without = |name: &'n str, namespace: Option<&str>| name.strip_prefix(namespace?);
        let bare = without(name, self.namespace).unwrap_or(name);
        std::iter::once(bare).chain(without(bare, self.outer_namespace))
    }
}

impl fmt::Debug for Libraries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Libraries").field("names", &self.names).finish_non_exhaustive()
    }
}
