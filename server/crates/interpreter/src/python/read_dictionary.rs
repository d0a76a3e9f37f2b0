//! Where Python code only reads the dictionary of an object's attributes: `sorted(vars(x))`, `vars(x).keys()`.

use rustc_hash::FxHashMap;

use layoutlens_syntax::{Expr, ExprKind};

use crate::{
    code::walk,
    state::{file::FileId, interpreter::Interpreter},
};

/// Functions of Python's own that take the names in a dictionary, and leave it and what it holds as it is.
const READERS: &[&str] = &["sorted", "set", "frozenset", "list", "tuple", "len", "bool", "any", "all"];

/// Calls by which something is only read: their files and the places where the calls of `vars` begin; the function of Python's
/// own that reads it, where it is one.
pub(crate) type ReadDictionaries<'a> = FxHashMap<(FileId, usize), Option<&'a str>>;

impl<'a> Interpreter<'a> {
    /// Whether of what a call of `vars` gives only the names are read by what stands around it.
    pub(super) fn is_only_read(&self, vars: &Expr) -> bool {
        let all = self.read_dictionaries.get_or_init(|| self.find_read_dictionaries());
        match all.get(&(self.file(), vars.range.start)) {
            Some(Some(reader)) => self.is_bound_nowhere(reader),
            Some(None) => true,
            None => false,
        }
    }

    fn find_read_dictionaries(&self) -> ReadDictionaries<'a> {
        let mut found = ReadDictionaries::default();
        for (id, file) in self.files.all() {
            walk::items(&file.program.items, &mut |expr: &'a Expr| {
                let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
                match (&callee.kind, arguments.as_slice()) {
                    (ExprKind::Member { base, name }, _) if name.text == "keys" => {
                        found.extend(vars_of(base).map(|start| ((id, start), None)));
                    }
                    (ExprKind::Name(name), [only, ..]) if READERS.contains(&name.as_str()) => {
                        found.extend(vars_of(&only.value).map(|start| ((id, start), Some(name.as_str()))));
                    }
                    _ => {}
                }
            });
        }
        found
    }
}

/// Where an expression begins that is a call of `vars`.
fn vars_of(expr: &Expr) -> Option<usize> {
    match &expr.kind {
        ExprKind::Invoke { callee, .. } if matches!(&callee.kind, ExprKind::Name(name) if name == "vars") => {
            Some(callee.range.start)
        }
        _ => None,
    }
}
