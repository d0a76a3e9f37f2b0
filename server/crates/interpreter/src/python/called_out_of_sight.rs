//! The functions of a Python program that code calls which is not run: their names, as the text has them.
//!
//! Defaults and decorators of inner functions, bodies of classes, and annotations are evaluated where they stand; what they
//! call is called there, though only what they give is looked at.

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Class, Function, HostStatement, Item, Program, StatementKind},
};

use crate::{
    code::{
        each_function::{each_function, each_inner_function},
        each_statement::each_statement,
        walk,
    },
    entry::roots::each_outer_class,
    state::{function_start::FunctionStart, interpreter::Interpreter},
};

/// The import by which annotations are not evaluated.
const LATE_ANNOTATIONS: &str = "__future__.annotations";

/// What calls a function by a name of its own: `f.__call__(x)`.
const CALL: &str = "__call__";

/// The module that a program was started from.
const MAIN_MODULE: &str = "__main__";

impl<'a> Interpreter<'a> {
    /// The functions of the first file that code calls by their names which is not followed.
    pub(crate) fn called_out_of_sight(&self, items: &'a [Item]) -> FxHashSet<&'a str> {
        let mut names = Called::default();
        each_outer_class(items, &mut |class| names.in_class(class));
        each_inner_function(items, &mut |function| {
            if !self.reached.contains(&FunctionStart::of(function)) {
                walk::statements(&function.body, &mut |expr| names.note(expr));
            }
        });
        each_function(items, None, &mut |code| {
            code.function.attributes.iter().for_each(|attribute| names.note_all(attribute));
            each_statement(&code.function.body, &mut |statement| names.where_defined(statement));
        });
        walk::items(items, &mut |expr| {
            if let ExprKind::Lambda(function) = &expr.kind {
                names.in_defaults(function);
            }
        });
        for annotation in evaluated_annotations(&self.files.main().program) {
            names.note_all(annotation);
        }
        for (_, file) in self.files.all() {
            names.on_main_module(&file.program);
        }
        names.all
    }
}

/// The names of functions that are called.
#[derive(Default)]
struct Called<'a> {
    all: FxHashSet<&'a str>,
}

impl<'a> Called<'a> {
    fn note(&mut self, expr: &'a Expr) {
        if let ExprKind::Invoke { callee, .. } = &expr.kind
            && let ExprKind::Name(name) = &callee.kind
        {
            self.all.insert(name);
        }
    }

    fn note_all(&mut self, expr: &'a Expr) {
        walk::expression(expr, &mut |expr| self.note(expr));
    }

    /// What the body of a class calls, and the functions that it makes its own: `make = staticmethod(lay)`.
    fn in_class(&mut self, class: &'a Class) {
        for member in class.members.iter() {
            match member {
                Item::Statement(statement) => {
                    walk::statements(std::slice::from_ref(statement), &mut |expr| {
                        self.note(expr);
                        if let ExprKind::Name(name) = &expr.kind {
                            self.all.insert(name);
                        }
                    });
                }
                Item::Class(inner) => self.in_class(inner),
                Item::Function(_) => {}
            }
        }
    }

    fn in_defaults(&mut self, function: &'a Function) {
        let defaults = function.parameters.iter().filter_map(|parameter| parameter.default.as_ref());
        defaults.for_each(|default| self.note_all(default));
    }

    /// What is called where a function or class inside of a function is defined.
    fn where_defined(&mut self, statement: &'a HostStatement) {
        match &statement.kind {
            StatementKind::Function(function) => self.in_defaults(function),
            StatementKind::Class(class) => {
                class.attributes.iter().chain(&class.bases).for_each(|expr| self.note_all(expr));
                self.in_class(class);
                for member in class.members.iter() {
                    if let Item::Function(method) = member {
                        self.in_defaults(method);
                    }
                }
            }
            _ => {}
        }
    }

    /// Functions that are called as members of the module that was started, or by what calls them.
    fn on_main_module(&mut self, program: &'a Program) {
        walk::items(&program.items, &mut |expr: &'a Expr| {
            let ExprKind::Invoke { callee, .. } = &expr.kind else { return };
            let ExprKind::Member { base, name } = &callee.kind else { return };
            match &base.kind {
                ExprKind::Name(function) if name.text == CALL => drop(self.all.insert(function)),
                _ if is_looked_up(base) => drop(self.all.insert(&name.text)),
                _ => {}
            }
        });
    }
}

/// Annotations that are evaluated where they stand: of parameters, of what functions give, and of the variables of files and
/// classes.
pub(super) fn evaluated_annotations(program: &Program) -> Vec<&Expr> {
    fn of_items<'p>(items: &'p [Item], all: &mut Vec<&'p Expr>) {
        for item in items {
            match item {
                Item::Statement(statement) => each_statement(std::slice::from_ref(statement), &mut |inner| {
                    if let StatementKind::Declare(declaration) = &inner.kind {
                        all.extend(&declaration.declared_type);
                    }
                }),
                Item::Class(class) => of_items(&class.members, all),
                Item::Function(_) => {}
            }
        }
    }
    let mut all = Vec::new();
    if program.imports.iter().any(|import| import.path == LATE_ANNOTATIONS) {
        return all;
    }
    each_function(&program.items, None, &mut |code| {
        let parameters = code.function.parameters.iter();
        all.extend(parameters.filter_map(|parameter| parameter.declared_type.as_ref()));
        all.extend(&code.function.returns);
    });
    of_items(&program.items, &mut all);
    all
}

/// Whether an expression may be the module that was started: `__main__`, `sys.modules[__name__]`.
fn is_looked_up(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(name) => name == MAIN_MODULE,
        ExprKind::Index { base, .. } => {
            matches!(&base.kind, ExprKind::Member { name, .. } if name.text == "modules")
                || matches!(&base.kind, ExprKind::Name(name) if name == "modules")
        }
        ExprKind::Invoke { callee, .. } => match &callee.kind {
            ExprKind::Name(name) => matches!(name.as_str(), "import_module" | "__import__"),
            ExprKind::Member { name, .. } => name.text == "import_module",
            _ => false,
        },
        _ => false,
    }
}
