//! What the names in a crate stand for, and so which file imports which.

use std::collections::{BTreeMap, BTreeSet};

use super::tree::Tree;

/// Names that are passed on more often than this are taken for unknown: passed on in a circle.
const PASSED_ON: usize = 16;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Module(usize),
    /// Something that this module defines.
    Item(usize),
}

/// Of each file the files that it imports, by their numbers in the tree, and the names by which it does.
pub(super) fn imports(tree: &Tree) -> Vec<BTreeMap<usize, BTreeSet<String>>> {
    let mut imports = vec![BTreeMap::new(); tree.files.len()];
    let mut names = Names { tree, known: BTreeMap::new() };
    for (number, module) in tree.modules.iter().enumerate() {
        let uses = module.uses.iter().filter(|used| !used.passed_on).map(|used| &used.path);
        for path in uses.chain(&module.paths) {
            for meaning in names.of_path(number, path, PASSED_ON) {
                if let Meaning::Item(defined) = meaning {
                    let file = tree.modules[defined].file;
                    if file != module.file {
                        let by: &mut BTreeSet<String> = imports[module.file].entry(file).or_default();
                        by.extend(path.last().cloned());
                    }
                }
            }
        }
    }
    imports
}

struct Names<'a> {
    tree: &'a Tree,
    /// What was asked before: in which module, which name.
    known: BTreeMap<(usize, String), BTreeSet<Meaning>>,
}

impl Names<'_> {
    /// What a path in a module stands for: nothing for other crates' names, and a module and a function where both are
    /// called so.
    fn of_path(&mut self, module: usize, path: &[String], left: usize) -> BTreeSet<Meaning> {
        let Some((first, rest)) = path.split_first() else {
            return BTreeSet::new();
        };
        let mut meanings = match first.as_str() {
            "crate" => BTreeSet::from([Meaning::Module(0)]),
            "self" => BTreeSet::from([Meaning::Module(module)]),
            "super" => self.tree.modules[module].parent.map(Meaning::Module).into_iter().collect(),
            name => self.of_name(module, name, left),
        };
        for segment in rest {
            // A path goes on in a module, not in a function that is called like it.
            if meanings.iter().any(|meaning| matches!(meaning, Meaning::Module(_))) {
                meanings.retain(|meaning| matches!(meaning, Meaning::Module(_)));
            }
            meanings = meanings
                .into_iter()
                .flat_map(|meaning| match meaning {
                    Meaning::Module(module) if segment == "super" => {
                        self.tree.modules[module].parent.map(Meaning::Module).into_iter().collect()
                    }
                    Meaning::Module(module) => self.of_name(module, segment, left),
                    // A variant, a constant or a function of a type.
                    Meaning::Item(_) => BTreeSet::from([meaning]),
                })
                .collect();
        }
        meanings
    }

    /// What a name stands for in a module, however it came there.
    fn of_name(&mut self, module: usize, name: &str, left: usize) -> BTreeSet<Meaning> {
        let Some(left) = left.checked_sub(1) else {
            return BTreeSet::new();
        };
        let asked = (module, name.to_owned());
        if let Some(known) = self.known.get(&asked) {
            return known.clone();
        }
        let tree = self.tree;
        let here = &tree.modules[module];
        let mut meanings = BTreeSet::new();
        meanings.extend(here.children.get(name).map(|child| Meaning::Module(*child)));
        meanings.extend(here.items.contains(name).then_some(Meaning::Item(module)));
        for used in here.uses.iter().filter(|used| used.name.as_deref() == Some(name)) {
            // `use serde::Serialize` in a module that is called serde: another crate's.
            if used.path.len() > 1 || used.path.first().is_some_and(|first| first != name) {
                meanings.extend(self.of_path(module, &used.path, left));
            }
        }
        if meanings.is_empty() {
            for used in here.uses.iter().filter(|used| used.name.is_none()) {
                for meaning in self.of_path(module, &used.path, left) {
                    if let Meaning::Module(from) = meaning
                        && from != module
                    {
                        meanings.extend(self.of_name(from, name, left));
                    }
                }
            }
        }
        self.known.insert(asked, meanings.clone());
        meanings
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::imports;
    use crate::imports::tree;

    #[test]
    fn a_path_through_a_module_names_no_function_that_is_called_like_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        write("lib.rs", "mod read; mod user; pub fn read() {}");
        write("read.rs", "pub struct Reader;");
        write("user.rs", "use crate::read::Reader; pub struct User(Reader);");
        let tree = tree::read(&folder.path().join("lib.rs")).expect("a tree");
        let number = |name: &str| tree.files.iter().position(|file| file.ends_with(name)).expect("a file");
        let of_user = &imports(&tree)[number("user.rs")];
        assert_eq!(of_user.keys().copied().collect::<Vec<_>>(), [number("read.rs")]);
    }
}
