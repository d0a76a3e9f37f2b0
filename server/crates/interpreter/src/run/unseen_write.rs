//! Writes that are not seen: by functions that are not run here, through addresses and references that others hold.
//!
//! What may be written is taken for written. A variable that something not run here holds a reference to is exposed: it
//! may be written whenever code runs that is not known.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_host_value::{effects::Effects, scope::ScopeId, value::HostValue};
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind, Opaque,
    program::{
        Argument, Declaration, Function, HostStatement, Item, MacroDefinition, Parameter, StatementKind,
    },
};

use crate::{
    code::{
        declared_name::last_name,
        member::{Member, each_member},
        path::{is_path, last_part},
        walk, written,
    },
    state::{
        given::Given,
        interpreter::Interpreter,
        reference_names::ReferenceNames,
        scope::{Place, ScopeKind},
    },
    value::{class_of::class_of, overloads::functions_of},
};

/// How deep objects are looked into for one that changes though it is `const`.
const DEPTH_OF_OBJECTS: usize = 8;

impl<'a> Interpreter<'a> {
    /// Functions were called, or one of them, that are not run here; `functions` is empty where it is not known which.
    pub(crate) fn forget_after_unrun(
        &mut self,
        functions: &[Arc<Function>],
        receiver: Option<&HostValue>,
        given: &[Given],
    ) {
        if self.is_python() {
            return;
        }
        for (at, given) in given.iter().enumerate() {
            let may_write = functions.is_empty()
                || self.changes_though_constant(&given.argument.value)
                || functions.iter().any(|function| {
                    // Parameters that cannot be read are none.
                    function.is_broken && function.parameters.is_empty()
                        || self.may_write_argument(&function.parameters, at)
                });
            if may_write {
                let places = given.place.iter().chain(&given.within).chain(&given.written);
                places.for_each(|place| self.expose_and_forget(place));
            }
            self.let_out(&given.argument.value);
        }
        if let Some(receiver) = receiver {
            let is_constant = !functions.is_empty() && !self.changes_though_constant(receiver);
            if !is_constant || !functions.iter().all(|function| function.is_constant) {
                self.expose_object(receiver);
            }
            self.let_out(receiver);
        }
        self.forget_exposed();
        self.forget_open_globals();
    }

    /// Something is assigned where it is not known which places that is.
    pub(crate) fn forget_target(&mut self, target: &Expr) {
        if self.is_python() {
            return;
        }
        let mut calls = false;
        if let ExprKind::Index { .. } | ExprKind::Invoke { .. } = &target.kind {
            let mut visit = |expr: &Expr| {
                calls |= matches!(&expr.kind, ExprKind::Invoke { .. } | ExprKind::Lambda(_));
            };
            match &target.kind {
                ExprKind::Index { base, indices } => {
                    walk::expression(base, &mut visit);
                    indices.iter().for_each(|index| walk::expression(index, &mut visit));
                }
                _ => walk::expression(target, &mut visit),
            }
        }
        match &target.kind {
            ExprKind::Index { base, .. } if is_path(base) => {
                let object = self.value(base);
                self.forget_after_member(&object, "operator[]", &[]);
            }
            _ => {}
        }
        if calls && !self.is_element(target) {
            self.evaluate(target);
        }
        for place in self.written_through(target) {
            self.forget(&place);
        }
        self.forget_behind_pointers(target);
        self.forget_exposed();
    }

    /// Whether a target is an element of a tensor, `t(i)`, whose index calls nothing of the program.
    fn is_element(&mut self, target: &Expr) -> bool {
        let ExprKind::Invoke { callee, arguments } = &target.kind else { return false };
        !arguments.iter().any(|argument| walk::has_call(&argument.value))
            && is_path(callee)
            && !matches!(self.value(callee), HostValue::Callable(_) | HostValue::Instance(_))
            && !matches!(&callee.kind, ExprKind::Name(name) if name.starts_with("operator"))
    }

    /// A function of the library was given functions of the program that take their arguments by reference: they may
    /// write the elements that they are called with.
    pub(crate) fn forget_elements(&mut self, functions: &[HostValue], arguments: &[Argument]) {
        let writes = functions.iter().filter_map(functions_of).flatten().any(|function| {
            function.parameters.iter().any(|parameter| parameter.is_reference && !parameter.is_constant)
        });
        if writes {
            for argument in arguments {
                for place in self.written_through(&argument.value) {
                    self.forget(&place);
                }
            }
        }
    }

    /// A macro is used that is not read: what it is given may be written, and what its text names.
    pub(crate) fn forget_after_macro(&mut self, expr: &Expr, definition: &MacroDefinition) {
        if self.is_python() {
            return;
        }
        if let ExprKind::Invoke { arguments, .. } = &expr.kind {
            let names: Vec<&str> = definition.written.iter().map(String::as_str).collect();
            let parameters = definition.parameters.as_deref().unwrap_or_default();
            for (at, argument) in arguments.iter().enumerate() {
                self.evaluate(&argument.value);
                let parameter = parameters.get(at).or(parameters.last()).map(|own| own.name.as_str());
                if parameter.is_none_or(|parameter| names.contains(&parameter)) {
                    for place in self.written_through(&argument.value) {
                        self.expose_and_forget(&place);
                    }
                }
            }
        }
        for name in &definition.written {
            if let Some(place) = self.place_of_name(name) {
                self.expose_and_forget(&place);
            }
        }
        self.forget_exposed();
        self.forget_open_globals();
    }

    /// An object is made of a variable by a constructor that may keep or write it.
    pub(crate) fn forget_after_initial(&mut self, declared: &Expr, value: &Expr, given: &HostValue) {
        if self.is_python() || !is_path(value) || !self.converts_by_reference(declared, given) {
            return;
        }
        for place in self.written_through(value) {
            self.expose_and_forget(&place);
        }
    }

    /// `std::reference_wrapper<int> r = x;`: what the value names may be written through it.
    pub(crate) fn expose_to_wrapper(&mut self, declared: &Expr, value: &Expr) {
        if !self.is_python() && (self.is_written_through(declared) || self.is_forwarded(declared, value)) {
            self.expose_named(value);
        }
    }

    /// `T y = x;` in a function that takes `T&& x`: another name of `x`, where that was given what has a name.
    fn is_forwarded(&self, declared: &Expr, value: &Expr) -> bool {
        let ExprKind::Name(of) = &declared.kind else { return false };
        let function = self.frames.top().function.as_ref();
        let is_forwarded = function.is_some_and(|function| {
            function.template.iter().any(|own| own.name.as_ref().is_some_and(|name| name.text == *of))
                && function.parameters.iter().any(|parameter| {
                    let is_own = |of_type: &Expr| matches!(&of_type.kind, ExprKind::Name(name) if name == of);
                    let is_open = parameter.is_reference && !parameter.is_constant;
                    is_open && parameter.declared_type.as_ref().is_some_and(is_own)
                })
        });
        is_forwarded && (is_path(value) || is_forward(value))
    }

    /// Whether what an object of a type is given may be written through it: it holds references, or is one that its reader
    /// could not know for one, or what it is made of is not known.
    pub(crate) fn is_written_through(&self, declared: &Expr) -> bool {
        let mut found = self.names_a_reference(declared);
        walk::expression(declared, &mut |expr| {
            found |= matches!(&expr.kind, ExprKind::Name(name) if self.stands_for_a_reference(name));
        });
        found
    }

    /// Whether an expression names a type that is a reference or holds some.
    pub(crate) fn names_a_reference(&self, declared: &Expr) -> bool {
        let known = self.reference_types();
        let mut found = false;
        walk::expression(declared, &mut |expr| {
            found |= match &expr.kind {
                ExprKind::Name(name) => known.types.contains(last_part(name)),
                ExprKind::Member { name, .. } => known.types.contains(name.text.as_str()),
                ExprKind::Opaque(reason) => *reason == Opaque::ReferenceArgument,
                ExprKind::TypeOf(of) => self.may_be_of_reference_type(of),
                _ => false,
            };
        });
        found
    }

    fn reference_types(&self) -> &ReferenceNames<'a> {
        self.reference_names.get_or_init(|| {
            let of_files = || self.files.all().map(|(_, file)| &file.program.reference_types);
            let types = of_files().flat_map(|of| of.holders.iter().chain(&of.references));
            let types = types.map(String::as_str).chain(["reference_wrapper"]).collect();
            let functions = of_files().flat_map(|of| &of.functions).map(String::as_str).collect();
            let changing = of_files().flat_map(|of| &of.changing).map(String::as_str).collect();
            ReferenceNames { types, functions, changing }
        })
    }

    /// Whether an object, or one that it holds, changes though it is `const`.
    pub(crate) fn changes_though_constant(&self, value: &HostValue) -> bool {
        matches!(value, HostValue::Instance(_) | HostValue::Tuple(_))
            && self.has_changing_classes()
            && self.holds_changing(value, DEPTH_OF_OBJECTS)
    }

    /// Whether some class has objects that change though they are `const`.
    pub(crate) fn has_changing_classes(&self) -> bool {
        !self.reference_types().changing.is_empty()
    }

    fn holds_changing(&self, value: &HostValue, depth: usize) -> bool {
        match value {
            // What lies deeper is not looked at.
            HostValue::Instance(_) | HostValue::Tuple(_) if depth == 0 => true,
            HostValue::Instance(instance) => {
                let class = &instance.class.class;
                let changing = &self.reference_types().changing;
                changing.contains(class.name.text.as_str())
                    || class.bases.iter().any(|base| changing.contains(last_name(base)))
                    || {
                        let mut fields = self.instances.of(instance.id).iter();
                        fields.any(|(_, field)| self.holds_changing(field, depth - 1))
                    }
            }
            HostValue::Tuple(elements) => {
                elements.iter().any(|element| self.holds_changing(element, depth - 1))
            }
            _ => false,
        }
    }

    /// Whether the type of an expression, which `decltype` asks for, may be a reference: what a function gives is one where
    /// a function of that name returns one.
    fn may_be_of_reference_type(&self, of: &Expr) -> bool {
        const OF_LIBRARIES: &[&str] =
            &["declval", "forward", "get", "tie", "at", "front", "back", "value", "min", "max"];
        match &of.kind {
            ExprKind::Invoke { callee, .. } => {
                let named = match &callee.kind {
                    ExprKind::Specialize { base, .. } => &base.kind,
                    kind => kind,
                };
                let name = match named {
                    ExprKind::Name(name) => name.rsplit("::").next().unwrap_or(name),
                    ExprKind::Member { name, .. } => &name.text,
                    _ => return true,
                };
                OF_LIBRARIES.contains(&name)
                    || name.starts_with("operator")
                    || self.reference_types().functions.contains(name)
            }
            ExprKind::Conditional { .. } | ExprKind::Comma(_) => true,
            _ => false,
        }
    }

    /// Whether something declared refers to what is its own elsewhere, or holds what does.
    pub(crate) fn is_declared_to_refer(&self, declaration: &Declaration) -> bool {
        declaration.is_reference
            || declaration.is_pointer
            || declaration.declared_type.as_ref().is_some_and(|declared| self.is_written_through(declared))
    }

    /// Whether a name is a parameter of a template that was given a reference, or what is not known.
    fn stands_for_a_reference(&self, name: &str) -> bool {
        let mut around = self.scopes.around(self.scope());
        let bound = around.find_map(|scope| self.scopes.binding(scope, name));
        bound.is_some_and(|bound| bound.value.unknown_reason().is_some())
    }

    /// As [`forget_after_initial`](Self::forget_after_initial), of a parameter that is given by value.
    pub(crate) fn forget_after_constructor(&mut self, declared: Option<&Expr>, given: &Given) {
        let Some(declared) = declared.filter(|_| !self.is_python()) else { return };
        let places: Vec<Place> = given.place.iter().chain(&given.within).cloned().collect();
        if places.is_empty()
            || !self.is_written_through(declared)
                && !self.converts_by_reference(declared, &given.argument.value)
        {
            return;
        }
        places.iter().for_each(|place| self.expose_and_forget(place));
    }

    /// Whether a function that is only declared may write its argument at an index, as the type of its parameter says: one
    /// that is given by value or as `const` stays.
    fn may_write_argument(&self, parameters: &[Parameter], at: usize) -> bool {
        let parameter = parameters.get(at).or(parameters.last().filter(|last| last.is_pack));
        parameter.is_some_and(|parameter| {
            let of_type = || parameter.declared_type.as_ref().is_some_and(|of| self.is_written_through(of));
            !parameter.is_constant && (parameter.is_reference || of_type())
        })
    }

    /// Whether a class has a constructor that takes something else by reference.
    fn converts_by_reference(&mut self, declared: &Expr, given: &HostValue) -> bool {
        if matches!(given, HostValue::Instance(_))
            || !matches!(declared.kind, ExprKind::Name(_) | ExprKind::Specialize { .. })
        {
            return false;
        }
        let declared = self.value(declared);
        let Some(class) = class_of(&declared) else { return false };
        let name = class.class.name.text.clone();
        let mut converts = false;
        each_member(&class.class.members, &self.choices, &mut |member, _| {
            if let Member::Function(function) = member
                && function.name.text == name
            {
                converts |= self.may_write_argument(&function.parameters, 0);
            }
        });
        converts
    }

    /// Notes what each argument of a call lets a function write that takes it by reference.
    pub(crate) fn find_written(&mut self, arguments: &[Argument], given: &mut [Given]) {
        let is_pack = |argument: &Argument| matches!(argument.value.kind, ExprKind::Expand(_));
        if arguments.iter().any(is_pack) {
            // Which argument an element of a pack is, is not followed.
            let all: Vec<Place> =
                arguments.iter().flat_map(|argument| self.written_through(&argument.value)).collect();
            given.iter_mut().for_each(|given| given.written.clone_from(&all));
            return;
        }
        for (argument, given) in arguments.iter().zip(given) {
            given.written = self.written_through(&argument.value);
            // A name of a constant is no way to write it.
            if given.written.is_empty() {
                given.place = None;
            }
        }
    }

    /// Functions whose bodies are here were not run: what they may write outside of themselves may be written.
    pub(crate) fn forget_what_bodies_write(
        &mut self,
        functions: &[Arc<Function>],
        scope: ScopeId,
        receiver: Option<&HostValue>,
    ) {
        if self.is_python() {
            return;
        }
        let mut scope = scope;
        if let Some(receiver) = receiver {
            let file = self.scopes.file_of(scope);
            scope = self.scopes.open(Some(scope), ScopeKind::Object(receiver.clone()), file);
        }
        let mut seen = FxHashSet::default();
        for function in functions {
            self.let_out_function(function, scope, &mut seen);
        }
    }

    /// A reference among the fields of an object is bound by a constructor: what it refers to is held.
    pub(crate) fn share_field(&mut self, target: &Expr, value: &Expr) {
        let ExprKind::Member { base, name } = &target.kind else { return };
        if self.is_python() || !matches!(&base.kind, ExprKind::Name(name) if name == "this") {
            return;
        }
        let Some(HostValue::Instance(instance)) = self.receiver() else { return };
        if self.refers(&instance.class, &name.text) {
            let places = self.written_through(value);
            self.share(&Place::Field(instance.id, name.text.as_str().into()), &places);
        }
    }

    /// A call was given up before its arguments were known.
    pub(crate) fn forget_after_unread(&mut self, arguments: &[Argument]) {
        if self.is_python() {
            return;
        }
        for argument in arguments {
            for place in self.written_through(&argument.value) {
                self.expose_and_forget(&place);
            }
        }
        self.forget_exposed();
        self.forget_open_globals();
    }
}

/// What the statements of a function write, and which functions they may call.
#[derive(Debug)]
pub(crate) struct Writes<'f> {
    /// What functions do not write that are not defined here.
    effects: &'static Effects,
    /// What is assigned, or given to something that may assign it.
    pub(crate) targets: Vec<&'f Expr>,
    /// Names that may be functions.
    pub(crate) mentioned: FxHashSet<&'f str>,
}

impl<'f> Writes<'f> {
    pub(crate) fn new(effects: &'static Effects) -> Self {
        Self { effects, targets: Vec::new(), mentioned: FxHashSet::default() }
    }

    pub(crate) fn statements(&mut self, body: &'f [HostStatement]) {
        written::written_in_statements(body, &mut |target, _| self.targets.push(target));
        walk::statements(body, &mut |expr| self.expression(expr));
        self.references(body);
    }

    fn expression(&mut self, expr: &'f Expr) {
        match &expr.kind {
            ExprKind::Name(name) => drop(self.mentioned.insert(name)),
            ExprKind::Invoke { callee, arguments } if !self.effects.is_read_only(callee) => {
                self.targets.extend(arguments.iter().map(|argument| &argument.value));
                match &callee.kind {
                    ExprKind::Member { base, .. } => self.targets.push(base),
                    ExprKind::Specialize { base, .. } => {
                        if let ExprKind::Member { base, .. } = &base.kind {
                            self.targets.push(base);
                        }
                    }
                    _ => {}
                }
            }
            ExprKind::Construct { arguments, .. } => self.targets.extend(arguments),
            ExprKind::Binary { operator: BinaryOperator::ShiftRight, right, .. } => {
                self.targets.push(right);
            }
            ExprKind::Lambda(function) => self.statements(&function.body),
            _ => {}
        }
    }

    /// What a reference that is returned may refer to.
    pub(crate) fn returned(&mut self, body: &'f [HostStatement]) {
        self.references(body);
        let mut left: Vec<&'f [HostStatement]> = vec![body];
        while let Some(body) = left.pop() {
            for statement in body {
                match &statement.kind {
                    StatementKind::Return(value) => self.targets.extend(value),
                    StatementKind::If { then, otherwise, .. } => left.extend([&then[..], &otherwise[..]]),
                    StatementKind::Loop { body, .. }
                    | StatementKind::Block(body)
                    | StatementKind::Finally(body) => left.push(body),
                    StatementKind::Try { body, handlers } => {
                        left.push(body);
                        left.extend(handlers.iter().map(|body| &body[..]));
                    }
                    StatementKind::Alternatives(branches) => {
                        left.extend(branches.iter().map(|branch| &branch.body[..]));
                    }
                    _ => {}
                }
            }
        }
    }

    /// What references are bound to, which are written under another name.
    fn references(&mut self, body: &'f [HostStatement]) {
        for statement in body {
            match &statement.kind {
                StatementKind::Declare(declaration) if declaration.may_be_reference() => {
                    self.targets.extend(&declaration.value);
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.references(then);
                    self.references(otherwise);
                }
                StatementKind::Loop { body, over, .. } => {
                    self.targets.extend(over);
                    self.references(body);
                }
                StatementKind::Block(body) | StatementKind::Finally(body) => self.references(body),
                StatementKind::Try { body, handlers } => {
                    self.references(body);
                    handlers.iter().for_each(|body| self.references(body));
                }
                StatementKind::Alternatives(branches) => {
                    branches.iter().for_each(|branch| self.references(&branch.body));
                }
                StatementKind::Class(class) => {
                    for member in class.members.iter() {
                        if let Item::Function(function) = member {
                            self.statements(&function.body);
                        }
                    }
                }
                StatementKind::Function(function) => self.statements(&function.body),
                _ => {}
            }
        }
    }
}

/// `std::forward<T>(x)`, `static_cast<T&&>(x)`.
fn is_forward(value: &Expr) -> bool {
    let ExprKind::Invoke { callee, .. } = &value.kind else { return false };
    let named = match &callee.kind {
        ExprKind::Specialize { base, .. } => base,
        _ => callee,
    };
    matches!(&named.kind, ExprKind::Name(name) if matches!(last_part(name), "forward" | "static_cast"))
}
