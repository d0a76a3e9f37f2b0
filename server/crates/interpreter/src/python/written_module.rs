//! What the text of a Python program assigns to modules: `helper.N = 4`, `setattr(helper, "lay", f)`, `patch("helper.N", 8)`.
//!
//! What a file assigns on its own, outside of functions, happens where it is run. Everything else happens at any time.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Item, Program, StatementKind},
};

use crate::{
    code::{each_statement::each_statement, walk, written::written_in_items},
    python::module::module_path,
    state::{file::Files, implicit_code::ImplicitCode},
};

/// Functions that assign an attribute by its name: Python's own, and those by which tests replace something for a while.
const SETTERS: &[&str] = &["setattr", "delattr"];
const PATCHES: &[&str] = &["patch", "object", "setattr", "delattr"];

/// The last names of the files of a program.
pub(crate) struct ProgramModules {
    last_names: FxHashSet<String>,
}

/// What a name that is imported is.
enum Imported<'p> {
    /// A module of the program.
    Own,
    /// A module that is not the program's, by the first part of its path.
    Foreign(&'p str),
}

impl ProgramModules {
    pub(crate) fn of(files: &Files<'_>) -> Self {
        let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
        Self { last_names: files.all().map(|(_, file)| last(&module_path(&file.name))).collect() }
    }

    /// What an import binds, where that is a module.
    fn imported<'p>(&self, path: &'p str) -> Option<Imported<'p>> {
        let mut parts = path.rsplit('.');
        let (last, around) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        if self.last_names.contains(last) {
            return Some(Imported::Own);
        }
        // A name of a module of the program is an object, function or class.
        let is_member = path.starts_with('.') || self.last_names.contains(around);
        (!is_member).then(|| Imported::Foreign(path.split('.').next().unwrap_or(path)))
    }

    /// Notes what a file assigns on modules.
    pub(crate) fn find_written(&self, program: &Program, found: &mut ImplicitCode) {
        let modules: FxHashMap<&str, Imported<'_>> = program
            .imports
            .iter()
            .filter_map(|import| Some((import.alias.as_deref()?, self.imported(&import.path)?)))
            .collect();
        if modules.is_empty() {
            return;
        }
        let fallbacks = fallbacks(&program.items);
        written_in_items(&program.items, &mut |target, function| {
            if fallbacks.contains(&target.range.start) {
                return;
            }
            each_member(target, &mut |base, name| {
                let Some(module) = walk::first_name(base).and_then(|first| modules.get(first)) else {
                    return;
                };
                self.is_assigned_on(module, base, name, function.is_some(), found);
            });
        });
        walk::items(&program.items, &mut |expr: &Expr| {
            let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
            let is_setter = match &callee.kind {
                ExprKind::Name(name) => SETTERS.contains(&name.as_str()) || name == "patch",
                ExprKind::Member { name, .. } => PATCHES.contains(&name.text.as_str()),
                _ => false,
            };
            if is_setter {
                self.is_set_by_name(arguments, &modules, found);
            }
        });
    }

    fn is_assigned_on(
        &self,
        module: &Imported<'_>,
        base: &Expr,
        name: &str,
        is_in_function: bool,
        found: &mut ImplicitCode,
    ) {
        let is_module = match (&base.kind, module) {
            (ExprKind::Name(_), Imported::Own) => true,
            // `package.helper.n = 4`; `helper.K.n = 4` is an attribute of a class or object.
            (ExprKind::Member { name, .. }, _) => self.last_names.contains(&name.text),
            _ => false,
        };
        if is_module {
            found.on_modules.insert(name.to_owned());
            if is_in_function {
                found.variables.insert(name.to_owned());
            }
        } else if let Imported::Foreign(first) = module {
            found.on_foreign.insert(((*first).to_owned(), name.to_owned()));
        }
    }

    fn is_set_by_name(
        &self,
        arguments: &[Argument],
        modules: &FxHashMap<&str, Imported<'_>>,
        found: &mut ImplicitCode,
    ) {
        let text = |argument: Option<&Argument>| match argument.map(|argument| &argument.value.kind) {
            Some(ExprKind::Text(text)) => Some(text.to_string()),
            _ => None,
        };
        // `patch("helper.N", 8)`
        if let Some(path) = text(arguments.first())
            && let Some((module, name)) = path.rsplit_once('.')
        {
            let first = module.split('.').next().unwrap_or(module);
            found.on_foreign.insert((first.to_owned(), name.to_owned()));
            found.on_modules.insert(name.to_owned());
            found.variables.insert(name.to_owned());
        }
        let Some(object) = arguments.first().map(|first| &first.value) else { return };
        if let Some(name) = text(arguments.get(1))
            && let Some(module) = walk::first_name(object).and_then(|first| modules.get(first))
        {
            self.is_assigned_on(module, object, &name, true, found);
        }
    }
}

/// Where `module.name` is assigned below `if not hasattr(module, "name"):`, which is done only where the module has none.
fn fallbacks(items: &[Item]) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    for item in items {
        let Item::Statement(statement) = item else { continue };
        each_statement(std::slice::from_ref(statement), &mut |statement| {
            if let StatementKind::If { condition, then, .. } = &statement.kind
                && let Some((module, name)) = missed_attribute(condition)
            {
                each_statement(then, &mut |statement| {
                    if let StatementKind::Assign { target, .. } = &statement.kind
                        && let ExprKind::Member { base, name: own } = &target.kind
                        && own.text == name
                        && are_one_path(base, module)
                    {
                        found.insert(target.range.start);
                    }
                });
            }
        });
    }
    found
}

/// `not hasattr(module, "name")`.
fn missed_attribute(condition: &Expr) -> Option<(&Expr, &str)> {
    let ExprKind::Not(asked) = &condition.kind else { return None };
    let ExprKind::Invoke { callee, arguments } = &asked.kind else { return None };
    let [module, name] = arguments.as_slice() else { return None };
    match (&callee.kind, &name.value.kind) {
        (ExprKind::Name(asks), ExprKind::Text(name)) if asks == "hasattr" => Some((&module.value, name)),
        _ => None,
    }
}

/// Whether both are `a.b.c`.
fn are_one_path(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Name(one), ExprKind::Name(other)) => one == other,
        (ExprKind::Member { base: one, name }, ExprKind::Member { base: other, name: other_name }) => {
            name.text == other_name.text && are_one_path(one, other)
        }
        _ => false,
    }
}

/// Calls `visit` with each attribute that a target assigns, and of what.
fn each_member<'e>(target: &'e Expr, visit: &mut impl FnMut(&'e Expr, &'e str)) {
    match &target.kind {
        ExprKind::Member { base, name } => visit(base, &name.text),
        ExprKind::Tuple(targets) | ExprKind::List(targets) => {
            targets.iter().for_each(|target| each_member(target, visit));
        }
        _ => {}
    }
}
