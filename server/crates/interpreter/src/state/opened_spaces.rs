//! Namespaces whose names are seen without qualification: `using namespace flash;`.

use std::ops::Range;

use layoutlens_syntax::program::{Import, Item, Program};

use crate::{
    code::each_function::each_function,
    state::{file::FileId, implicit_code::Code},
};

/// How many directives lead from code to a name: what one opens may hold another one.
const MAX_DIRECTIVES: usize = 4;

/// One `using namespace`.
#[derive(Debug)]
struct Opened<'a> {
    /// The namespace as it is spelled: of which one it is a part, depends on where that stands.
    path: Vec<&'a str>,
    /// The namespaces around it: code in others does not see through it.
    around: &'a [String],
    /// The function that it stands in.
    within: Option<(FileId, Range<usize>)>,
}

/// All of a program.
#[derive(Debug, Default)]
pub(crate) struct OpenedSpaces<'a> {
    all: Vec<Opened<'a>>,
}

impl<'a> OpenedSpaces<'a> {
    /// Adds those of a file.
    pub(crate) fn add(&mut self, program: &'a Program, file: FileId) {
        let functions = functions_around(program, &opens_space);
        for import in &program.imports {
            if let (Some(path), None) = (import.path.strip_suffix("::"), &import.alias) {
                let path = path.split("::").filter(|part| !part.is_empty()).collect();
                let around = functions.iter().find(|range| range.contains(&import.range.start));
                let space = import.space.as_deref().unwrap_or_default();
                self.all.push(Opened {
                    path,
                    around: space,
                    within: around.map(|range| (file, range.clone())),
                });
            }
        }
    }

    /// Whether code in the namespace `from` sees what stands in the namespace of a path; `at` is where it stands, if that
    /// counts.
    pub(crate) fn shows(&self, path: &[String], from: &[String], at: Option<(FileId, usize)>) -> bool {
        self.leads_to(path, from, at, MAX_DIRECTIVES)
    }

    fn leads_to(
        &self,
        path: &[String],
        from: &[String],
        at: Option<(FileId, usize)>,
        directives: usize,
    ) -> bool {
        let Some(fewer) = directives.checked_sub(1) else { return false };
        self.all.iter().any(|opened| {
            let is_here = match (&opened.within, at) {
                (Some((file, range)), Some((of, byte))) => *file == of && range.contains(&byte),
                _ => true,
            };
            let outer = path.len().checked_sub(opened.path.len());
            let outer = outer
                .and_then(|outer| path.split_at_checked(outer))
                .filter(|(_, own)| own.iter().zip(&opened.path).all(|(own, opened)| own == opened));
            let Some((outer, _)) = outer.filter(|_| is_here) else { return false };
            let is_seen = |space: &[String]| from.starts_with(space) || self.leads_to(space, from, at, fewer);
            // `using namespace b` in `a` opens `a::b`; so it does behind `using namespace a`.
            (opened.around.starts_with(outer) || is_seen(outer)) && is_seen(opened.around)
        })
    }
}

/// Whether it is a `using namespace`.
pub(crate) fn opens_space(import: &Import) -> bool {
    import.alias.is_none() && import.path.ends_with("::")
}

/// The functions of a file in which such an import stands, inner ones first.
pub(crate) fn functions_around(program: &Program, is_such: &dyn Fn(&Import) -> bool) -> Vec<Range<usize>> {
    let opens: Vec<usize> =
        program.imports.iter().filter(|import| is_such(import)).map(|import| import.range.start).collect();
    if opens.is_empty() {
        return Vec::new();
    }
    let items = program.items.iter().filter(|item: &&Item| {
        let range = item.range();
        opens.iter().any(|start| range.contains(start))
    });
    let mut functions = Vec::new();
    for item in items {
        each_function(std::slice::from_ref(item), None, &mut |code: Code<'_>| {
            let range = &code.function.range;
            if opens.iter().any(|start| range.contains(start)) {
                functions.push(range.clone());
            }
        });
    }
    functions.sort_by_key(Range::len);
    functions
}
