//! Types of C++ that may be `const`, `volatile` or references though their value does not say so: what a template is given so,
//! and what it hands on.

use layoutlens_host_value::value::HostValue;
use layoutlens_operation::Value;
use layoutlens_syntax::{
    Expr, ExprKind, Language,
    program::{
        Class, Declaration, DeclarationKind, Function, HostStatement, Item, StatementKind, TemplateParameter,
    },
};

use crate::{
    code::{
        declared_name::last_name,
        each_statement::each_statement,
        path::{is_path, last_part},
        walk,
    },
    state::{file::FileId, interpreter::Interpreter, qualified_types::QualifiedTypes},
};

/// What asks whether two types are the same, or makes another one of a type.
const ASKING: &[&str] = &[
    "is_same",
    "is_same_v",
    "remove_const",
    "remove_const_t",
    "remove_cv",
    "remove_cv_t",
    "remove_cvref",
    "remove_cvref_t",
    "remove_reference",
    "remove_reference_t",
    "decay",
    "decay_t",
    "declval",
];

impl<'a> Interpreter<'a> {
    /// Whether a template is given a type somewhere that is `const`, a reference or an array, or may be.
    pub(crate) fn is_given_qualified(&self, template: &str) -> bool {
        self.qualified_types().names.contains(last_part(template))
    }

    /// Whether `is_same<A, B>` says that types are the same of which one may be `const` or a reference.
    pub(crate) fn is_vague_comparison(&self, expr: &Expr, arguments: &[Expr], answer: &HostValue) -> bool {
        let holds = match answer {
            HostValue::Value(Value::Bool(holds)) => *holds,
            HostValue::Type(of) => of.truth() == Some(&HostValue::Value(Value::Bool(true))),
            _ => false,
        };
        let is_declared_so = |argument: &Expr| match &argument.kind {
            ExprKind::TypeOf(of) if is_path(of) => {
                let ExprKind::Name(name) = &of.kind else { return false };
                let mut around = self.scopes.around(self.scope());
                let bound = around.find_map(|scope| self.scopes.binding(scope, name));
                bound.is_some_and(|bound| bound.is_constant || bound.refers_to.is_some())
            }
            _ => false,
        };
        holds
            && self.language == Language::Cuda
            && (self.qualified_types().places.contains(&(self.file(), expr.range.start))
                || arguments.iter().any(is_declared_so))
    }

    fn qualified_types(&self) -> &QualifiedTypes<'a> {
        self.qualified_types.get_or_init(|| self.find_qualified_types())
    }

    fn find_qualified_types(&self) -> QualifiedTypes<'a> {
        let mut found = QualifiedTypes::default();
        if self.language != Language::Cuda {
            return found;
        }
        let mut reading = Reading {
            file: FileId::MAIN,
            around: None,
            templates: Vec::new(),
            uses: Vec::new(),
            other_names: Vec::new(),
        };
        for (id, file) in self.files.all() {
            found.names.extend(file.program.reference_types.qualified.iter().map(String::as_str));
            reading.file = id;
            reading.items(&file.program.items);
        }
        loop {
            let before = (found.names.len(), found.places.len());
            reading.add_to(&mut found);
            if (found.names.len(), found.places.len()) == before {
                return found;
            }
        }
    }
}

/// A template with parameters, or what stands in one.
struct Around<'a> {
    names: Vec<&'a str>,
    /// Its parameters that are types.
    types: Vec<&'a str>,
    /// Those among them that arguments may make `const`.
    deduced: Vec<&'a str>,
    outer: Option<usize>,
}

/// A template with its arguments.
struct Use<'a> {
    around: Option<usize>,
    place: (FileId, usize),
    template: &'a str,
    arguments: &'a [Expr],
}

/// Another name of a type.
struct OtherName<'a> {
    around: Option<usize>,
    names: Vec<&'a str>,
    of: &'a Expr,
}

/// What code says of types.
struct Reading<'a> {
    file: FileId,
    around: Option<usize>,
    templates: Vec<Around<'a>>,
    uses: Vec<Use<'a>>,
    other_names: Vec<OtherName<'a>>,
}

impl<'a> Reading<'a> {
    fn items(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Function(function) => self.function(function),
                Item::Class(class) => self.class(class),
                Item::Statement(statement) => self.statement(statement),
            }
        }
    }

    fn within(&mut self, template: Around<'a>, work: impl FnOnce(&mut Self)) {
        if template.types.is_empty() {
            return work(self);
        }
        self.templates.push(template);
        let outer = self.around.replace(self.templates.len() - 1);
        work(self);
        self.around = outer;
    }

    fn template(&self, names: Vec<&'a str>, parameters: &'a [TemplateParameter]) -> Around<'a> {
        Around { names, types: types(parameters).collect(), deduced: Vec::new(), outer: self.around }
    }

    fn class(&mut self, class: &'a Class) {
        let template = self.template(vec![&class.name.text], &class.template);
        self.within(template, |this| {
            class.bases.iter().for_each(|base| this.expression(base));
            this.items(&class.members);
        });
    }

    fn function(&mut self, function: &'a Function) {
        let mut template = self.template(vec![&function.name.text], &function.template);
        // `T& x` and `T&& x` of something `const` make T `const`.
        for parameter in function.parameters.iter().filter(|own| own.is_reference && !own.is_constant) {
            let of = parameter.declared_type.as_ref().map_or("", last_name);
            template.deduced.extend(types(&function.template).filter(|name| *name == of));
        }
        self.within(template, |this| {
            walk::function(function, &mut |expr: &'a Expr| this.look_at(expr));
            each_statement(&function.body, &mut |statement| this.alias(statement));
        });
    }

    fn statement(&mut self, statement: &'a HostStatement) {
        match &statement.kind {
            StatementKind::Declare(declaration) => {
                let names = declaration.names.iter().map(|name| name.text.as_str()).collect();
                let template = self.template(names, &declaration.template);
                self.within(template, |this| {
                    let parts = declaration.declared_type.iter().chain(&declaration.value);
                    parts.for_each(|part| this.expression(part));
                    this.alias(statement);
                });
            }
            StatementKind::Alternatives(branches) => {
                branches
                    .iter()
                    .flat_map(|branch| &branch.body)
                    .for_each(|statement| self.statement(statement));
            }
            StatementKind::Function(function) => self.function(function),
            StatementKind::Class(class) => self.class(class),
            StatementKind::Assert(expr) | StatementKind::Expression(expr) => self.expression(expr),
            _ => {}
        }
    }

    /// `using U = T;`.
    fn alias(&mut self, statement: &'a HostStatement) {
        if let StatementKind::Declare(Declaration {
            kind: DeclarationKind::Alias,
            value: Some(of),
            names,
            ..
        }) = &statement.kind
        {
            let names = names.iter().map(|name| name.text.as_str()).collect();
            self.other_names.push(OtherName { around: self.around, names, of });
        }
    }

    fn expression(&mut self, expr: &'a Expr) {
        walk::expression(expr, &mut |part: &'a Expr| self.look_at(part));
    }

    fn look_at(&mut self, expr: &'a Expr) {
        if let ExprKind::Specialize { base, arguments } = &expr.kind {
            let place = (self.file, expr.range.start);
            self.uses.push(Use { around: self.around, place, template: last_name(base), arguments });
        }
    }

    /// Adds what is given or called such a type, as far as is known so far.
    fn add_to(&self, found: &mut QualifiedTypes<'a>) {
        for other in &self.other_names {
            if self.is_qualified(other.of, other.around, found) {
                found.names.extend(&other.names);
            }
        }
        for used in &self.uses {
            if used.arguments.iter().any(|argument| self.is_qualified(argument, used.around, found)) {
                found.places.insert(used.place);
                if !ASKING.contains(&used.template) {
                    found.names.insert(used.template);
                }
            }
        }
    }

    fn is_qualified(&self, of: &Expr, around: Option<usize>, found: &QualifiedTypes<'a>) -> bool {
        match &of.kind {
            ExprKind::Name(name) => {
                found.names.contains(last_part(name)) || self.is_qualified_parameter(name, around, found)
            }
            ExprKind::Member { name, .. } => found.names.contains(name.text.as_str()),
            ExprKind::Specialize { base, .. } => last_name(base).starts_with("add_"),
            ExprKind::Expand(inner) => self.is_qualified(inner, around, found),
            _ => false,
        }
    }

    fn is_qualified_parameter(
        &self,
        name: &str,
        mut around: Option<usize>,
        found: &QualifiedTypes<'a>,
    ) -> bool {
        while let Some(template) = around.and_then(|at| self.templates.get(at)) {
            if template.types.contains(&name) {
                return template.deduced.contains(&name)
                    || template.names.iter().any(|own| found.names.contains(own));
            }
            around = template.outer;
        }
        false
    }
}

/// The parameters of a template that are types.
fn types(template: &[TemplateParameter]) -> impl Iterator<Item = &str> {
    let types = template.iter().filter(|parameter| parameter.is_type);
    types.filter_map(|parameter| parameter.name.as_ref().map(|name| name.text.as_str()))
}
