//! What methods of a Python program write to the object that they are called on: it is an object of their class, or of one that
//! inherits from it, so objects of classes that have nothing to do with it keep what they hold.
//!
//! All of this is said by the text, and classes are told apart by their names alone.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Argument, Class, Function, HostStatement, Item, METACLASS, StatementKind},
};

use crate::{
    code::{
        attribute::has_attribute, each_class::each_class, each_function::each_function,
        each_statement::each_statement, walk,
    },
    state::{file::Files, implicit_code::Code, own_objects::OwnObjects},
};

/// What gives a method another object than the one that it was taken from, or makes classes where no `class` stands.
const UNBINDING: &[&str] = &[
    "__func__",
    "__get__",
    "__wrapped__",
    "MethodType",
    "new_class",
    "make_dataclass",
    "__bases__",
    "__mro_entries__",
];

/// Functions that make a class which inherits from none of the program's.
const PLAIN_CLASSES: &[&str] = &["namedtuple", "NamedTuple", "TypedDict"];

/// How often it is looked whether classes inherit from what was found of others.
const MAX_ROUNDS: usize = 16;

impl<'a> OwnObjects<'a> {
    pub(crate) fn of(files: &Files<'a>) -> Self {
        let mut found = Self::default();
        let mut classes: Vec<&'a Class> = Vec::new();
        for (_, file) in files.all() {
            each_class(&file.program.items, &mut |class| classes.push(class));
        }
        for class in &classes {
            found.bases.entry(&class.name.text).or_default();
        }
        for (_, file) in files.all() {
            let mut aliases: FxHashMap<&'a str, &'a str> = FxHashMap::default();
            let mut imported: FxHashSet<&'a str> = FxHashSet::default();
            for import in &file.program.imports {
                let Some(alias) = &import.alias else { continue };
                let last = import.path.rsplit('.').next().unwrap_or_default();
                aliases.insert(alias, last);
                imported.insert(alias);
            }
            each_class(&file.program.items, &mut |class| {
                found.add_class(class, &aliases, &imported);
            });
            found.find_unbound(&file.program.items, &aliases);
        }
        found.find_metaclasses(&classes);
        found.relate();
        found
    }

    fn add_class(
        &mut self,
        class: &'a Class,
        aliases: &FxHashMap<&'a str, &'a str>,
        imported: &FxHashSet<&'a str>,
    ) {
        let name = class.name.text.as_str();
        for base in &class.bases {
            let base = match &base.kind {
                ExprKind::Index { base, .. } => base,
                _ => base,
            };
            match &base.kind {
                ExprKind::Name(base) => {
                    let base = aliases.get(base.as_str()).copied().unwrap_or(base);
                    let is_foreign = imported.contains(base) || is_builtin(base);
                    if self.bases.contains_key(base) {
                        self.bases.entry(name).or_default().push(base);
                    } else if !is_foreign && !aliases.values().any(|last| *last == base) {
                        self.open.insert(name);
                    }
                    if base == "type" || base.ends_with("Meta") || base.ends_with("Type") {
                        self.metaclasses.insert(name);
                    }
                }
                ExprKind::Member { name: base, .. } => {
                    if self.bases.contains_key(base.text.as_str()) {
                        self.bases.entry(name).or_default().push(&base.text);
                    }
                    if base.text.ends_with("Meta") || base.text.ends_with("Type") {
                        self.metaclasses.insert(name);
                    }
                }
                ExprKind::Invoke { callee, .. } => {
                    let is_plain = match &callee.kind {
                        ExprKind::Name(of) => PLAIN_CLASSES.contains(&of.as_str()),
                        ExprKind::Member { name: of, .. } => PLAIN_CLASSES.contains(&of.text.as_str()),
                        _ => false,
                    };
                    if !is_plain {
                        self.open.insert(name);
                    }
                }
                _ => drop(self.open.insert(name)),
            }
        }
        for attribute in &class.attributes {
            if let ExprKind::Invoke { callee, arguments } = &attribute.kind
                && matches!(&callee.kind, ExprKind::Name(name) if name == METACLASS)
            {
                for given in arguments {
                    match &given.value.kind {
                        ExprKind::Name(name) => {
                            self.metaclasses.insert(aliases.get(name.as_str()).copied().unwrap_or(name));
                        }
                        ExprKind::Member { name, .. } => drop(self.metaclasses.insert(&name.text)),
                        _ => self.is_unbound_anywhere = true,
                    }
                }
            }
        }
    }

    /// Finds the methods that the text takes from a class, not from an object: `C.m(x)`.
    fn find_unbound(&mut self, items: &'a [Item], aliases: &FxHashMap<&'a str, &'a str>) {
        let mut own: FxHashSet<&str> = self.bases.keys().copied().collect();
        own.extend(
            aliases
                .iter()
                .filter(|(_, last)| own.contains(*last))
                .map(|(alias, _)| *alias)
                .collect::<Vec<_>>(),
        );
        // `D = C`
        let mut statements: Vec<&HostStatement> = Vec::new();
        let mut look = |statement: &'a HostStatement| statements.push(statement);
        for item in items {
            if let Item::Statement(statement) = item {
                each_statement(std::slice::from_ref(statement), &mut look);
            }
        }
        let mut methods: FxHashMap<&str, Vec<&Function>> = FxHashMap::default();
        // What a class calls of a base with its own object: `Base.m(self)`.
        let mut told: FxHashSet<usize> = FxHashSet::default();
        each_function(items, None, &mut |code| {
            each_statement(&code.function.body, &mut |statement| statements.push(statement));
            let Some(class) = code.class else { return };
            methods.entry(&code.function.name.text).or_default().push(code.function);
            let Some(object) = own_parameter(code.function) else { return };
            walk::statements(&code.function.body, &mut |expr: &Expr| {
                if let ExprKind::Invoke { callee, arguments } = &expr.kind
                    && let ExprKind::Member { base, .. } = &callee.kind
                    && let ExprKind::Name(base) = &base.kind
                    && class.bases.iter().any(|own| matches!(&own.kind, ExprKind::Name(own) if own == base))
                    && matches!(arguments.first().map(|first| &first.value.kind), Some(ExprKind::Name(name)) if name == object)
                {
                    told.insert(callee.range.start);
                }
            });
        });
        for statement in statements {
            if let StatementKind::Declare(declaration) = &statement.kind
                && let Some(Expr { kind: ExprKind::Name(value), .. }) = &declaration.value
                && own.contains(value.as_str())
            {
                own.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
        }
        let is_class = |base: &Expr| may_be_class(base, &own);
        let mut unbound: FxHashSet<&'a str> = FxHashSet::default();
        let mut is_unbound_anywhere = false;
        walk::items(items, &mut |expr: &'a Expr| match &expr.kind {
            ExprKind::Name(name) => is_unbound_anywhere |= UNBINDING.contains(&name.as_str()),
            ExprKind::Member { base, name } => {
                is_unbound_anywhere |= UNBINDING.contains(&name.text.as_str());
                if !told.contains(&expr.range.start) && is_class(base) {
                    unbound.insert(&name.text);
                }
            }
            ExprKind::Invoke { callee, arguments } => match &callee.kind {
                ExprKind::Name(name) if name == "getattr" => {
                    let [of, name, ..] = arguments.as_slice() else {
                        is_unbound_anywhere = true;
                        return;
                    };
                    match &name.value.kind {
                        ExprKind::Text(text) if is_class(&of.value) => {
                            self.unbound_texts.insert(text.to_string());
                        }
                        ExprKind::Text(_) => {}
                        _ => is_unbound_anywhere |= is_class(&of.value),
                    }
                }
                ExprKind::Name(name) if name == "vars" => {
                    is_unbound_anywhere |= arguments.first().is_some_and(|of| is_class(&of.value));
                }
                // A class that is made by a call: `type("C", (A, B), {})`.
                ExprKind::Name(name) if name == "type" => is_unbound_anywhere |= arguments.len() > 1,
                ExprKind::Name(_) | ExprKind::Invoke { .. } => is_unbound_anywhere |= makes_class(arguments),
                ExprKind::Member { name, .. } => {
                    let methods = methods.get(name.text.as_str()).map_or(&[] as &[_], Vec::as_slice);
                    let fits_none = methods.iter().all(|method| gives_object(method, arguments));
                    if !methods.is_empty() && fits_none {
                        unbound.insert(&name.text);
                    }
                }
                _ => {}
            },
            _ => {}
        });
        // In the body of a class its methods are functions.
        each_class(items, &mut |class| {
            for member in class.members.iter() {
                let Item::Statement(statement) = member else { continue };
                walk::statements(std::slice::from_ref(statement), &mut |expr: &'a Expr| {
                    if let ExprKind::Name(name) = &expr.kind {
                        unbound.insert(name);
                    }
                });
            }
        });
        self.unbound.extend(unbound);
        self.is_unbound_anywhere |= is_unbound_anywhere;
    }

    /// What inherits from a metaclass, or is inherited by one, is one.
    fn find_metaclasses(&mut self, classes: &[&'a Class]) {
        for _ in 0..MAX_ROUNDS {
            let count = self.metaclasses.len();
            for class in classes {
                let name = class.name.text.as_str();
                let Some(bases) = self.bases.get(name) else { continue };
                if bases.iter().any(|base| self.metaclasses.contains(base)) {
                    self.metaclasses.insert(name);
                }
                if self.metaclasses.contains(name) {
                    self.metaclasses.extend(bases);
                }
            }
            if self.metaclasses.len() == count {
                return;
            }
        }
        self.is_unbound_anywhere = true;
    }

    /// Which classes one object may be of.
    fn relate(&mut self) {
        let names: Vec<&'a str> = self.bases.keys().copied().collect();
        for class in names {
            let mut all = vec![class];
            let mut next = 0;
            while let Some(of) = all.get(next) {
                next += 1;
                for base in self.bases.get(of).into_iter().flatten() {
                    if !all.contains(base) {
                        all.push(base);
                    }
                }
            }
            if all.iter().any(|one| self.open.contains(one)) {
                self.open.extend(&all);
            }
            for one in &all {
                self.related.entry(one).or_default().extend(&all);
            }
        }
    }

    /// The class of which all objects are that a function writes to as its own; `None` where they may be any.
    pub(crate) fn class_of(&self, code: Code<'a>, is_named: impl Fn(&str) -> bool) -> Option<&'a str> {
        let class = code.class?;
        let (function, name) = (code.function, class.name.text.as_str());
        let object = own_parameter(function)?;
        let method = function.name.text.as_str();
        let is_of_class = has_attribute(&function.attributes, "classmethod");
        let is_unbound =
            !is_of_class && (self.unbound.contains(method) || self.unbound_texts.contains(method));
        // A decorator of the program may call the function with what it likes.
        let is_plain = function.attributes.iter().all(|decorator| {
            last_name(decorator).is_some_and(|name| name != "staticmethod" && !is_named(name))
        });
        let may_be_any = self.is_unbound_anywhere
            || self.metaclasses.contains(name)
            || is_unbound
            || !is_plain
            || is_rebound(function, object);
        (!may_be_any).then_some(name)
    }
}

fn is_builtin(name: &str) -> bool {
    matches!(name, "object" | "type" | "dict" | "list" | "tuple" | "set" | "str" | "int" | "float")
        || name.ends_with("Error")
        || name.ends_with("Exception")
}

fn own_parameter(function: &Function) -> Option<&str> {
    Some(function.parameters.first()?.name.as_ref()?.text.as_str())
}

/// The name of a decorator, without what is around it.
fn last_name(decorator: &Expr) -> Option<&str> {
    match &decorator.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        ExprKind::Invoke { callee, .. } => last_name(callee),
        _ => None,
    }
}

/// Whether an expression may be a class of the program, by what it is called.
fn may_be_class(base: &Expr, own: &FxHashSet<&str>) -> bool {
    let is_called_so = |name: &str| {
        let name = name.to_ascii_lowercase();
        ["cls", "class", "klass", "type", "class__"].iter().any(|end| name.ends_with(end))
    };
    match &base.kind {
        ExprKind::Name(name) => own.contains(name.as_str()) || is_called_so(name),
        ExprKind::Member { name, .. } => own.contains(name.text.as_str()) || is_called_so(&name.text),
        ExprKind::Invoke { callee, .. } => match &callee.kind {
            ExprKind::Name(name) => is_called_so(name) && !own.contains(name.as_str()),
            ExprKind::Member { name, .. } => is_called_so(&name.text) && !own.contains(name.text.as_str()),
            _ => true,
        },
        ExprKind::Index { base, .. } => may_be_class(base, own),
        ExprKind::Conditional { .. } => true,
        _ => false,
    }
}

/// Whether arguments are a name, bases and members, as a metaclass takes them.
fn makes_class(arguments: &[Argument]) -> bool {
    let [_, bases, members] = arguments else { return false };
    matches!(bases.value.kind, ExprKind::Tuple(_)) && matches!(members.value.kind, ExprKind::Dictionary(_))
}

/// Whether a call gives a method more than fits behind its object.
fn gives_object(method: &Function, arguments: &[Argument]) -> bool {
    let is_bound = has_attribute(&method.attributes, "staticmethod");
    let counts = |argument: &&Argument| argument.keyword.is_none();
    let given = arguments.iter().filter(counts);
    let is_expanded = given.clone().any(|argument| matches!(argument.value.kind, ExprKind::Expand(_)));
    let takes_any = method.parameters.iter().any(|parameter| parameter.is_pack);
    !is_bound && !is_expanded && !takes_any && given.count() >= method.parameters.len().max(1)
}

/// Whether the first parameter of a method is something else somewhere in it.
fn is_rebound(function: &Function, object: &str) -> bool {
    let is_it = |name: &str| name == object;
    let has_parameter = |function: &Function| {
        let mut names = function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        names.any(|name| is_it(&name.text))
    };
    let mut found = false;
    each_statement(&function.body, &mut |statement| match &statement.kind {
        StatementKind::Declare(declaration) => {
            found |= declaration.names.iter().any(|name| is_it(&name.text))
        }
        StatementKind::Loop { variables, .. } => found |= variables.iter().any(|name| is_it(&name.text)),
        StatementKind::Assign { target, .. } => found |= names_it(target, object),
        StatementKind::Function(inner) => found |= has_parameter(inner) || is_rebound(inner, object),
        _ => {}
    });
    walk::statements(&function.body, &mut |expr: &Expr| match &expr.kind {
        ExprKind::Lambda(inner) => found |= has_parameter(inner),
        ExprKind::Comprehension { variables, .. } => found |= variables.iter().any(|name| is_it(&name.text)),
        _ => {}
    });
    found
}

fn names_it(target: &Expr, object: &str) -> bool {
    match &target.kind {
        ExprKind::Name(name) => name == object,
        ExprKind::Tuple(targets) | ExprKind::List(targets) => {
            targets.iter().any(|target| names_it(target, object))
        }
        _ => false,
    }
}
