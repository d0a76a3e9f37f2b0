//! Expressions with others in the place of names.

use std::{ops::Range, sync::Arc};

use rustc_hash::FxHashMap;

use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Argument, Function, HostStatement, StatementKind},
};

/// Puts what is given into the place of names, and everything at one place in the document.
pub(crate) struct Rewrite<'r> {
    /// What stands for a name; several expressions only where there is a list.
    pub(crate) given: FxHashMap<&'r str, Vec<Expr>>,
    /// Where everything else is.
    pub(crate) at: Range<usize>,
    /// The namespace in which functions are that the expression makes.
    pub(crate) path: Arc<[String]>,
}

impl Rewrite<'_> {
    pub(crate) fn expression(&self, expr: &mut Expr) {
        if let ExprKind::Name(name) = &expr.kind {
            let (first, behind) = match name.split_once("::") {
                Some((first, behind)) => (first, Some(behind.to_owned())),
                None => (name.as_str(), None),
            };
            match self.given.get(first).map(Vec::as_slice) {
                Some([only]) => *expr = qualified(only.clone(), behind.as_deref(), &self.at),
                Some(_) => {
                    let reason = "several arguments of a macro in the place of one".into();
                    *expr = Expr { kind: ExprKind::Opaque(reason), range: self.at.clone() };
                }
                None => expr.range = self.at.clone(),
            }
            return;
        }
        expr.range = self.at.clone();
        match &mut expr.kind {
            ExprKind::Tuple(elements)
            | ExprKind::Tiler(elements)
            | ExprKind::Comma(elements)
            | ExprKind::List(elements) => self.list(elements),
            ExprKind::Member { base, name } => {
                self.expression(base);
                self.name(name);
            }
            ExprKind::Specialize { base, arguments } | ExprKind::Index { base, indices: arguments } => {
                self.expression(base);
                self.list(arguments);
            }
            ExprKind::Construct { constructed, arguments } => {
                constructed.iter_mut().for_each(|inner| self.expression(inner));
                self.list(arguments);
            }
            ExprKind::Invoke { callee, arguments } => {
                self.expression(callee);
                self.arguments(arguments);
            }
            ExprKind::Launch { kernel, configuration, arguments } => {
                self.expression(kernel);
                self.list(configuration);
                self.arguments(arguments);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|inner| self.expression(inner));
            }
            ExprKind::Comprehension { element, over, condition, .. } => {
                [element, over].into_iter().chain(condition).for_each(|inner| self.expression(inner));
            }
            ExprKind::TypeOf(inner)
            | ExprKind::Not(inner)
            | ExprKind::Expand(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Designated { value: inner, .. } => self.expression(inner),
            ExprKind::Fold { pattern, initial, .. } => {
                self.expression(pattern);
                initial.iter_mut().for_each(|inner| self.expression(inner));
            }
            ExprKind::Lambda(function) => self.function(function),
            ExprKind::Binary { left, right, .. } => {
                self.expression(left);
                self.expression(right);
            }
            _ => {}
        }
    }

    fn list(&self, elements: &mut Vec<Expr>) {
        let spliced = std::mem::take(elements).into_iter().flat_map(|element| self.spliced(element));
        *elements = spliced.collect();
    }

    fn arguments(&self, arguments: &mut Vec<Argument>) {
        let spliced = std::mem::take(arguments).into_iter().flat_map(|Argument { keyword, value }| {
            self.spliced(value).into_iter().map(move |value| Argument { keyword: keyword.clone(), value })
        });
        *arguments = spliced.collect();
    }

    /// An element of a list: as many as are given for it.
    fn spliced(&self, mut element: Expr) -> Vec<Expr> {
        if let ExprKind::Name(name) = &element.kind
            && let Some(given) = self.given.get(name.as_str())
        {
            return given.clone();
        }
        self.expression(&mut element);
        vec![element]
    }

    /// A name that the code declares: the one that is given for it, else one that has no place in the document.
    fn name(&self, name: &mut Name) {
        match self.given.get(name.text.as_str()).map(Vec::as_slice) {
            Some([Expr { kind: ExprKind::Name(text), range }]) => {
                *name = Name { text: text.clone(), range: range.clone() };
            }
            _ => name.range = self.at.start..self.at.start,
        }
    }

    fn function(&self, function: &mut Function) {
        function.range = self.at.clone();
        function.path.clone_from(&self.path);
        self.name(&mut function.name);
        for parameter in &mut function.parameters {
            parameter.range = self.at.clone();
            parameter.name.iter_mut().for_each(|name| self.name(name));
            parameter.declared_type.iter_mut().for_each(|inner| self.expression(inner));
            parameter.default.iter_mut().for_each(|inner| self.expression(inner));
        }
        function.returns.iter_mut().for_each(|inner| self.expression(inner));
        self.statements(Arc::make_mut(&mut function.body));
    }

    fn statements(&self, body: &mut [HostStatement]) {
        body.iter_mut().for_each(|statement| self.statement(statement));
    }

    fn statement(&self, statement: &mut HostStatement) {
        statement.range = self.at.clone();
        match &mut statement.kind {
            StatementKind::Declare(declaration) => {
                declaration.names.iter_mut().for_each(|name| self.name(name));
                declaration.declared_type.iter_mut().for_each(|inner| self.expression(inner));
                declaration.value.iter_mut().for_each(|inner| self.expression(inner));
            }
            StatementKind::Assign { target, value, .. } => {
                self.expression(target);
                self.expression(value);
            }
            StatementKind::Expression(inner) | StatementKind::Assert(inner) => self.expression(inner),
            StatementKind::Return(inner) => inner.iter_mut().for_each(|inner| self.expression(inner)),
            StatementKind::If { condition, then, otherwise, .. } => {
                self.expression(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::Loop { variables, counts: _, over, condition, body } => {
                variables.iter_mut().for_each(|name| self.name(name));
                over.iter_mut().chain(condition).for_each(|inner| self.expression(inner));
                self.statements(body);
            }
            StatementKind::Block(body) | StatementKind::Finally(body) => self.statements(body),
            StatementKind::Try { body, handlers } => {
                self.statements(body);
                handlers.iter_mut().for_each(|body| self.statements(body));
            }
            StatementKind::Alternatives(branches) => {
                branches.iter_mut().for_each(|branch| self.statements(&mut branch.body));
            }
            StatementKind::Function(function) => self.function(function),
            // A macro holds no directives; a class in one keeps its own names.
            StatementKind::Class(_)
            | StatementKind::Macro(_)
            | StatementKind::Jump(_)
            | StatementKind::Label(_)
            | StatementKind::Instantiate { .. }
            | StatementKind::Unread(_) => {}
        }
    }
}

/// `of::behind`.
pub(crate) fn qualified(of: Expr, behind: Option<&str>, at: &Range<usize>) -> Expr {
    let Some(behind) = behind else { return of };
    if let ExprKind::Name(first) = &of.kind {
        return Expr { kind: ExprKind::Name(format!("{first}::{behind}")), range: of.range };
    }
    behind.split("::").fold(of, |base, part| {
        let name = Name { text: part.to_owned(), range: at.start..at.start };
        Expr { kind: ExprKind::Member { base: Box::new(base), name }, range: at.clone() }
    })
}
