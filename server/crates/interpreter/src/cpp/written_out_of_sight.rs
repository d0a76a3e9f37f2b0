//! Variables outside of functions that C++ code writes where no call of it stands: what makes, copies or destroys an object,
//! its operators, and what an initial value does besides.
//!
//! An element of an array, a part of a `std::pair`, an argument that is converted and a temporary are objects, too, which
//! nothing names. So what code of this kind writes may be written at any time.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use layoutlens_host_value::value::HostValue;
use layoutlens_syntax::{
    Expr, ExprKind, Language,
    program::{
        Argument, Class, Declaration, DeclarationKind, Function, HostStatement, Item, MacroDefinition,
        StatementKind, UNREAD,
    },
};

use crate::{
    code::{
        declared_name::last_name, each_class::each_class, each_function::each_function, path::last_part, walk,
    },
    state::{
        definitions::DefinitionKind,
        implicit_code::Code,
        interpreter::Interpreter,
        scope::{Binding, Place},
    },
    value::static_number::is_static,
};

/// What is said of such a variable.
const REASON: &str = "what makes or destroys an object, or an operator, may assign it";

/// Methods besides operators that statements call by themselves, and functions beside classes that take an object each.
const CALLED_BY_STATEMENTS: &[&str] = &["begin", "end", "get", "swap"];

impl<'a> Interpreter<'a> {
    /// What a place is given, unless that is written out of sight.
    pub(crate) fn unless_written_out_of_sight(&self, place: &Place, binding: Binding) -> Binding {
        match place {
            Place::Variable(scope, name)
                if *scope < self.first_inner_scope
                    && !binding.is_constant
                    && !matches!(binding.value, HostValue::Callable(_) | HostValue::Type(_))
                    // Its type says what it holds.
                    && !is_static(&binding.value)
                    && self.names_written_out_of_sight().contains(&**name) =>
            {
                Binding { refers_to: None, ..binding.with(HostValue::unknown(REASON)) }
            }
            _ => binding,
        }
    }

    fn names_written_out_of_sight(&self) -> &FxHashSet<&'a str> {
        self.names_written_out_of_sight.get_or_init(|| self.find_names_written_out_of_sight())
    }

    fn find_names_written_out_of_sight(&self) -> FxHashSet<&'a str> {
        if self.language != Language::Cuda || self.changing_globals().is_empty() {
            return FxHashSet::default();
        }
        let code = ProgramCode::of(self);
        let mut found = Found::default();
        for (_, file) in self.files.all() {
            beside_values(&file.program.items, None, &code, &mut found);
            each_class(&file.program.items, &mut |class| {
                beside_values(&class.members, Some(class), &code, &mut found);
            });
        }
        for special in code.functions.values().flatten().filter(|special| is_special(special)) {
            code.read(special, &mut found);
        }
        while let Some(name) = found.called.pop_first() {
            if !found.seen.insert(name) {
                continue;
            }
            code.functions.get(name).into_iter().flatten().for_each(|called| code.read(called, &mut found));
            if let Some(defined) = code.macros.get(name) {
                found.written.extend(defined.written.iter().map(String::as_str));
                walk::expression(&defined.body, &mut |expr: &'a Expr| {
                    if let ExprKind::Name(name) = &expr.kind {
                        found.called.insert(last_part(name));
                    }
                });
            }
        }
        let mut written = found.written;
        self.add_referred_to(&mut written);
        written
    }

    /// Adds what references and pointers outside of functions begin with that are written.
    fn add_referred_to(&self, written: &mut FxHashSet<&'a str>) {
        loop {
            let before = written.len();
            for definition in self.definitions.all() {
                if let DefinitionKind::Declaration(_, declaration) = definition.kind
                    && (declaration.is_reference || declaration.is_pointer)
                    && declaration.names.iter().any(|own| written.contains(own.text.as_str()))
                    && let Some(value) = &declaration.value
                {
                    walk::expression(value, &mut |expr: &'a Expr| {
                        if let ExprKind::Name(name) = &expr.kind {
                            written.insert(last_part(name));
                        }
                    });
                }
            }
            if written.len() == before {
                return;
            }
        }
    }
}

/// What assigns besides its value is an assignment beside the declaration: `int w = v++;`.
fn beside_values<'a>(
    items: &'a [Item],
    class: Option<&'a Class>,
    code: &ProgramCode<'_, 'a>,
    found: &mut Found<'a>,
) {
    let statements = items.iter().filter_map(|item| match item {
        Item::Statement(statement) => Some(statement),
        _ => None,
    });
    let assigns = |statement: &&HostStatement| match &statement.kind {
        StatementKind::Assign { .. } | StatementKind::If { .. } => true,
        StatementKind::Expression(Expr { kind: ExprKind::Invoke { callee, .. }, .. }) => {
            matches!(&callee.kind, ExprKind::Name(name) if name == UNREAD)
        }
        _ => false,
    };
    for statement in statements.filter(assigns) {
        let mut own = OwnNames::new(code, code.fields_of(class), found);
        own.statements(std::slice::from_ref(statement));
    }
}

/// Whether a function is called where its name does not stand.
fn is_special(code: &Code<'_>) -> bool {
    let name = code.function.name.text.as_str();
    let is_constructor = || match code.class {
        Some(class) => class.name.text == name,
        None => code.function.path.last().is_some_and(|class| class == name),
    };
    name.starts_with('~')
        || name.starts_with("operator")
        || CALLED_BY_STATEMENTS.contains(&name)
            && (code.class.is_some() || !code.function.parameters.is_empty())
        || is_constructor()
}

/// What was found so far.
#[derive(Default)]
struct Found<'a> {
    written: FxHashSet<&'a str>,
    /// Functions and macros that were not read yet.
    called: BTreeSet<&'a str>,
    seen: FxHashSet<&'a str>,
}

/// All code of the program by its names.
struct ProgramCode<'i, 'a> {
    interpreter: &'i Interpreter<'a>,
    functions: FxHashMap<&'a str, Vec<Code<'a>>>,
    macros: FxHashMap<&'a str, &'a MacroDefinition>,
    classes: FxHashMap<&'a str, Vec<&'a Class>>,
}

impl<'i, 'a> ProgramCode<'i, 'a> {
    fn of(interpreter: &'i Interpreter<'a>) -> Self {
        let mut functions: FxHashMap<&str, Vec<Code<'_>>> = FxHashMap::default();
        let mut classes: FxHashMap<&str, Vec<&Class>> = FxHashMap::default();
        for (_, file) in interpreter.files.all() {
            each_function(&file.program.items, None, &mut |code| {
                functions.entry(code.function.name.text.as_str()).or_default().push(code);
            });
            each_class(&file.program.items, &mut |class| {
                classes.entry(class.name.text.as_str()).or_default().push(class);
            });
        }
        let macros = interpreter.definitions.all().filter_map(|definition| match definition.kind {
            DefinitionKind::Macro(defined) => Some((defined.name.text.as_str(), defined)),
            _ => None,
        });
        let macros = macros.collect();
        Self { interpreter, functions, macros, classes }
    }

    fn read(&self, code: &Code<'a>, found: &mut Found<'a>) {
        let function = code.function;
        let outer = function.path.last().and_then(|class| self.classes.get(class.as_str()));
        let mut fields = self.fields_of(code.class);
        outer.into_iter().flatten().for_each(|class| self.add_fields(class, &mut fields));
        let mut own = OwnNames::new(self, fields, found);
        own.function(function);
    }

    fn fields_of(&self, class: Option<&'a Class>) -> FxHashSet<&'a str> {
        let mut fields = FxHashSet::default();
        class.into_iter().for_each(|class| self.add_fields(class, &mut fields));
        fields
    }

    /// Adds the fields of a class and of its bases: these names are of no variable outside of functions.
    fn add_fields(&self, class: &'a Class, fields: &mut FxHashSet<&'a str>) {
        let mut pending = vec![class];
        let mut seen: Vec<&Class> = Vec::new();
        while let Some(class) = pending.pop() {
            if seen.iter().any(|seen| std::ptr::eq(*seen, class)) {
                continue;
            }
            seen.push(class);
            for member in class.members.iter() {
                if let Item::Statement(HostStatement { kind: StatementKind::Declare(field), .. }) = member
                    && field.kind != DeclarationKind::Alias
                {
                    fields.extend(field.names.iter().map(|name| name.text.as_str()));
                }
            }
            pending.extend(
                class.bases.iter().filter_map(|base| self.classes.get(last_name(base))).flatten().copied(),
            );
        }
    }

    /// Whether a call may write the variable that it is given at an index.
    fn may_write(&self, callee: &Expr, at: usize) -> bool {
        match self.functions.get(last_name(callee)) {
            Some(functions) => functions.iter().any(|code| {
                let parameters = &code.function.parameters;
                let parameter = parameters.get(at).or(parameters.last().filter(|last| last.is_pack));
                parameter.is_none_or(|parameter| {
                    !parameter.is_constant && (parameter.is_reference || parameter.declared_type.is_none())
                })
            }),
            None => !self.interpreter.outside.libraries.effects.is_read_only(callee),
        }
    }
}

/// Reads a function, of whose names some are its own.
struct OwnNames<'r, 'i, 'a> {
    code: &'r ProgramCode<'i, 'a>,
    local: Vec<&'a str>,
    fields: FxHashSet<&'a str>,
    /// Whether what is returned may be written by who calls.
    returns_reference: bool,
    found: &'r mut Found<'a>,
}

impl<'r, 'i, 'a> OwnNames<'r, 'i, 'a> {
    fn new(code: &'r ProgramCode<'i, 'a>, fields: FxHashSet<&'a str>, found: &'r mut Found<'a>) -> Self {
        Self { code, local: Vec::new(), fields, returns_reference: false, found }
    }

    fn function(&mut self, function: &'a Function) {
        let outer = self.local.len();
        let returned_reference = std::mem::replace(&mut self.returns_reference, function.returns_reference);
        for parameter in &function.parameters {
            parameter.default.iter().for_each(|default| self.expression(default));
            self.local.extend(parameter.name.iter().map(|name| name.text.as_str()));
        }
        // What is not read may do anything with what it names.
        for name in &function.passed_over {
            self.name_written(&name.text);
            self.found.called.insert(last_part(&name.text));
        }
        self.statements(&function.body);
        self.local.truncate(outer);
        self.returns_reference = returned_reference;
    }

    fn block(&mut self, body: &'a [HostStatement]) {
        let outer = self.local.len();
        self.statements(body);
        self.local.truncate(outer);
    }

    fn statements(&mut self, body: &'a [HostStatement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Declare(declaration) => self.declaration(declaration),
                StatementKind::Assign { target, value, .. } => {
                    self.written(target);
                    self.expression(target);
                    self.expression(value);
                }
                StatementKind::Expression(inner) | StatementKind::Assert(inner) => self.expression(inner),
                StatementKind::Return(inner) => inner.iter().for_each(|inner| {
                    if self.returns_reference {
                        self.written(inner);
                    }
                    self.expression(inner);
                }),
                StatementKind::If { condition, then, otherwise, .. } => {
                    self.expression(condition);
                    self.block(then);
                    self.block(otherwise);
                }
                StatementKind::Loop { variables, over, condition, body, .. } => {
                    over.iter().for_each(|over| self.written(over));
                    over.iter().chain(condition).for_each(|inner| self.expression(inner));
                    let outer = self.local.len();
                    // A head may go on with a variable of before: `for (; i < 4; ++i)`.
                    variables.iter().for_each(|variable| self.name_written(&variable.text));
                    self.statements(body);
                    self.local.truncate(outer);
                }
                StatementKind::Block(body) | StatementKind::Finally(body) => self.block(body),
                StatementKind::Try { body, handlers } => {
                    self.block(body);
                    handlers.iter().for_each(|handler| self.block(handler));
                }
                StatementKind::Alternatives(branches) => {
                    branches.iter().for_each(|branch| self.statements(&branch.body));
                }
                StatementKind::Function(function) => self.function(function),
                // Its functions are read where they are called.
                StatementKind::Class(_) => {}
                StatementKind::Macro(definition) => {
                    definition.written.iter().for_each(|name| self.name_written(name));
                }
                StatementKind::Instantiate { .. }
                | StatementKind::Label(_)
                | StatementKind::Jump(_)
                | StatementKind::Unread(_) => {}
            }
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        let names = || declaration.names.iter().map(|name| name.text.as_str());
        if let Some(value) = &declaration.value {
            if declaration.may_be_reference() {
                self.written(value);
            }
            self.expression(value);
            // So is told what something that is not read may assign.
            if matches!(value.kind, ExprKind::Opaque(_)) {
                names().for_each(|name| self.name_written(name));
            }
        }
        self.local.extend(names());
    }

    fn expression(&mut self, expr: &'a Expr) {
        let mut inner: Vec<&'a Expr> = Vec::new();
        walk::expression(expr, &mut |part: &'a Expr| inner.push(part));
        for part in inner {
            match &part.kind {
                ExprKind::Name(name) => {
                    self.found.called.insert(last_part(name));
                }
                ExprKind::Member { name, .. } => {
                    self.found.called.insert(name.text.as_str());
                }
                ExprKind::Invoke { callee, arguments } => self.call(callee, arguments),
                ExprKind::Lambda(function) => self.function(function),
                _ => {}
            }
        }
    }

    fn call(&mut self, callee: &'a Expr, arguments: &'a [Argument]) {
        let is_address = matches!(&callee.kind, ExprKind::Name(name) if name == "operator&");
        for (at, argument) in arguments.iter().enumerate() {
            if is_address || self.code.may_write(callee, at) {
                self.written(&argument.value);
            }
        }
        if let ExprKind::Member { base, name } = &callee.kind {
            let methods = self.code.functions.get(name.text.as_str());
            let is_constant = match methods {
                Some(methods) => methods.iter().all(|method| method.function.is_constant),
                None => self.code.interpreter.outside.libraries.effects.is_read_only(callee),
            };
            if !is_constant {
                self.written(base);
            }
        }
    }

    /// What an expression stands for is written.
    fn written(&mut self, target: &'a Expr) {
        match &target.kind {
            ExprKind::Name(name) => self.name_written(name),
            ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => self.written(base),
            ExprKind::Invoke { callee, arguments } => {
                if let ExprKind::Member { base, .. } = &callee.kind {
                    self.written(base);
                }
                arguments.iter().for_each(|argument| self.written(&argument.value));
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.written(then);
                self.written(otherwise);
            }
            ExprKind::Comma(parts) | ExprKind::Tuple(parts) => {
                parts.iter().for_each(|part| self.written(part))
            }
            ExprKind::Construct { arguments, .. } => arguments.iter().for_each(|part| self.written(part)),
            _ => {}
        }
    }

    fn name_written(&mut self, name: &'a str) {
        if !self.local.contains(&name) && !self.fields.contains(name) {
            self.found.written.insert(last_part(name));
        }
    }
}
