//! Names that are used without their namespace: `using flash::Kernel;`.

use std::ops::Range;

use rustc_hash::FxHashMap;

use layoutlens_syntax::program::{Import, Program};

use crate::state::{file::FileId, opened_spaces::functions_around};

/// One `using a::b;`.
#[derive(Debug)]
pub(crate) struct UsedName<'a> {
    /// The namespace as it is spelled.
    pub(crate) path: Vec<&'a str>,
    /// The namespaces around it; nothing in a language whose imports say where they hold in other ways.
    around: Option<&'a [String]>,
    /// The file it stands in, and where.
    file: FileId,
    begins: usize,
    /// The function that it stands in.
    within: Option<Range<usize>>,
    /// The block of that.
    block: Option<Range<usize>>,
}

/// Where code stands, seen from a `using`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// It sees it.
    Surely,
    /// It stands in the same function, in this block or behind it.
    Perhaps,
}

impl UsedName<'_> {
    /// Whether code sees it, which stands `at` this byte of a file.
    fn is_seen(&self, at: Option<(FileId, usize)>) -> Option<Seen> {
        match (&self.within, at) {
            (Some(within), Some((file, byte))) if self.file == file && within.contains(&byte) => {
                let is_here = self.block.as_ref().is_none_or(|block| block.contains(&byte));
                Some(if is_here { Seen::Surely } else { Seen::Perhaps })
            }
            (Some(_), _) => None,
            (None, Some((file, byte))) => (self.file != file || self.begins < byte).then_some(Seen::Surely),
            (None, None) => Some(Seen::Surely),
        }
    }

    /// Whether it hides what its function declares under its name: what is declared in front of its block, or outside of
    /// the function.
    fn hides(&self, declared: usize) -> bool {
        let begins = self.block.as_ref().map_or(0, |block| block.start);
        !self.within.as_ref().is_some_and(|within| within.contains(&declared)) || declared < begins
    }
}

/// All of a program, by the name.
#[derive(Debug, Default)]
pub(crate) struct UsedNames<'a> {
    by_name: FxHashMap<&'a str, Vec<UsedName<'a>>>,
}

impl<'a> UsedNames<'a> {
    /// Adds those of a file.
    pub(crate) fn add(&mut self, program: &'a Program, file: FileId) {
        let functions = functions_around(program, &|import| used_name(import).is_some());
        for import in &program.imports {
            let Some((path, name)) = used_name(import) else { continue };
            let begins = import.range.start;
            let within = functions.iter().find(|range| range.contains(&begins)).cloned();
            let path = path.split("::").filter(|part| !part.is_empty()).collect();
            let (around, block) = (import.space.as_deref(), import.block.clone());
            let used = UsedName { path, around, file, begins, within, block };
            self.by_name.entry(name).or_default().push(used);
        }
    }

    /// Whether a `using` anywhere takes this name from a namespace.
    pub(crate) fn is_from(&self, name: &str, path: &[String]) -> bool {
        self.by_name.get(name).into_iter().flatten().any(|used| {
            let own = path.len().checked_sub(used.path.len()).and_then(|around| path.get(around..));
            !used.path.is_empty() && own.is_some_and(|own| own.iter().zip(&used.path).all(|(a, b)| a == b))
        })
    }

    /// Whether a `using` anywhere takes this name from a namespace that is called so.
    pub(crate) fn is_from_space(&self, name: &str, space: &str) -> bool {
        self.by_name.get(name).into_iter().flatten().any(|used| used.path.last() == Some(&space))
    }

    /// The `using` by which code in the namespace `from`, which stands `at` this byte of a file, means what another
    /// namespace calls so: the innermost one, unless as many namespaces as `depth` hold another definition.
    pub(crate) fn nearest(
        &self,
        name: &str,
        from: &[String],
        at: Option<(FileId, usize)>,
        depth: Option<usize>,
    ) -> Option<&UsedName<'a>> {
        let depth_of = |used: &UsedName<'a>| {
            let around = used.around.filter(|around| from.starts_with(around))?;
            used.is_seen(at)?;
            // A function is within all namespaces.
            Some(used.within.as_ref().map_or(around.len(), |_| usize::MAX))
        };
        let seen = self.by_name.get(name)?.iter().filter_map(|used| Some((depth_of(used)?, used)));
        let (own, used) = seen.max_by_key(|(own, _)| *own)?;
        depth.is_none_or(|depth| own > depth).then_some(used)
    }
}

impl UsedNames<'_> {
    /// Whether a `using` in the function where code stands `at` this byte gives a name another meaning than what is
    /// `declared` there, in that function or around it.
    pub(crate) fn in_function(
        &self,
        name: &str,
        at: Option<(FileId, usize)>,
        declared: usize,
    ) -> Option<Seen> {
        let own = self.by_name.get(name)?.iter().filter(|used| used.within.is_some() && used.hides(declared));
        let mut seen = own.filter_map(|used| used.is_seen(at));
        let first = seen.next()?;
        Some(if seen.all(|other| other == first) { first } else { Seen::Perhaps })
    }
}

/// The namespace and the name of `using a::b;`.
pub(crate) fn used_name(import: &Import) -> Option<(&str, &str)> {
    let alias = import.alias.as_deref()?;
    import.path.rsplit_once("::").filter(|(_, name)| *name == alias)
}
