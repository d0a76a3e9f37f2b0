//! C++ objects that are made where nothing names them, of variables that their class writes: parts of objects, elements,
//! arguments that are converted, temporaries.
//!
//! What a class does where it makes or destroys an object is followed where a variable of that class is declared. Elsewhere
//! the variables that such an object is made of may be written from there on.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::{
    Expr, ExprKind, Language,
    program::{
        Argument, Class, Declaration, DeclarationKind, Function, HostStatement, Item, Parameter,
        StatementKind,
    },
};

use crate::{
    code::{
        declared_name::last_name, each_class::each_class, each_function::each_function,
        each_statement::each_statement, path::last_part, walk, written::written_in_statements,
    },
    state::{interpreter::Interpreter, writing_classes::WritingClasses},
};

/// Methods of containers of the standard library that make an element of what they are given.
const MAKING: &[&str] =
    &["emplace", "emplace_back", "emplace_front", "push_back", "push_front", "insert", "assign"];

impl<'a> Interpreter<'a> {
    /// A statement is run: what objects are made of in it that nothing names may be written from here on.
    pub(crate) fn expose_to_unseen_objects(&mut self, statement: &HostStatement) {
        if self.language != Language::Cuda || self.writing_classes().all.is_empty() {
            return;
        }
        let mut given: Vec<Expr> = Vec::new();
        let direct = match &statement.kind {
            StatementKind::Declare(declaration) => {
                if let (Some(value), true) = (&declaration.value, self.holds_writing_objects(declaration)) {
                    given.push(value.clone());
                }
                declaration.value.as_ref()
            }
            StatementKind::Expression(whole) if self.is_followed(whole) => Some(whole),
            _ => None,
        };
        for whole in own_expressions(statement) {
            walk::expression(whole, &mut |expr: &Expr| {
                let is_direct = direct.is_some_and(|direct| std::ptr::eq(direct, expr));
                self.given_to_unseen(expr, is_direct, &mut given);
            });
        }
        given.iter().for_each(|given| self.expose_named(given));
    }

    /// Whether a declaration makes objects that write what they are made of besides that of its own class.
    fn holds_writing_objects(&self, declaration: &Declaration) -> bool {
        let Some(of) = &declaration.declared_type else { return false };
        let classes = self.writing_classes();
        let is_followed = matches!(&of.kind, ExprKind::Name(name) if classes.own.contains(last_part(name)));
        !declaration.is_reference
            && declaration.kind != DeclarationKind::Alias
            && !is_followed
            && mentions(of, &classes.all)
    }

    /// Whether an expression makes an object of a class that is followed: `Once{n}`.
    fn is_followed(&self, expr: &Expr) -> bool {
        let made = match &expr.kind {
            ExprKind::Construct { constructed: Some(of), .. } => of,
            ExprKind::Invoke { callee, .. } => callee,
            _ => return false,
        };
        matches!(&made.kind, ExprKind::Name(name) if self.writing_classes().own.contains(last_part(name)))
    }

    /// Adds what an expression makes such objects of.
    fn given_to_unseen(&self, expr: &Expr, is_direct: bool, given: &mut Vec<Expr>) {
        let classes = self.writing_classes();
        let mut take = |arguments: &[Argument]| {
            given.extend(arguments.iter().map(|argument| argument.value.clone()));
        };
        match &expr.kind {
            ExprKind::Construct { constructed: Some(of), arguments }
                if !is_direct && mentions(of, &classes.all) =>
            {
                given.extend(arguments.iter().cloned());
            }
            ExprKind::Invoke { callee, arguments } => match &callee.kind {
                ExprKind::Member { base, name }
                    if MAKING.contains(&name.text.as_str())
                        && classes.variables.contains(last_name(base)) =>
                {
                    take(arguments);
                }
                _ if !is_direct && mentions(callee, &classes.all) => take(arguments),
                _ if classes.functions.contains(last_name(callee)) => take(arguments),
                _ => {}
            },
            _ => {}
        }
    }

    fn writing_classes(&self) -> &WritingClasses<'a> {
        self.writing_classes.get_or_init(|| self.find_writing_classes())
    }

    fn find_writing_classes(&self) -> WritingClasses<'a> {
        let mut classes: Vec<&'a Class> = Vec::new();
        let mut functions: Vec<&'a Function> = Vec::new();
        for (_, file) in self.files.all() {
            each_class(&file.program.items, &mut |class| classes.push(class));
            each_function(&file.program.items, None, &mut |code| functions.push(code.function));
        }
        // Those that stand outside of their classes have the class in their path.
        let mut outside: FxHashMap<&str, Vec<&Function>> = FxHashMap::default();
        for function in &functions {
            if let Some(class) = function.path.last() {
                outside.entry(class.as_str()).or_default().push(function);
            }
        }
        let writes = |class: &&&'a Class| {
            let inside = class.members.iter().filter_map(|member| match member {
                Item::Function(function) => Some(function),
                _ => None,
            });
            let outside = outside.get(class.name.text.as_str()).into_iter().flatten().copied();
            inside.chain(outside).any(|method| writes_given(class, method))
        };
        let own: FxHashSet<&str> =
            classes.iter().filter(writes).map(|class| class.name.text.as_str()).collect();
        let mut all = own.clone();
        loop {
            let before = all.len();
            for class in &classes {
                let holds = class.bases.iter().any(|base| mentions(base, &all))
                    || fields(class)
                        .any(|field| field.declared_type.as_ref().is_some_and(|of| mentions(of, &all)));
                if holds {
                    all.insert(class.name.text.as_str());
                }
            }
            if all.len() == before {
                break;
            }
        }
        let mut variables = FxHashSet::default();
        let mut declares = |declaration: &'a Declaration| {
            let mut parts = declaration.declared_type.iter().chain(&declaration.value);
            if parts.any(|part| mentions(part, &all)) {
                variables.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
        };
        for (_, file) in self.files.all() {
            let of_file = file.program.items.iter();
            let of_classes = classes.iter().flat_map(|class| class.members.iter());
            of_file.chain(of_classes).for_each(|item| {
                if let Item::Statement(HostStatement { kind: StatementKind::Declare(own), .. }) = item {
                    declares(own);
                }
            });
        }
        for function in &functions {
            each_statement(&function.body, &mut |statement| {
                if let StatementKind::Declare(own) = &statement.kind {
                    declares(own);
                }
            });
        }
        for parameter in functions.iter().flat_map(|function| &function.parameters) {
            if parameter.declared_type.as_ref().is_some_and(|of| mentions(of, &all)) {
                variables.extend(parameter.name.iter().map(|name| name.text.as_str()));
            }
        }
        let takes = |parameter: &Parameter| {
            !parameter.is_pointer && parameter.declared_type.as_ref().is_some_and(|of| mentions(of, &all))
        };
        let functions = functions.into_iter().filter(|function| function.parameters.iter().any(takes));
        let functions = functions.map(|function| function.name.text.as_str()).collect();
        WritingClasses { own, all, functions, variables }
    }
}

/// Whether a constructor writes through what it is given, or a destructor through what the object keeps.
fn writes_given(class: &Class, method: &Function) -> bool {
    let name = method.name.text.as_str();
    if name.starts_with('~') {
        let keeps = |field: &Declaration| {
            field.is_reference
                || field.is_pointer
                || class.template.iter().any(|parameter| {
                    let of = field.declared_type.as_ref().map(last_name);
                    parameter.name.as_ref().is_some_and(|name| of == Some(name.text.as_str()))
                })
        };
        return (method.is_only_declared || !method.body.is_empty()) && fields(class).any(keeps);
    }
    if name != class.name.text {
        return false;
    }
    let given = method.parameters.iter().filter(|given| given.is_reference && !given.is_constant);
    let given = given.filter_map(|given| given.name.as_ref().map(|name| name.text.as_str()));
    let kept = fields(class).filter(|field| field.is_reference);
    let kept: Vec<&str> = kept.flat_map(|field| field.names.iter().map(|name| name.text.as_str())).collect();
    let given: Vec<&str> = given.collect();
    // What a reference is bound to comes first.
    let mut bound: Vec<&str> = Vec::new();
    let mut writes = false;
    written_in_statements(&method.body, &mut |target, _| {
        writes |= match &target.kind {
            ExprKind::Name(name) if kept.contains(&name.as_str()) && !bound.contains(&name.as_str()) => {
                bound.push(name);
                false
            }
            ExprKind::Name(name) => given.contains(&name.as_str()) || kept.contains(&name.as_str()),
            ExprKind::Member { base, name } if matches!(&base.kind, ExprKind::Name(this) if this == "this") => {
                kept.contains(&name.text.as_str())
            }
            ExprKind::Member { .. } => first_is(target, &given) || first_is(target, &kept),
            // `*p = 4`, `p[0] = 4`.
            ExprKind::Invoke { .. } | ExprKind::Index { .. } => true,
            _ => false,
        };
    });
    writes
}

fn first_is(path: &Expr, names: &[&str]) -> bool {
    walk::first_name(path).is_some_and(|first| names.contains(&first))
}

/// The fields that a class declares.
fn fields(class: &Class) -> impl Iterator<Item = &Declaration> {
    class.members.iter().filter_map(|member| match member {
        Item::Statement(HostStatement { kind: StatementKind::Declare(field), .. })
            if field.kind != DeclarationKind::Alias && !field.is_internal =>
        {
            Some(field)
        }
        _ => None,
    })
}

/// Whether a type names one of these classes.
fn mentions(of: &Expr, classes: &FxHashSet<&str>) -> bool {
    let mut found = false;
    walk::expression(of, &mut |expr: &Expr| {
        found |= match &expr.kind {
            ExprKind::Name(name) => classes.contains(last_part(name)),
            ExprKind::Member { name, .. } => classes.contains(name.text.as_str()),
            _ => false,
        };
    });
    found
}

/// The expressions of a statement itself, not those of statements inside of it.
fn own_expressions(statement: &HostStatement) -> Vec<&Expr> {
    match &statement.kind {
        StatementKind::Declare(declaration) => declaration.value.iter().collect(),
        StatementKind::Assign { target, value, .. } => vec![target, value],
        StatementKind::Expression(expr) | StatementKind::Assert(expr) => vec![expr],
        StatementKind::Return(value) => value.iter().collect(),
        StatementKind::If { condition, .. } => vec![condition],
        StatementKind::Loop { over, condition, .. } => over.iter().chain(condition).collect(),
        _ => Vec::new(),
    }
}
