//! Code of a Python program that runs where no call of it stands in the text: methods behind operators and statements,
//! setters, decorators, metaclasses, functions that are handed over to be called back, defaults.
//!
//! When it runs is not followed. So what such code writes, besides fields of its own object, is never certain: attributes
//! and variables are kept by their names, for the whole program. What [`hidden_write`](super::hidden_write) says of fields
//! of a class's own objects stands beside it.

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::{scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    Expr, ExprKind,
    program::{Function, HostStatement, Item, StatementKind},
};

use crate::{
    code::{
        attribute,
        each_class::each_class,
        each_function::each_function,
        each_statement::{self, is_implicit_method},
        list_change::CHANGES,
        walk,
        written::written_in_items,
    },
    python::{
        called_out_of_sight::evaluated_annotations,
        decorators::decorators,
        hidden_write, lazy,
        made_in_class::{BY_NAME, made_by_calls, writes_in_classes},
        vague_class::changes_classes_of_others,
        written_module::ProgramModules,
    },
    state::{
        address::Address,
        implicit_code::{Code, ImplicitCode, Own},
        interpreter::Interpreter,
        scope::ScopeKind,
    },
};

/// Methods of a class that are given the class, not an object.
const OF_CLASS: &[&str] = &["__init_subclass__", "__class_getitem__", "__new__", "__prepare__"];

/// What takes a function and does not call it, or calls it where that is followed.
const NO_CALLBACK: &[&str] =
    &["compile", "wraps", "isinstance", "issubclass", "super", "callable", "print", "hasattr", "getattr"];

/// Names by which a program reaches all of its variables.
const REACHES_ALL: &[&str] = &["__globals__", "__code__", "__closure__"];

/// Attributes of a function that say what it does.
const OF_FUNCTION: &[&str] = &["__code__", "__defaults__", "__kwdefaults__"];

impl<'a> Interpreter<'a> {
    fn implicit_code(&self) -> &ImplicitCode {
        self.implicit_code.get_or_init(|| match self.is_python() {
            true => self.find_implicit_code(),
            false => ImplicitCode::default(),
        })
    }

    /// Why an attribute is never certain.
    pub(crate) fn implicit_attribute(&mut self, name: &str) -> Option<HostValue> {
        let code = self.implicit_code();
        let is_it = !code.attributes.is_empty()
            && (code.attributes.contains(name) || code.attributes.contains("*") && !name.starts_with("__"));
        (is_it && !self.supposes_nothing_unseen()).then(|| {
            HostValue::unknown(format!(
                "code that Python calls without a call in the text may assign `{name}`"
            ))
        })
    }

    /// Why a variable outside of the function at hand is never certain.
    pub(crate) fn implicit_variable(&mut self, name: &str, value: &HostValue) -> Option<HostValue> {
        if !self.is_python() {
            return None;
        }
        let code = self.implicit_code();
        let is_definition =
            matches!(value, HostValue::Callable(_) | HostValue::Module(_) | HostValue::Type(_));
        let is_it = !matches!(value, HostValue::Module(_)) && code.variables.contains(name)
            || code.reaches_all && !is_definition && self.file().is_main() && self.is_of_file(name);
        (is_it && !self.supposes_nothing_unseen()).then(|| {
            HostValue::unknown(format!(
                "code that Python calls without a call in the text may assign `{name}`"
            ))
        })
    }

    /// Why what a module binds under a name is never certain.
    pub(crate) fn written_to_module(&mut self, name: &str, value: &HostValue) -> Option<HostValue> {
        let is_written =
            !matches!(value, HostValue::Module(_)) && self.implicit_code().variables.contains(name);
        (is_written && !self.supposes_nothing_unseen()).then(|| {
            HostValue::unknown(format!("a function assigns `{name}` of a module: give it as an argument"))
        })
    }

    /// Why what a library has under a path is not certain: the program puts something else in its place.
    pub(crate) fn replaced_in_library(&self, path: &str) -> Option<HostValue> {
        if !self.is_python() {
            return None;
        }
        let replaced = &self.implicit_code().on_foreign;
        if replaced.is_empty() {
            return None;
        }
        let (first, name) = (path.split('.').next()?, path.rsplit('.').next()?);
        let is_it = replaced.contains(&(first.to_owned(), name.to_owned()));
        is_it.then(|| {
            HostValue::unknown(format!(
                "the program assigns `{name}` of `{first}`: call its own by its own name"
            ))
        })
    }

    /// Whether the program makes objects ones of another class that it did not make at that place.
    pub(crate) fn changes_classes(&self) -> bool {
        self.implicit_code().changes_classes
    }

    /// Whether a call makes classes of one that is called so.
    pub(crate) fn is_base_of_call(&self, class: &str) -> bool {
        self.implicit_code().bases_of_calls.contains(class)
    }

    /// Whether a name is assigned on some module of the program.
    pub(crate) fn is_assigned_on_module(&self, name: &str) -> bool {
        self.implicit_code().on_modules.contains(name)
    }

    /// Whether a name is no variable of the functions around.
    fn is_of_file(&self, name: &str) -> bool {
        let is_file =
            |scope: ScopeId| self.scopes.get(scope).is_some_and(|data| matches!(data.kind, ScopeKind::File));
        let mut around = self.scopes.around(self.scope());
        around.find(|&scope| is_file(scope) || self.scopes.binding(scope, name).is_some()).is_none_or(is_file)
    }

    /// Whether some class computes what it has under a name, or may.
    pub(crate) fn is_computed_somewhere(&self, name: &str) -> bool {
        self.implicit_code().computed.contains(name)
    }

    /// Whether implicit code changes lists that objects were given.
    pub(crate) fn changes_lists(&self) -> bool {
        self.implicit_code().changes_lists
    }

    /// Whether a function may do something else than what its definition says: another one's code is assigned to some.
    pub(crate) fn rewrites_functions(&self) -> bool {
        self.implicit_code().rewrites_functions
    }

    fn find_implicit_code(&self) -> ImplicitCode {
        let mut all: Vec<Code<'a>> = Vec::new();
        let mut handed: FxHashSet<&'a str> = FxHashSet::default();
        let mut found = ImplicitCode::default();
        let (mut named, mut called) = (0_usize, 0_usize);
        let modules = ProgramModules::of(&self.files);
        for (id, file) in self.files.all() {
            modules.find_written(&file.program, &mut found);
            // What another file runs by its text, or assigns by names that it computes, are mostly its own objects.
            let is_own = id.is_main();
            for annotation in evaluated_annotations(&file.program) {
                found.calls_of(annotation, is_own, &mut handed);
            }
            made_by_calls(&file.program.items, &mut found.computed);
            found.changes_classes |= changes_classes_of_others(&file.program.items);
            each_function(&file.program.items, None, &mut |code| {
                if code.class.is_some() && is_computed(code.function) {
                    found.computed.insert(code.function.name.text.clone());
                }
                all.push(Code { is_own, ..code });
            });
            let mut read: FxHashSet<usize> = FxHashSet::default();
            walk::items(&file.program.items, &mut |expr| {
                if is_own {
                    read.extend(read_of_function(expr));
                    if !read.contains(&expr.range.start) {
                        found.look_at(expr);
                    }
                }
                let is_writer = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if BY_NAME.contains(&name.as_str()));
                named += usize::from(is_own && is_writer(expr));
                called +=
                    usize::from(matches!(&expr.kind, ExprKind::Invoke { callee, .. } if is_writer(callee)));
                handed_over(expr, &mut handed);
                bases_given(expr, &mut found.bases_of_calls);
                // What makes elements one by one does so at any time.
                if let ExprKind::Invoke { callee, arguments } = &expr.kind
                    && lazy::is_gone_over_later(callee)
                {
                    arguments.iter().for_each(|made| found.calls_of(&made.value, is_own, &mut handed));
                    // `:=` in it binds whenever it is gone over.
                    found
                        .variables
                        .extend(arguments.iter().skip(1).filter_map(|bound| name_of(&bound.value)));
                }
                if let ExprKind::Lambda(function) = &expr.kind {
                    defaults(function).for_each(|default| found.calls_of(default, is_own, &mut handed));
                }
            });
            each_class(&file.program.items, &mut |class| {
                class.bases.iter().for_each(|base| found.calls_of(base, is_own, &mut handed));
                for member in class.members.iter() {
                    if let Item::Statement(statement) = member {
                        walk::statements(std::slice::from_ref(statement), &mut |expr: &Expr| {
                            found.call_of(expr, is_own, &mut handed);
                        });
                    }
                }
            });
            written_in_items(&file.program.items, &mut |target, _| {
                found.rewrites_functions |= is_own && is_of_function(target);
            });
            // `@cute.jit` is no method of the program.
            let is_class = |base: &Expr| {
                let ExprKind::Name(name) = &base.kind else { return false };
                let items = file.program.items.iter();
                items.clone().any(|item| matches!(item, Item::Class(class) if class.name.text == *name))
            };
            decorators(&file.program.items, &mut |decorator| match &decorator.kind {
                ExprKind::Name(name) => drop(handed.insert(name)),
                ExprKind::Invoke { callee, arguments } => {
                    arguments.iter().for_each(|given| found.calls_of(&given.value, is_own, &mut handed));
                    match &callee.kind {
                        ExprKind::Name(name) => drop(handed.insert(name)),
                        ExprKind::Member { base, name } if is_class(base) => drop(handed.insert(&name.text)),
                        _ => {}
                    }
                }
                ExprKind::Member { base, name } if is_class(base) => drop(handed.insert(&name.text)),
                ExprKind::Member { .. } => {}
                _ => found.calls_of(decorator, is_own, &mut handed),
            });
        }
        if !found.bases_of_calls.is_empty() {
            self.add_bases(&mut found.bases_of_calls);
        }
        let items = &*self.files.main().program.items;
        if named > called || writes_in_classes(items) {
            // They go by another name somewhere, or a class assigns variables when it is made.
            found.reach_all();
        }
        let mut by_name: FxHashMap<&str, Vec<Code<'a>>> = FxHashMap::default();
        for code in &all {
            by_name.entry(&code.function.name.text).or_default().push(*code);
        }
        // Code, and whether fields of its own object count.
        let mut pending: Vec<(Code<'a>, bool)> = Vec::new();
        for code in &all {
            let name = code.function.name.text.as_str();
            let is_meta = code.class.is_some_and(|class| {
                class.bases.iter().any(|base| matches!(&base.kind, ExprKind::Name(name) if name == "type"))
            });
            let is_setter = code.function.attributes.iter().any(|attribute| {
                matches!(&attribute.kind, ExprKind::Member { name, .. }
                    if matches!(name.text.as_str(), "setter" | "deleter"))
            });
            let is_method = code.class.is_some() && (is_implicit_method(name) || name == "__new__");
            let is_later = hidden_write::is_generator(code.function) || code.function.is_async;
            if is_method && !is_copying(name)
                || is_setter
                || is_meta
                || is_computed(code.function)
                || is_later
            {
                pending.push((*code, is_meta || is_later || OF_CLASS.contains(&name)));
            }
            defaults(code.function).for_each(|default| found.calls_of(default, code.is_own, &mut handed));
        }
        // A class that is handed over makes objects where that is not seen: what its constructor writes besides these.
        let constructors = all.iter().filter(|code| {
            matches!(code.function.name.text.as_str(), "__init__" | "__post_init__")
                && code.class.is_some_and(|class| handed.contains(class.name.text.as_str()))
        });
        let mut made = ImplicitCode::default();
        constructors.for_each(|code| made.add(*code, false));
        made.attributes.remove("*");
        found.attributes.extend(made.attributes);
        found.variables.extend(made.variables);
        for name in handed {
            // An attribute that is computed is no function that is handed over.
            let functions =
                by_name.get(name).into_iter().flatten().filter(|code| !is_computed(code.function));
            pending.extend(functions.map(|code| (*code, true)));
        }
        let mut seen: FxHashSet<(Address, bool)> = FxHashSet::default();
        while let Some((code, counts_own)) = pending.pop() {
            if !seen.insert((Address::of(code.function), counts_own)) {
                continue;
            }
            found.add(code, counts_own);
            walk::statements(&code.function.body, &mut |expr| {
                let ExprKind::Invoke { callee, .. } = &expr.kind else { return };
                let name = match &callee.kind {
                    ExprKind::Name(name) => name.as_str(),
                    ExprKind::Member { name, .. } => &name.text,
                    _ => return,
                };
                if name != "__init__" {
                    pending.extend(by_name.get(name).into_iter().flatten().map(|code| (*code, true)));
                }
            });
        }
        found
    }

    /// Adds what classes inherit from.
    fn add_bases(&self, names: &mut FxHashSet<String>) {
        loop {
            let count = names.len();
            for (_, file) in self.files.all() {
                each_class(&file.program.items, &mut |class| {
                    if names.contains(&class.name.text) {
                        names.extend(class.bases.iter().filter_map(name_of));
                    }
                });
            }
            if names.len() == count {
                return;
            }
        }
    }

    /// Whether implicit code may assign attributes of any name.
    pub(crate) fn assigns_any_attribute(&self) -> bool {
        self.implicit_code().attributes.contains("*")
    }
}

fn defaults(function: &Function) -> impl Iterator<Item = &Expr> {
    function.parameters.iter().filter_map(|parameter| parameter.default.as_ref())
}

/// Whether what is assigned says what a function does.
fn is_of_function(target: &Expr) -> bool {
    match &target.kind {
        ExprKind::Member { name, .. } => OF_FUNCTION.contains(&name.text.as_str()),
        ExprKind::Tuple(targets) | ExprKind::List(targets) => targets.iter().any(is_of_function),
        _ => false,
    }
}

/// Where the text stands by which a call asks what a function does: `getattr(f, "__code__", None)`. Neither can be changed.
fn read_of_function(expr: &Expr) -> Option<usize> {
    let ExprKind::Invoke { callee, arguments } = &expr.kind else { return None };
    let asks = matches!(&callee.kind, ExprKind::Name(name) if name == "getattr" || name == "hasattr");
    let name = &arguments.get(1).filter(|_| asks)?.value;
    let is_fixed =
        matches!(&name.kind, ExprKind::Text(text) if matches!(text.as_str(), "__code__" | "__defaults__"));
    is_fixed.then_some(name.range.start)
}

impl ImplicitCode {
    /// What an expression anywhere says: variables may be reached by their names.
    fn look_at(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Member { base, name } => {
                let is_builtin = matches!(&base.kind, ExprKind::Name(base) if base == "builtins")
                    && matches!(name.text.as_str(), "exec" | "eval");
                if REACHES_ALL.contains(&name.text.as_str()) || is_builtin {
                    self.reach_all();
                }
            }
            // `setattr(f, '__code__', ..)`
            ExprKind::Text(text) => self.rewrites_functions |= OF_FUNCTION.contains(&&**text),
            // `exec` and `eval` write attributes, too.
            ExprKind::Invoke { callee, .. } if matches!(&callee.kind, ExprKind::Name(name) if name == "exec" || name == "eval") =>
            {
                self.attributes.insert("*".to_owned());
            }
            _ => {}
        }
    }

    fn reach_all(&mut self) {
        self.reaches_all = true;
        self.attributes.insert("*".to_owned());
    }

    /// What a function writes; `counts_own`: fields of its own object, too.
    pub(crate) fn add(&mut self, code: Code<'_>, counts_own: bool) {
        let own = code.class.and_then(|_| code.function.parameters.first()?.name.as_ref());
        let own = own.map(|name| name.text.as_str()).filter(|_| !counts_own);
        self.variables.extend(code.function.outer_names.iter().map(|(name, _)| name.clone()));
        let mut local: Vec<&str> = Vec::new();
        each_statement::each_statement(&code.function.body, &mut |statement| match &statement.kind {
            StatementKind::Declare(declaration) => {
                local.extend(declaration.names.iter().map(|name| name.text.as_str()));
            }
            StatementKind::Loop { variables, .. } => {
                local.extend(variables.iter().map(|name| name.text.as_str()));
            }
            _ => {}
        });
        let parameters = code.function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
        local.extend(parameters.map(|name| name.text.as_str()));
        local.retain(|name| code.function.outer_names.iter().all(|(outer, _)| outer != name));
        let own = &Own { object: own, local, is_of_file: code.is_own };
        each_statement::each_statement(
            &code.function.body,
            &mut |statement: &HostStatement| match &statement.kind {
                StatementKind::Assign { target, .. } => self.write(target, own),
                StatementKind::Function(inner) => {
                    self.add(Code { function: inner, class: None, is_own: code.is_own }, true)
                }
                _ => {}
            },
        );
        let (mut named, mut called) = (0_usize, 0_usize);
        let is_setter = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if matches!(name.as_str(), "setattr" | "delattr"));
        walk::statements(&code.function.body, &mut |expr: &Expr| {
            named += usize::from(is_setter(expr));
            called += usize::from(matches!(&expr.kind, ExprKind::Invoke { callee, .. } if is_setter(callee)));
            self.called(expr, own);
        });
        if named > called && code.is_own {
            // They go by another name.
            self.attributes.insert("*".to_owned());
        }
    }

    /// What calls in an expression do that is evaluated where a function or class is defined.
    fn calls_of<'e>(&mut self, expr: &'e Expr, is_of_file: bool, handed: &mut FxHashSet<&'e str>) {
        walk::expression(expr, &mut |expr: &'e Expr| self.call_of(expr, is_of_file, handed));
    }

    fn call_of<'e>(&mut self, expr: &'e Expr, is_of_file: bool, handed: &mut FxHashSet<&'e str>) {
        let ExprKind::Invoke { callee, .. } = &expr.kind else { return };
        self.called(expr, &Own { object: None, local: Vec::new(), is_of_file });
        match &callee.kind {
            ExprKind::Name(name) => drop(handed.insert(name)),
            ExprKind::Member { name, .. } => drop(handed.insert(&name.text)),
            _ => {}
        }
    }

    fn called(&mut self, expr: &Expr, own: &Own<'_>) {
        let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { base, name } => {
                if CHANGES.contains(&name.text.as_str()) {
                    self.change_element(base, own);
                }
                &name.text
            }
            _ => return,
        };
        if matches!(name.as_str(), "setattr" | "delattr" | "__setattr__" | "__delattr__") {
            let is_own =
                |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if Some(name.as_str()) == own.object);
            if arguments.first().is_some_and(|object| is_own(&object.value))
                || matches!(&callee.kind,
                ExprKind::Member { base, .. } if matches!(&base.kind, ExprKind::Invoke { .. }))
            {
                return;
            }
            let text = arguments.iter().find_map(|argument| match &argument.value.kind {
                ExprKind::Text(text) => Some(text.to_string()),
                _ => None,
            });
            match text {
                Some(text) => drop(self.attributes.insert(text)),
                None if own.is_of_file => drop(self.attributes.insert("*".to_owned())),
                None => {}
            }
        }
    }

    fn write(&mut self, target: &Expr, own: &Own<'_>) {
        match &target.kind {
            ExprKind::Member { base, name } => {
                let is_own = matches!(&base.kind, ExprKind::Name(name) if Some(name.as_str()) == own.object);
                if !is_own {
                    // Elements of it are attributes.
                    let is_any = name.text == "__dict__" && own.is_of_file;
                    self.attributes.insert(if is_any { "*".to_owned() } else { name.text.clone() });
                }
            }
            ExprKind::Index { base, .. } => self.change_element(base, own),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                targets.iter().for_each(|target| self.write(target, own));
            }
            _ => {}
        }
    }

    /// An element of a list or dictionary is changed, or the whole by a method.
    fn change_element(&mut self, base: &Expr, own: &Own<'_>) {
        match &base.kind {
            ExprKind::Name(name) if own.local.contains(&name.as_str()) => {}
            ExprKind::Name(name) => drop(self.variables.insert(name.clone())),
            ExprKind::Member { .. } => self.write(base, own),
            ExprKind::Index { base, .. } => return self.change_element(base, own),
            ExprKind::Invoke { callee, .. }
                if own.is_of_file && matches!(&callee.kind, ExprKind::Name(name) if name == "vars") =>
            {
                self.attributes.insert("*".to_owned());
            }
            _ => return,
        }
        self.changes_lists = true;
    }
}

fn name_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.clone()),
        _ => None,
    }
}

fn is_computed(function: &Function) -> bool {
    ["property", "cached_property", "setter", "deleter"]
        .iter()
        .any(|name| attribute::has_attribute(&function.attributes, name))
}

/// Methods that write to objects which they make themselves.
fn is_copying(name: &str) -> bool {
    name.starts_with("__new_from")
        || name.starts_with("__extract")
        || matches!(name, "__copy__" | "__deepcopy__")
}

pub(crate) fn of_function<'a>(function: &'a Function, visit: &mut impl FnMut(&'a Expr)) {
    function.attributes.iter().for_each(&mut *visit);
    of_statements(&function.body, visit);
}

pub(crate) fn of_statements<'a>(body: &'a [HostStatement], visit: &mut impl FnMut(&'a Expr)) {
    each_statement::each_statement(body, &mut |statement| match &statement.kind {
        StatementKind::Function(function) => of_function(function, visit),
        StatementKind::Class(class) => {
            class.attributes.iter().for_each(&mut *visit);
            decorators(&class.members, visit);
        }
        _ => {}
    });
}

/// The classes that a call makes another one of: `type("S", (K,), {"tile": 8})`.
fn bases_given(expr: &Expr, names: &mut FxHashSet<String>) {
    let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
    let makes_class = match &callee.kind {
        ExprKind::Name(name) => name == "type" && arguments.len() > 1 || name == "new_class",
        ExprKind::Member { name, .. } => name.text == "new_class",
        _ => false,
    };
    let in_order = arguments.get(1).filter(|_| makes_class);
    let by_name = arguments
        .iter()
        .filter(|argument| argument.keyword.as_ref().is_some_and(|keyword| keyword.text == "bases"));
    for bases in in_order.into_iter().chain(by_name) {
        walk::expression(&bases.value, &mut |expr: &Expr| match &expr.kind {
            ExprKind::Name(name) => drop(names.insert(name.clone())),
            ExprKind::Member { name, .. } => drop(names.insert(name.text.clone())),
            _ => {}
        });
    }
}

/// The names of functions that are handed to a call by their bare names.
fn handed_over<'a>(expr: &'a Expr, names: &mut FxHashSet<&'a str>) {
    let ExprKind::Invoke { callee, arguments } = &expr.kind else { return };
    let of = match &callee.kind {
        ExprKind::Name(name) => name.as_str(),
        ExprKind::Member { name, .. } => &name.text,
        _ => "",
    };
    if NO_CALLBACK.contains(&of) {
        return;
    }
    for argument in arguments {
        match &argument.value.kind {
            ExprKind::Name(name) => drop(names.insert(name)),
            ExprKind::Member { name, .. } => drop(names.insert(&name.text)),
            _ => {}
        }
    }
}
