//! `import` and `from .. import ..`.
//!
//! An import that alone binds its name is one of the file. Where something else binds the name, too, the import is a
//! statement like an assignment: what its name stands for depends on the place.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::Node;

use super::{Reader, children, unknown_value};
use crate::annotation::Name;
use crate::expr::{Expr, ExprKind};
use crate::opaque::Opaque;
use crate::program::{Class, Function, HostStatement, Import, Item, StatementKind};

/// Builtin functions: an import inside of a function that has the name of one does not hide it elsewhere.
const BUILTINS: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "dict",
    "divmod",
    "enumerate",
    "frozenset",
    "getattr",
    "hasattr",
    "int",
    "isinstance",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "print",
    "range",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "zip",
];

impl Reader<'_> {
    /// `import a.b as c`; `import a.b` without a name of its own gives the file the package `a`, and loads `a.b`.
    pub(super) fn import(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        for name in children(node) {
            let range = name.byte_range();
            let (path, alias) = self.imported(name);
            if let Some(alias) = alias {
                self.bind_import(path, alias, range, out);
                continue;
            }
            let package = path.split('.').next().unwrap_or_default().to_owned();
            let alias = Name { text: package.clone(), range: range.start..range.start + package.len() };
            let is_inside = package != path;
            self.bind_import(package, alias, range.clone(), out);
            if is_inside {
                self.imports.push(Import {
                    alias: Some(path.clone()),
                    path,
                    space: None,
                    block: None,
                    range,
                });
            }
        }
    }

    /// `from a.b import c as d`, `from .a import b`, `from a import *`.
    pub(super) fn import_from(&mut self, node: Node<'_>, out: &mut Vec<HostStatement>) {
        let Some(module) = node.child_by_field_name("module_name") else {
            return self.unread(node, "an import from nowhere", out);
        };
        let prefix = self.dotted(module);
        for name in children(node).into_iter().filter(|name| name.id() != module.id()) {
            let range = name.byte_range();
            if name.kind() == "wildcard_import" {
                self.imports.push(Import {
                    path: prefix.clone(),
                    alias: None,
                    space: None,
                    block: None,
                    range,
                });
                continue;
            }
            let (member, alias) = self.imported(name);
            let separator = if prefix.ends_with('.') { "" } else { "." };
            let path = format!("{prefix}{separator}{member}");
            let alias = alias.unwrap_or_else(|| Name { text: member, range: range.clone() });
            self.bind_import(path, alias, range, out);
        }
    }

    /// An import, and the statement that it is where it does not bind its name alone: [`settle`] takes others away.
    fn bind_import(&mut self, path: String, alias: Name, range: Range<usize>, out: &mut Vec<HostStatement>) {
        self.imports.push(Import {
            path,
            alias: Some(alias.text.clone()),
            space: None,
            block: None,
            range: range.clone(),
        });
        out.push(HostStatement { range, ..unknown_value(alias, Opaque::Imported) });
    }

    /// What is imported, and the name that it is given.
    fn imported(&self, node: Node<'_>) -> (String, Option<Name>) {
        match (node.child_by_field_name("name"), node.child_by_field_name("alias")) {
            (Some(name), Some(alias)) => (self.dotted(name), Some(self.name(alias))),
            _ => (self.dotted(node), None),
        }
    }

    /// A dotted name without the blanks that may stand between its parts.
    fn dotted(&self, node: Node<'_>) -> String {
        self.slice(node).split_whitespace().collect()
    }
}

/// Whether a statement is an import.
pub(super) fn is_import(statement: &HostStatement) -> bool {
    imported_name(statement).is_some()
}

fn imported_name(statement: &HostStatement) -> Option<&str> {
    match &statement.kind {
        StatementKind::Declare(declaration) => match (&declaration.value, declaration.names.as_slice()) {
            (Some(Expr { kind: ExprKind::Opaque(Opaque::Imported), .. }), [name]) => Some(&name.text),
            _ => None,
        },
        _ => None,
    }
}

/// Takes away the statements of imports that bind their names alone; gives where the others begin.
pub(super) fn settle(imports: &[Import], statements: &mut Vec<HostStatement>) -> BTreeSet<usize> {
    if imports.is_empty() {
        return BTreeSet::new();
    }
    let mut bound = Bound::default();
    statements.iter().for_each(|statement| bound.add(statement, Place::Module));
    let in_place = bound.in_place(imports);
    take_away(statements, &in_place);
    in_place
}

/// Where a statement stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Module,
    Class,
    Function,
}

/// The names that a file binds.
#[derive(Default)]
struct Bound<'a> {
    /// Where imports stand, by where they begin.
    places: HashMap<usize, Place>,
    /// The names of the module that something else than an import binds, with the first place where it does.
    of_module: HashMap<&'a str, usize>,
    /// Names that functions bind by something else than an import, parameters included.
    of_functions: HashSet<&'a str>,
    /// Where the loop around the statement at hand begins: what it binds comes before all of its next round.
    loop_at: Option<usize>,
}

impl<'a> Bound<'a> {
    fn add(&mut self, statement: &'a HostStatement, place: Place) {
        if is_import(statement) {
            self.places.insert(statement.range.start, place);
            return;
        }
        let at = statement.range.start;
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                declaration.names.iter().for_each(|name| self.name(&name.text, at, place));
            }
            StatementKind::Assign { target: Expr { kind: ExprKind::Name(name), .. }, .. } => {
                self.name(name, at, place);
            }
            StatementKind::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).for_each(|inner| self.add(inner, place));
            }
            StatementKind::Loop { variables, body, .. } => {
                variables.iter().for_each(|name| self.name(&name.text, at, place));
                let outer = self.loop_at;
                self.loop_at = outer.or(Some(at));
                body.iter().for_each(|inner| self.add(inner, place));
                self.loop_at = outer;
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => {
                body.iter().for_each(|inner| self.add(inner, place))
            }
            StatementKind::Function(function) => self.function(function, place),
            StatementKind::Class(class) => self.class(class, place),
            // These bind nothing: `:=` is a declaration of its own.
            StatementKind::Assign { .. }
            | StatementKind::Expression(_)
            | StatementKind::Return(_)
            | StatementKind::Assert(_)
            | StatementKind::Jump(_)
            | StatementKind::Unread(_) => {}
            // No statements of Python.
            StatementKind::Try { .. }
            | StatementKind::Label(_)
            | StatementKind::Alternatives(_)
            | StatementKind::Macro(_)
            | StatementKind::Instantiate { .. } => {}
        }
    }

    fn name(&mut self, name: &'a str, at: usize, place: Place) {
        match place {
            Place::Module => {
                let at = self.loop_at.unwrap_or(at);
                let first = self.of_module.entry(name).or_insert(at);
                *first = at.min(*first);
            }
            Place::Function => {
                self.of_functions.insert(name);
            }
            Place::Class => {}
        }
    }

    fn function(&mut self, function: &'a Function, place: Place) {
        self.name(&function.name.text, function.range.start, place);
        let parameters = function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        self.of_functions.extend(parameters.map(|name| name.text.as_str()));
        function.body.iter().for_each(|inner| self.add(inner, Place::Function));
    }

    fn class(&mut self, class: &'a Class, place: Place) {
        self.name(&class.name.text, class.range.start, place);
        for member in class.members.iter() {
            match member {
                Item::Function(function) => self.function(function, Place::Class),
                Item::Class(inner) => self.class(inner, Place::Class),
                Item::Statement(statement) => self.add(statement, Place::Class),
            }
        }
    }

    /// Where the imports begin that do not bind their names alone. What the module binds behind an import comes behind it
    /// when the module is run, too.
    fn in_place(&self, imports: &[Import]) -> BTreeSet<usize> {
        let has_star = imports.iter().any(|import| import.alias.is_none());
        // Of each name whether all imports take it from one place; those of a class give it to the class alone.
        let mut paths: HashMap<&str, (&str, bool)> = HashMap::new();
        let mut named_by_module: HashSet<&str> = HashSet::new();
        for import in imports {
            let Some(alias) = import.alias.as_deref() else { continue };
            match self.places.get(&import.range.start) {
                Some(Place::Class) | None => continue,
                Some(Place::Module) => named_by_module.extend([alias]),
                Some(Place::Function) => {}
            }
            let known = paths.entry(alias).or_insert((&import.path, true));
            known.1 &= known.0 == import.path;
        }
        let is_in_place = |import: &&Import| {
            let at = import.range.start;
            let Some(alias) = import.alias.as_deref() else { return false };
            let is_one = paths.get(alias).is_none_or(|(_, is_one)| *is_one);
            match self.places.get(&at) {
                Some(Place::Module) => !is_one || self.of_module.get(alias).is_some_and(|first| *first < at),
                Some(Place::Class) => true,
                Some(Place::Function) => {
                    let is_of_function =
                        !named_by_module.contains(alias) && (has_star || BUILTINS.contains(&alias));
                    !is_one
                        || is_of_function
                        || self.of_module.contains_key(alias)
                        || self.of_functions.contains(alias)
                }
                None => false,
            }
        };
        imports.iter().filter(is_in_place).map(|import| import.range.start).collect()
    }
}

/// Takes away the statements of imports that do not begin at one of these places.
fn take_away(statements: &mut Vec<HostStatement>, in_place: &BTreeSet<usize>) {
    statements.retain(|statement| !is_import(statement) || in_place.contains(&statement.range.start));
    for statement in statements {
        take_away_inside(&mut statement.kind, in_place);
    }
}

fn take_away_inside(kind: &mut StatementKind, in_place: &BTreeSet<usize>) {
    match kind {
        StatementKind::If { then, otherwise, .. } => {
            take_away(then, in_place);
            take_away(otherwise, in_place);
        }
        StatementKind::Loop { body, .. } | StatementKind::Block(body) | StatementKind::Finally(body) => {
            take_away(body, in_place)
        }
        StatementKind::Function(function) => take_away_of_function(function, in_place),
        StatementKind::Class(class) => take_away_of_class(class, in_place),
        // These hold no statements.
        StatementKind::Declare(_)
        | StatementKind::Assign { .. }
        | StatementKind::Expression(_)
        | StatementKind::Return(_)
        | StatementKind::Assert(_)
        | StatementKind::Jump(_)
        | StatementKind::Unread(_) => {}
        // No statements of Python.
        StatementKind::Try { .. }
        | StatementKind::Label(_)
        | StatementKind::Alternatives(_)
        | StatementKind::Macro(_)
        | StatementKind::Instantiate { .. } => {}
    }
}

fn take_away_of_function(function: &mut Function, in_place: &BTreeSet<usize>) {
    let is_left =
        |statement: &HostStatement| !is_import(statement) || in_place.contains(&statement.range.start);
    // What is inside is taken away first, where it is: bodies are long.
    for statement in Arc::make_mut(&mut function.body) {
        take_away_inside(&mut statement.kind, in_place);
    }
    if !function.body.iter().all(is_left) {
        function.body = function.body.iter().filter(|statement| is_left(statement)).cloned().collect();
    }
}

fn take_away_of_class(class: &mut Class, in_place: &BTreeSet<usize>) {
    let is_left = |member: &Item| match member {
        Item::Statement(statement) => !is_import(statement) || in_place.contains(&statement.range.start),
        Item::Function(_) | Item::Class(_) => true,
    };
    for member in Arc::make_mut(&mut class.members) {
        match member {
            Item::Function(function) => take_away_of_function(function, in_place),
            Item::Class(inner) => take_away_of_class(inner, in_place),
            Item::Statement(statement) => take_away_inside(&mut statement.kind, in_place),
        }
    }
    if !class.members.iter().all(is_left) {
        class.members = class.members.iter().filter(|member| is_left(member)).cloned().collect();
    }
}
