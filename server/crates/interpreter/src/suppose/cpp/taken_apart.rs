//! How code takes a tuple apart, read without running it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use layoutlens_host_value::{suggestions::Suggestions, taken_apart::TakenApart};
use layoutlens_operation::Operation;
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{
        Class, Declaration, DeclarationKind, Function, HostStatement, Item, StatementKind, TemplateParameter,
    },
};

use crate::{
    code::{declared_name::last_name, each_function::each_function, each_statement::each_statement, walk},
    state::implicit_code::Code,
    suppose::cpp::uses::Uses,
};

/// The most parts of a tuple that are looked at.
const MAX_PARTS: usize = 8;

/// How deep tuples in tuples are looked at.
const MAX_DEPTH: usize = 3;

/// How far functions are followed that hand a tuple on to each other.
const MAX_HANDED: usize = 2;

/// How many functions are looked at to which a function hands a tuple on.
const MAX_CALLED: usize = 16;

/// The functions of a file by their names.
pub(crate) type Called<'c> = FxHashMap<&'c str, Vec<&'c Function>>;

/// All functions of the first file, those in classes and functions among them.
pub(crate) fn functions_by_name(items: &[Item]) -> Called<'_> {
    let mut all = Called::default();
    each_function(items, None, &mut |code: Code<'_>| {
        all.entry(&code.function.name.text).or_default().push(code.function);
    });
    all
}

/// Looks for the parts that are taken of what has one of these names.
struct Search<'c> {
    /// The names of the tuple: of a parameter, of fields of its type.
    names: Vec<&'c str>,
    /// The template parameter that is its type.
    type_name: Option<&'c str>,
    suggestions: &'c Suggestions,
    called: &'c Called<'c>,
    /// How many functions have handed the tuple on.
    depth: usize,
    /// Functions that were looked at, so many.
    looked: usize,
    /// Template parameters that are by default tuples of more than one along their first mode.
    divisors: Vec<&'c str>,
    /// What variables hold, as a path into the tuple.
    variables: BTreeMap<&'c str, Vec<usize>>,
    /// What aliases stand for, in the same way.
    aliases: BTreeMap<&'c str, Vec<usize>>,
    found: TakenApart,
}

/// What a function takes of a parameter.
pub(crate) fn of_parameter(
    function: &Function,
    name: &str,
    called: &Called<'_>,
    suggestions: &Suggestions,
) -> TakenApart {
    let names = vec![name];
    let mut search = Search::of(names, None, called, suggestions);
    search.body(&function.body);
    search.found
}

/// What code takes of objects of the type that a template parameter stands for.
pub(crate) fn of_type<'c>(
    uses: &Uses<'c>,
    type_name: &'c str,
    called: &'c Called<'c>,
    suggestions: &'c Suggestions,
) -> TakenApart {
    let mut search = Search::of(Vec::new(), Some(type_name), called, suggestions);
    search.divisors = uses.template().iter().filter_map(divisor).collect();
    match uses {
        Uses::Function(function) => search.function(function),
        Uses::Class(class) => {
            search.fields(class);
            search.class(class);
        }
    }
    search.found
}

/// The name of a parameter that is by default such a tuple: `class ThreadShape = Shape<_2,_1,_1>`.
fn divisor(parameter: &TemplateParameter) -> Option<&str> {
    let ExprKind::Specialize { arguments, .. } = &parameter.default.as_ref()?.kind else { return None };
    let ExprKind::Name(first) = &arguments.first()?.kind else { return None };
    (arguments.len() > 1 && first.starts_with('_') && first != "_1" && first != "_")
        .then_some(parameter.name.as_ref()?.text.as_str())
}

impl<'c> Search<'c> {
    fn of(
        names: Vec<&'c str>,
        type_name: Option<&'c str>,
        called: &'c Called<'c>,
        suggestions: &'c Suggestions,
    ) -> Self {
        let (variables, aliases, found) = (BTreeMap::new(), BTreeMap::new(), TakenApart::default());
        Self {
            names,
            type_name,
            suggestions,
            called,
            depth: 0,
            looked: 0,
            divisors: Vec::new(),
            variables,
            aliases,
            found,
        }
    }

    fn is_of_type(&self, declared: Option<&Expr>) -> bool {
        match (declared.map(|declared| &declared.kind), self.type_name) {
            (Some(ExprKind::Name(name)), Some(of)) => name.trim_end_matches('_') == of.trim_end_matches('_'),
            _ => false,
        }
    }

    /// The fields of the type, those of classes in the class among them.
    fn fields(&mut self, class: &'c Class) {
        for member in class.members.iter() {
            match member {
                Item::Class(inner) => self.fields(inner),
                Item::Statement(HostStatement { kind: StatementKind::Declare(declaration), .. })
                    if self.is_of_type(declaration.declared_type.as_ref()) =>
                {
                    self.names.extend(declaration.names.iter().map(|name| name.text.as_str()));
                }
                _ => {}
            }
        }
    }

    fn class(&mut self, class: &'c Class) {
        for member in class.members.iter() {
            match member {
                Item::Class(inner) => self.class(inner),
                Item::Function(function) => self.function(function),
                Item::Statement(statement) => self.body(std::slice::from_ref(statement)),
            }
        }
    }

    fn function(&mut self, function: &'c Function) {
        let fields = self.names.len();
        for parameter in &function.parameters {
            if let Some(name) = &parameter.name
                && self.is_of_type(parameter.declared_type.as_ref())
            {
                self.names.push(&name.text);
            }
        }
        self.variables.clear();
        self.body(&function.body);
        self.names.truncate(fields);
    }

    fn body(&mut self, body: &'c [HostStatement]) {
        each_statement(body, &mut |statement| {
            if let StatementKind::Declare(declaration) = &statement.kind {
                self.declaration(declaration);
            }
        });
        let mut taken: Vec<Vec<usize>> = Vec::new();
        let (mut is_divided, mut is_stride) = (false, false);
        let mut handed: Vec<(Vec<usize>, &'c Function, &'c str)> = Vec::new();
        let divisors = std::mem::take(&mut self.divisors);
        walk::statements(body, &mut |expr: &Expr| {
            let path = match &expr.kind {
                ExprKind::Invoke { .. } => self.path(expr),
                ExprKind::Specialize { .. } => self.path_of_type(expr),
                _ => None,
            };
            taken.extend(path);
            self.add_handed(expr, &mut handed);
            is_divided |= self.is_division(expr, &divisors);
            is_stride |= self.is_among_strides(expr);
        });
        self.found.is_divided |= is_divided;
        self.found.is_stride |= is_stride;
        self.divisors = divisors;
        for path in taken {
            self.take(&path);
        }
        for (path, function, name) in handed {
            self.take_as(&path, function, name);
        }
    }

    /// The functions of the file to which a call hands the tuple, or a part of it, and the names that it has there.
    fn add_handed(&self, expr: &'c Expr, handed: &mut Vec<(Vec<usize>, &'c Function, &'c str)>) {
        let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
        if self.depth >= MAX_HANDED {
            return;
        }
        let callee = match &callee.kind {
            ExprKind::Member { name, .. } => name.text.as_str(),
            _ => last_name(callee),
        };
        // Of several it is not known here which one is called.
        let Some([function]) = self.called.get(callee).map(Vec::as_slice) else { return };
        for (argument, parameter) in arguments.iter().zip(&function.parameters) {
            if let (Some(path), Some(name)) = (self.path(&argument.value), &parameter.name) {
                handed.push((path, function, &name.text));
            }
        }
    }

    /// Notes what a function takes of the part at this path, which is its parameter of this name.
    fn take_as(&mut self, path: &[usize], function: &'c Function, name: &'c str) {
        if self.looked >= MAX_CALLED {
            return;
        }
        let mut inner = Self::of(vec![name], None, self.called, self.suggestions);
        inner.depth = self.depth + 1;
        inner.looked = self.looked + 1;
        inner.body(&function.body);
        self.looked = inner.looked;
        self.take_all(path, &inner.found);
    }

    fn take_all(&mut self, path: &[usize], found: &TakenApart) {
        for (index, part) in found.parts.iter().enumerate() {
            let path = [path, &[index]].concat();
            if let Some(whole) = self.take(&path) {
                whole.is_exact |= found.is_exact;
            }
            self.take_all(&path, part);
        }
    }

    fn declaration(&mut self, declaration: &'c Declaration) {
        let Some(value) = &declaration.value else { return };
        if declaration.kind == DeclarationKind::Alias {
            if let ([only], Some(path)) = (declaration.names.as_slice(), self.path_of_type(value)) {
                self.aliases.insert(&only.text, path);
            }
            return;
        }
        let Some(path) = self.path(value) else { return };
        match declaration.names.as_slice() {
            [only] if !declaration.takes_apart => {
                self.variables.insert(&only.text, path);
            }
            names if declaration.takes_apart && names.len() <= MAX_PARTS => {
                let Some(last) = names.len().checked_sub(1) else { return };
                if let Some(apart) = self.take(&[path.as_slice(), &[last]].concat()) {
                    apart.is_exact = true;
                }
                for (index, name) in names.iter().enumerate() {
                    self.variables.insert(&name.text, [path.as_slice(), &[index]].concat());
                }
            }
            _ => {}
        }
    }

    fn is_division(&self, expr: &Expr, divisors: &[&str]) -> bool {
        let ExprKind::Invoke { callee, arguments } = &expr.kind else { return false };
        let (ExprKind::Name(function), [of, by]) = (&callee.kind, arguments.as_slice()) else { return false };
        let divides = |by: &Expr| match &by.kind {
            ExprKind::Construct { constructed: Some(by), .. } => divisors.contains(&last_name(by)),
            _ => false,
        };
        Operation::named(function.rsplit("::").next().unwrap_or(function)) == Some(Operation::ShapeDiv)
            && divides(&by.value)
            && self.path(with_part_replaced(&of.value)).is_some_and(|path| path.is_empty())
    }

    /// Whether a template is given objects of the type, or the type itself, where it wants strides.
    fn is_among_strides(&self, expr: &Expr) -> bool {
        let ExprKind::Specialize { base, arguments } = &expr.kind else { return false };
        let ExprKind::Name(template) = &base.kind else { return false };
        let strides = (self.suggestions.strides_among)(template).iter();
        strides.filter_map(|index| arguments.get(*index)).any(|argument| {
            let mut names_it = false;
            walk::expression(argument, &mut |inner: &Expr| names_it |= self.is_of_type(Some(inner)));
            names_it
        })
    }

    /// Where in the tuple an expression lies.
    fn path(&self, expr: &Expr) -> Option<Vec<usize>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.variables.get(name.as_str()) {
                Some(path) => Some(path.clone()),
                None => self.names.contains(&name.as_str()).then(Vec::new),
            },
            ExprKind::Member { name, .. } => self.names.contains(&name.text.as_str()).then(Vec::new),
            ExprKind::Construct { constructed: Some(constructed), arguments } if arguments.is_empty() => {
                self.is_of_type(Some(constructed)).then(Vec::new)
            }
            ExprKind::Invoke { callee, arguments } => {
                let (ExprKind::Specialize { base, arguments: indices }, [of]) =
                    (&callee.kind, arguments.as_slice())
                else {
                    return None;
                };
                let ExprKind::Name(function) = &base.kind else { return None };
                if !(self.suggestions.takes_part)(function) {
                    return None;
                }
                let mut path = self.path(&of.value)?;
                for index in indices {
                    match index.kind {
                        ExprKind::Int(index) => path.push(usize::try_from(index).ok()?),
                        _ => return None,
                    }
                }
                Some(path)
            }
            _ => None,
        }
    }

    /// The same of a type: `tuple_element_t<0, T>`.
    fn path_of_type(&self, expr: &Expr) -> Option<Vec<usize>> {
        match &expr.kind {
            ExprKind::Name(name) => match self.aliases.get(name.as_str()) {
                Some(path) => Some(path.clone()),
                None => self.is_of_type(Some(expr)).then(Vec::new),
            },
            ExprKind::Member { base, name } if name.text == "type" => self.path_of_type(base),
            ExprKind::Specialize { base, arguments } => match (last_name(base), arguments.as_slice()) {
                ("tuple_element_t" | "tuple_element", [Expr { kind: ExprKind::Int(index), .. }, of]) => {
                    let mut path = self.path_of_type(of)?;
                    path.push(usize::try_from(*index).ok()?);
                    Some(path)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes that there is a part at this path, and answers the tuple of which it is one.
    fn take(&mut self, path: &[usize]) -> Option<&mut TakenApart> {
        if path.len() > MAX_DEPTH || path.iter().any(|index| *index >= MAX_PARTS) {
            return None;
        }
        let (last, before) = path.split_last()?;
        let mut at = &mut self.found;
        for index in before {
            at.with_part(*index);
            at = at.parts.get_mut(*index)?;
        }
        at.with_part(*last);
        Some(at)
    }
}

/// `replace<2>(tile, x)`: the tile, whose other parts are what they were; else the expression itself.
fn with_part_replaced(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Invoke { callee, arguments } => match (&callee.kind, arguments.as_slice()) {
            (ExprKind::Specialize { base, .. }, [of, _])
                if Operation::named(last_name(base)) == Some(Operation::Replace) =>
            {
                &of.value
            }
            _ => expr,
        },
        _ => expr,
    }
}
