//! Writes that are not seen: by functions that are not run here, through addresses and references that others hold.
//!
//! What may be written is taken for written. A variable that something not run here holds a reference to is exposed: it
//! may be written whenever code runs that is not known.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind,
    program::{
        Argument, Declaration, DeclarationKind, Function, HostStatement, Item, MUTABLE, MacroDefinition,
        Parameter, REFERENCE_ARGUMENT, StatementKind,
    },
};

use super::{
    super::{Callable, ClassValue, HostValue},
    Interpreter,
    call::Given,
    class::{Member, class_of, each_member},
    copying::is_this,
    limits::GLOBALS_OF_A_STEP,
    read_only::is_read_only,
    scope::{Place, ScopeKind},
    walk,
};

/// How deep an argument is searched for what may be written through it, and objects for what they refer to.
pub(super) const MAX_DEPTH: usize = 8;
/// Functions that a function handed to unknown code calls, over any number of calls; more are not searched.
const MAX_FUNCTIONS: usize = 64;

impl Interpreter<'_> {
    /// Functions were called, or one of them, that are not run here; `functions` is empty where it is not known which.
    pub(super) fn forget_after_unrun(
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
                || functions.iter().any(|function| may_write_argument(&function.parameters, at));
            if may_write {
                let places = given.place.iter().chain(&given.within).chain(&given.written);
                places.for_each(|place| self.expose_and_forget(place));
            }
            self.let_out(&given.argument.value, MAX_DEPTH);
        }
        if let Some(receiver) = receiver {
            let is_constant = !has_mutable_field(receiver) && !functions.is_empty();
            if !is_constant || !functions.iter().all(|function| function.is_constant) {
                self.expose_object(receiver, MAX_DEPTH);
            }
            self.let_out(receiver, MAX_DEPTH);
        }
        self.forget_exposed();
        self.forget_open_globals();
    }

    /// Something is assigned where it is not known which places that is.
    pub(super) fn forget_target(&mut self, target: &Expr) {
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
        self.forget_exposed();
    }

    /// Whether a target is an element of a tensor, `t(i)`, whose index calls nothing of the program.
    fn is_element(&mut self, target: &Expr) -> bool {
        let ExprKind::Invoke { callee, arguments } = &target.kind else { return false };
        let mut calls = false;
        let mut visit = |expr: &Expr| calls |= matches!(&expr.kind, ExprKind::Invoke { .. });
        arguments.iter().for_each(|argument| walk::expression(&argument.value, &mut visit));
        !calls
            && is_path(callee)
            && !matches!(self.value(callee), HostValue::Callable(_) | HostValue::Instance(_))
            && !matches!(&callee.kind, ExprKind::Name(name) if name.starts_with("operator"))
    }

    /// A function of the library was given functions of the program that take their arguments by reference: they may
    /// write the elements that they are called with.
    pub(super) fn forget_elements(&mut self, functions: &[HostValue], arguments: &[Argument]) {
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
    pub(super) fn forget_after_macro(&mut self, expr: &Expr, definition: &MacroDefinition) {
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
    pub(super) fn forget_after_initial(&mut self, declared: &Expr, value: &Expr, given: &HostValue) {
        if self.is_python() || !is_path(value) || !self.converts_by_reference(declared, given) {
            return;
        }
        for place in self.written_through(value) {
            self.expose_and_forget(&place);
        }
    }

    /// `std::reference_wrapper<int> r = x;`: what the value names may be written through it.
    pub(super) fn expose_to_wrapper(&mut self, declared: &Expr, value: &Expr) {
        let mut holds_references = false;
        walk::expression(declared, &mut |expr| {
            holds_references |= match &expr.kind {
                ExprKind::Name(name) => name.rsplit("::").next() == Some("reference_wrapper"),
                ExprKind::Opaque(reason) => reason == REFERENCE_ARGUMENT,
                _ => false,
            };
        });
        if self.is_python() || !holds_references {
            return;
        }
        let mut named: Vec<&Expr> = Vec::new();
        walk::expression(value, &mut |expr| {
            if is_path(expr) {
                named.push(expr);
            }
        });
        for named in named {
            for place in self.written_through(named) {
                self.expose_and_forget(&place);
            }
        }
    }

    /// `T{{x}}`: which of the objects inside refers to x is not followed.
    pub(super) fn expose_within_braces(&mut self, arguments: &[Expr], made: &HostValue) {
        let inner = arguments
            .iter()
            .filter(|argument| matches!(argument.kind, ExprKind::Construct { constructed: None, .. }));
        let inner: Vec<&Expr> = inner.collect();
        if self.is_python() || inner.is_empty() || !self.has_reference(made, MAX_DEPTH) {
            return;
        }
        let mut named: Vec<&Expr> = Vec::new();
        for argument in inner {
            walk::expression(argument, &mut |expr| {
                if is_path(expr) {
                    named.push(expr);
                }
            });
        }
        for named in named {
            for place in self.written_through(named) {
                self.expose_and_forget(&place);
            }
        }
    }

    /// Whether a class or one of its bases declares a field that refers to something else.
    fn declares_reference(&mut self, class: &ClassValue) -> bool {
        let mut left = vec![class.clone()];
        for _ in 0..MAX_DEPTH {
            let Some(class) = left.pop() else { return false };
            let mut refers = false;
            each_member(&class.class.members, &self.choices, &mut |member, _| {
                refers |= matches!(member, Member::Declaration(_, declaration)
                    if declaration.kind != DeclarationKind::Alias
                        && (declaration.is_reference || declaration.is_pointer));
            });
            if refers {
                return true;
            }
            left.extend(self.bases_of(&class).iter().filter_map(class_of).cloned());
        }
        !left.is_empty()
    }

    /// Whether an object, or one that it holds, has a field that refers to something else.
    pub(super) fn has_reference(&mut self, value: &HostValue, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        match value {
            HostValue::Instance(instance) => {
                let fields: Vec<(String, HostValue)> = self
                    .instances
                    .get(instance.index)
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect();
                self.declares_reference(&instance.class)
                    || fields.iter().any(|(_, value)| self.has_reference(value, depth))
            }
            HostValue::Tuple(elements) => elements.iter().any(|element| self.has_reference(element, depth)),
            _ => false,
        }
    }

    /// As [`forget_after_initial`](Self::forget_after_initial), of a parameter that is given by value.
    pub(super) fn forget_after_constructor(&mut self, declared: Option<&Expr>, given: &Given) {
        let Some(declared) = declared.filter(|_| !self.is_python()) else { return };
        let places: Vec<Place> = given.place.iter().chain(&given.within).cloned().collect();
        if places.is_empty() || !self.converts_by_reference(declared, &given.argument.value) {
            return;
        }
        places.iter().for_each(|place| self.expose_and_forget(place));
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
                converts |= may_write_argument(&function.parameters, 0);
            }
        });
        converts
    }

    /// Notes what each argument of a call lets a function write that takes it by reference.
    pub(super) fn find_written(&mut self, arguments: &[Argument], given: &mut [Given]) {
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
    pub(super) fn forget_what_bodies_write(
        &mut self,
        functions: &[Arc<Function>],
        scope: usize,
        receiver: Option<&HostValue>,
    ) {
        if self.is_python() {
            return;
        }
        let mut scope = scope;
        if let Some(receiver) = receiver {
            let file = self.scopes.get(scope).map_or(0, |scope| scope.file);
            scope = self.scopes.open(Some(scope), ScopeKind::Object(receiver.clone()), file);
        }
        let mut seen = FxHashSet::default();
        for function in functions {
            self.let_out_function(function, scope, &mut seen);
        }
    }

    /// A reference among the fields of an object is bound by a constructor: what it refers to is held.
    pub(super) fn share_field(&mut self, target: &Expr, value: &Expr) {
        let ExprKind::Member { base, name } = &target.kind else { return };
        if self.is_python() || !matches!(&base.kind, ExprKind::Name(name) if name == "this") {
            return;
        }
        let Some(HostValue::Instance(instance)) = self.receiver() else { return };
        if self.refers(&instance.class, &name.text) {
            let places = self.written_through(value);
            self.share(&Place::Field(instance.index, name.text.as_str().into()), &places);
        }
    }

    /// A call was given up before its arguments were known.
    pub(super) fn forget_after_unread(&mut self, arguments: &[Argument]) {
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

    /// A function of the library was given functions of the program and did not certainly run them.
    pub(super) fn forget_after_library(&mut self, values: &[HostValue]) {
        values.iter().for_each(|value| self.let_out(value, MAX_DEPTH));
    }

    /// From here on a place may be written by code that is not known.
    pub(super) fn expose_and_forget(&mut self, place: &Place) {
        if let Some(binding) = self.held(place)
            && let HostValue::Instance(_) = binding.value
        {
            self.expose_object(&binding.value, MAX_DEPTH);
        }
        self.expose(place);
        self.forget(place);
    }

    /// The fields of an object may be written by code that is not known.
    pub(super) fn expose_object(&mut self, object: &HostValue, depth: usize) {
        let (HostValue::Instance(instance), Some(depth)) = (object, depth.checked_sub(1)) else { return };
        let fields: Vec<(String, HostValue)> = self
            .instances
            .get(instance.index)
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        for (name, value) in fields {
            if self.is_constant_field(&instance.class, &name) {
                continue;
            }
            let place = Place::Field(instance.index, name.as_str().into());
            self.expose_object(&value, depth);
            self.expose(&place);
            self.forget(&place);
        }
    }

    /// A value is held by code that is not known: what it refers to may be written from here on.
    pub(super) fn let_out(&mut self, value: &HostValue, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match value {
            HostValue::Instance(instance) => {
                let fields: Vec<(String, HostValue)> = self
                    .instances
                    .get(instance.index)
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect();
                for (name, value) in fields {
                    let place = Place::Field(instance.index, name.as_str().into());
                    for other in self.shared_with(&place) {
                        self.expose_and_forget(&other);
                    }
                    self.let_out(&value, depth);
                }
            }
            HostValue::Tuple(elements) => {
                elements.iter().for_each(|element| self.let_out(element, depth));
            }
            HostValue::Callable(callable) => match &**callable {
                Callable::Functions { overloads, scope, receiver, .. } => {
                    let overloads = overloads.clone();
                    let mut seen = FxHashSet::default();
                    for function in &overloads {
                        self.let_out_function(function, scope.index, &mut seen);
                    }
                    if let Some(receiver) = receiver {
                        self.expose_object(receiver, depth);
                    }
                }
                Callable::Partial { callee, arguments, .. } => {
                    self.let_out(callee, depth);
                    arguments.iter().for_each(|argument| self.let_out(argument, depth));
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// A function may be called by code that is not known: what it writes outside of itself may be written.
    pub(super) fn let_out_function(
        &mut self,
        function: &Arc<Function>,
        scope: usize,
        seen: &mut FxHashSet<usize>,
    ) {
        if seen.len() >= MAX_FUNCTIONS || !seen.insert(Arc::as_ptr(function).addr()) {
            return;
        }
        let mut writes = Writes::default();
        writes.statements(&function.body);
        let Writes { targets, mentioned } = writes;
        let (places, called) = self.within(scope, |this| {
            let mut places = Vec::new();
            targets.iter().for_each(|target| this.write(target, MAX_DEPTH, &mut places));
            let called: Vec<HostValue> = mentioned
                .iter()
                .filter_map(|name| this.look_up(scope, name))
                .filter(|value| matches!(value, HostValue::Callable(_)))
                .collect();
            (places, called)
        });
        for place in places {
            self.expose_and_forget(&place);
        }
        for value in called {
            if let HostValue::Callable(callable) = &value
                && let Callable::Functions { overloads, scope, .. } = &**callable
            {
                for function in overloads {
                    self.let_out_function(function, scope.index, seen);
                }
            }
        }
    }

    /// What is exposed may have been written.
    pub(super) fn forget_exposed(&mut self) {
        for place in self.take_touched() {
            self.forget(&place);
        }
        self.are_forgotten();
    }

    /// Variables outside of functions that code in other files may write.
    fn forget_open_globals(&mut self) {
        let places = self.open_globals();
        self.count_steps(places.len() / GLOBALS_OF_A_STEP);
        for place in places {
            self.forget(&place);
        }
    }

    /// The places that may be written by what takes an expression by reference.
    pub(super) fn written_through(&mut self, expr: &Expr) -> Vec<Place> {
        let mut places = Vec::new();
        self.write(expr, MAX_DEPTH, &mut places);
        places
    }

    fn write(&mut self, expr: &Expr, depth: usize, places: &mut Vec<Place>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match &expr.kind {
            ExprKind::Name(name) if name == "this" => {
                if let Some(receiver) = self.receiver() {
                    self.fields_of_object(&receiver, depth, places);
                }
            }
            ExprKind::Name(name) => {
                if self.is_constant_name(name) {
                    return;
                }
                if let Some(place) = self.place_of_name(name)
                    && !self.is_constant_of_receiver(&place)
                    && !places.contains(&place)
                {
                    places.push(place);
                }
            }
            ExprKind::Member { base, .. } if !is_path(base) => self.write(base, depth, places),
            ExprKind::Member { base, .. } => match self.place_of(expr) {
                Some(place) if !self.is_constant_of_receiver(&place) && !places.contains(&place) => {
                    places.push(place);
                }
                Some(_) => {}
                None => self.write(base, depth, places),
            },
            ExprKind::Index { base, .. } => self.write(base, depth, places),
            ExprKind::Expand(inner) => self.write(inner, depth, places),
            ExprKind::Invoke { callee, arguments }
                if matches!(&callee.kind, ExprKind::Name(name) if name == "operator*")
                    && arguments.iter().all(|argument| is_this(&argument.value)) =>
            {
                arguments.iter().for_each(|argument| self.write(&argument.value, depth, places));
            }
            ExprKind::Conditional { then, otherwise, .. } => {
                self.write(then, depth, places);
                self.write(otherwise, depth, places);
            }
            ExprKind::Comma(all) => {
                if let Some(last) = all.last() {
                    self.write(last, depth, places);
                }
            }
            ExprKind::Invoke { callee, arguments } if self.gives_reference(callee) => {
                if let ExprKind::Member { base, .. } = &callee.kind {
                    self.write(base, depth, places);
                }
                arguments.iter().for_each(|argument| self.write(&argument.value, depth, places));
                self.write_returned(callee, depth, places);
            }
            _ => {}
        }
    }

    /// The places outside of a function that a reference which it returns may refer to.
    fn write_returned(&mut self, callee: &Expr, depth: usize, places: &mut Vec<Place>) {
        if !is_path(callee) {
            return;
        }
        let HostValue::Callable(callable) = self.value(callee) else { return };
        let Callable::Functions { overloads, scope, receiver, .. } = &*callable else { return };
        let mut scope = scope.index;
        if let Some(receiver) = receiver {
            let file = self.scopes.get(scope).map_or(0, |scope| scope.file);
            scope = self.scopes.open(Some(scope), ScopeKind::Object(receiver.clone()), file);
        }
        for function in overloads.iter().filter(|function| function.returns_reference) {
            let mut returned = Writes::default();
            returned.returned(&function.body);
            self.within(scope, |this| {
                returned.targets.iter().for_each(|target| this.write(target, depth, places));
            });
        }
    }

    fn fields_of_object(&mut self, object: &HostValue, depth: usize, places: &mut Vec<Place>) {
        let (HostValue::Instance(instance), Some(_)) = (object, depth.checked_sub(1)) else { return };
        let names = self.instances.get(instance.index).into_iter().flatten().map(|(name, _)| name.clone());
        let names: Vec<String> = names.collect();
        for name in names {
            let place = Place::Field(instance.index, name.as_str().into());
            if !self.is_constant_field(&instance.class, &name) && !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Whether a call may give a reference to what it is given.
    fn gives_reference(&mut self, callee: &Expr) -> bool {
        let (name, base) = match &callee.kind {
            ExprKind::Name(name) => (name.as_str(), callee),
            ExprKind::Member { name, .. } => (name.text.as_str(), callee),
            ExprKind::Specialize { base, .. } => match &base.kind {
                ExprKind::Name(name) => (name.as_str(), &**base),
                ExprKind::Member { name, .. } => (name.text.as_str(), &**base),
                _ => return true,
            },
            _ => return true,
        };
        let last = name.rsplit("::").next().unwrap_or(name);
        if matches!(last, "operator&" | "operator*") {
            return false;
        }
        if matches!(
            last,
            "reinterpret_cast" | "get" | "move" | "forward" | "ref" | "tie" | "forward_as_tuple"
        ) {
            return true;
        }
        if !is_path(base) {
            return true;
        }
        let value = self.value(base);
        match &value {
            HostValue::Callable(callable) => match &**callable {
                Callable::Functions { overloads, .. } => {
                    overloads.iter().any(|function| function.returns_reference)
                }
                _ => false,
            },
            HostValue::Type(_) => false,
            HostValue::Instance(_) => true,
            _ => !is_read_only(callee),
        }
    }

    /// Whether a name cannot be assigned where it is seen.
    fn is_constant_name(&self, name: &str) -> bool {
        let mut around = self.scopes.around(self.scope());
        let found = around.find_map(|scope| match self.scopes.get(scope).map(|data| &data.kind) {
            Some(ScopeKind::Object(_)) => Some(None),
            _ => self.scopes.binding(scope, name).map(Some),
        });
        found.flatten().is_some_and(|binding| binding.is_constant && !has_mutable_field(&binding.value))
    }
}

/// Whether an object changes though it is `const`.
fn has_mutable_field(value: &HostValue) -> bool {
    matches!(value, HostValue::Instance(instance)
        if super::member::has_attribute(&instance.class.class.attributes, MUTABLE))
}

/// Whether a function that is only declared may write its argument at an index, as the type of its parameter says: one
/// that is given by value or as `const` stays.
fn may_write_argument(parameters: &[Parameter], at: usize) -> bool {
    let parameter = parameters.get(at).or(parameters.last().filter(|last| last.is_pack));
    parameter.is_some_and(|parameter| parameter.is_reference && !parameter.is_constant)
}

/// Whether an expression is `a.b.c`, which nothing is run for.
pub(super) fn is_path(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member { base, .. } => is_path(base),
        _ => false,
    }
}

/// The functions of the program that a value is.
pub(super) fn functions_of(value: &HostValue) -> Option<Vec<Arc<Function>>> {
    let HostValue::Callable(callable) = value else { return None };
    match &**callable {
        Callable::Functions { overloads, .. } => Some(overloads.clone()),
        _ => None,
    }
}

/// What the statements of a function write, and which functions they may call.
#[derive(Debug, Default)]
pub(super) struct Writes<'f> {
    /// What is assigned, or given to something that may assign it.
    pub(super) targets: Vec<&'f Expr>,
    /// Names that may be functions.
    mentioned: FxHashSet<&'f str>,
}

impl<'f> Writes<'f> {
    pub(super) fn statements(&mut self, body: &'f [HostStatement]) {
        super::widen::written_in_statements(body, &mut |target, _| self.targets.push(target));
        walk::statements(body, &mut |expr| self.expression(expr));
        self.references(body);
    }

    fn expression(&mut self, expr: &'f Expr) {
        match &expr.kind {
            ExprKind::Name(name) => drop(self.mentioned.insert(name)),
            ExprKind::Invoke { callee, arguments } if !is_read_only(callee) => {
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
    fn returned(&mut self, body: &'f [HostStatement]) {
        self.references(body);
        let mut left: Vec<&'f [HostStatement]> = vec![body];
        while let Some(body) = left.pop() {
            for statement in body {
                match &statement.kind {
                    StatementKind::Return(value) => self.targets.extend(value),
                    StatementKind::If { then, otherwise, .. } => left.extend([&then[..], &otherwise[..]]),
                    StatementKind::Loop { body, .. } | StatementKind::Block(body) => left.push(body),
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
                StatementKind::Declare(Declaration { is_reference: true, value: Some(value), .. }) => {
                    self.targets.push(value);
                }
                StatementKind::If { then, otherwise, .. } => {
                    self.references(then);
                    self.references(otherwise);
                }
                StatementKind::Loop { body, over, .. } => {
                    self.targets.extend(over);
                    self.references(body);
                }
                StatementKind::Block(body) => self.references(body),
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
