//! Declarations: what a name stands for from here on.

use std::{borrow::Cow, sync::Arc};

use layoutlens_host_value::{
    call::Computed, evaluation::VariableKind, scope::ScopeId, tensor::begins_anywhere, types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Declaration, DeclarationKind, HostStatement},
};

use crate::{
    code::{path::is_path, walk},
    python::hidden_write,
    run::{convert::pointer_to, copying},
    state::{
        began::Began,
        file::FileId,
        frame::Frame,
        interpreter::Interpreter,
        number_type::NumberType,
        scope::{Binding, Place},
    },
    value::{
        sequence,
        static_number::{is_static, static_number},
        unknown::unknown,
    },
};

impl Interpreter<'_> {
    /// Runs a declaration in the scope at hand.
    pub(crate) fn declare(&mut self, statement: &HostStatement, declaration: &Declaration) {
        let declaration = &*self.as_its_type_says(declaration);
        let made_from = self.instances.next();
        let computed = match self.is_kept_from_first_call(declaration) {
            true => unknown("a static variable keeps what the first call gave it"),
            false => self.declared(declaration),
        };
        // What it refers to is memory, which is written through pointers and other references.
        let is_element = |of: &Expr| match &of.kind {
            ExprKind::Index { .. } => true,
            ExprKind::Invoke { callee, .. } => {
                matches!(&callee.kind, ExprKind::Name(name) if name == "operator*")
            }
            _ => false,
        };
        let is_made_here =
            matches!(&computed.value, HostValue::Instance(instance) if instance.id >= made_from);
        let is_unknown = computed.value.unknown_reason().is_some();
        let may_be_number = match &declaration.declared_type {
            Some(Expr { kind: ExprKind::Name(name), .. }) => NumberType::is_integer(name),
            Some(_) => false,
            None => is_unknown || computed.value.as_integer().is_some(),
        };
        let is_memory = declaration.is_reference
            && declaration.kind == DeclarationKind::Variable
            && may_be_number
            && (is_unknown && declaration.declared_type.is_some()
                || declaration.value.as_ref().is_some_and(is_element));
        let until = self.frames.top().visible_until;
        let kind = match declaration.kind {
            DeclarationKind::Alias => VariableKind::Alias,
            _ => VariableKind::Variable,
        };
        let scope = self.scope();
        if !declaration.takes_apart {
            let Some(name) = declaration.names.first() else { return };
            let computed = self.named_if_integer(declaration.declared_type.as_ref(), name, computed);
            let computed = match &declaration.declared_type {
                None => self.named_if_call_gives_integer(declaration, name, computed),
                _ => computed,
            };
            let refers_to =
                self.alias_of(declaration).filter(|place| !self.hides_object(place, &computed.value));
            let is_constant = declaration.kind != DeclarationKind::Variable;
            let computed = match copying::owns_its_object(declaration) {
                true => {
                    let computed = self.copied(computed);
                    self.sliced(declaration.declared_type.as_ref(), computed)
                }
                false => computed,
            };
            let value = computed.value.clone();
            if is_made_here && !self.is_python() {
                self.spell_parts(&value, &name.text);
            }
            self.tell_variable(declaration, &value);
            let of_type = self.number_type_declared(declaration, value.as_integer().is_some());
            let value = self.held_as(of_type.filter(|_| declaration.declared_type.is_some()), value);
            let is_copy = refers_to.as_ref().is_some_and(|place| self.is_of_other_type(place, of_type));
            let refers_to = refers_to.filter(|_| !is_copy);
            let binding =
                Binding { refers_to, of_type, is_constant, ..Binding::variable(value, name.range.start) };
            let is_part = binding.refers_to.is_none() && !is_copy;
            let scope = if self.is_python() { self.binding_scope(&name.text) } else { scope };
            self.bind(scope, &name.text, binding);
            if is_part {
                self.share_declared(declaration, scope, is_memory);
            }
            self.record(name, statement.range.clone(), kind, &computed, until);
            return;
        }
        let computed = match declaration.is_reference {
            true => computed,
            false => self.copied(computed),
        };
        let mut whole = self.opened(computed.value);
        if matches!(whole, HostValue::Instance(_) | HostValue::Tuple(_)) && self.has_reference(&whole) {
            self.let_out(&whole);
            whole = HostValue::unknown("which of the names refers to something else is not known");
        }
        self.tell_taken_apart(declaration, &whole);
        // An array has no parts that are known.
        let is_plain = !matches!(whole, HostValue::Instance(_) | HostValue::Tuple(_) | HostValue::Object(_));
        let mut is_memory = is_memory;
        for (name, value) in parts(declaration, &whole) {
            is_memory |= declaration.is_reference && is_plain && value.unknown_reason().is_some();
            let scope = if self.is_python() { self.binding_scope(&name.text) } else { scope };
            self.bind(scope, &name.text, Binding::variable(value.clone(), name.range.start));
            self.record(name, statement.range.clone(), kind, &Computed::plain(value), until);
        }
        self.share_declared(declaration, scope, is_memory);
    }

    /// `decltype(r) x = y;` is a reference where `r` is one.
    fn as_its_type_says<'d>(&mut self, declaration: &'d Declaration) -> Cow<'d, Declaration> {
        match &declaration.declared_type {
            Some(Expr { kind: ExprKind::TypeOf(of), .. })
                if !declaration.is_reference
                    && !declaration.is_pointer
                    && declaration.kind != DeclarationKind::Alias
                    && self.is_declared_reference(of) =>
            {
                Cow::Owned(Declaration { is_reference: true, ..declaration.clone() })
            }
            _ => Cow::Borrowed(declaration),
        }
    }

    /// Whether what a name or a member stands for is declared as a reference to something else.
    fn is_declared_reference(&mut self, path: &Expr) -> bool {
        if self.is_python() || !is_path(path) {
            return false;
        }
        match &path.kind {
            ExprKind::Member { base, name } => match self.value(base) {
                HostValue::Instance(object) => self.declares_field_reference(&object.class, &name.text),
                _ => false,
            },
            ExprKind::Name(name) => {
                let scope = self.scope();
                let scopes: Vec<ScopeId> = self.scopes.around(scope).collect();
                let bound = scopes.into_iter().find_map(|scope| self.scopes.binding(scope, name));
                match bound {
                    Some(binding) => binding.refers_to.is_some(),
                    None => match self.receiver() {
                        Some(HostValue::Instance(object)) => {
                            self.declares_field_reference(&object.class, name)
                        }
                        _ => false,
                    },
                }
            }
            _ => false,
        }
    }

    /// Whether a variable of a C++ function is `static` and begins with what may be another thing at the next call.
    fn is_kept_from_first_call(&mut self, declaration: &Declaration) -> bool {
        if self.is_python() || !declaration.is_internal || self.frames.top().function.is_none() {
            return false;
        }
        let mut names: Vec<&str> = Vec::new();
        declaration.value.iter().for_each(|value| {
            walk::expression(value, &mut |expr: &Expr| {
                if let ExprKind::Name(name) = &expr.kind {
                    names.push(name);
                }
            });
        });
        let scope = self.scope();
        names.into_iter().any(|name| {
            let binding = self.local_binding(scope, name);
            binding.is_some_and(|binding| !binding.is_constant && !is_static(&binding.value))
        })
    }

    /// The integer type of a variable: the one that is written, else that of its value.
    fn number_type_declared(&mut self, declaration: &Declaration, is_integer: bool) -> Option<NumberType> {
        let is_number = declaration.kind != DeclarationKind::Alias && !declaration.is_pointer;
        if self.is_python() || !is_number || !declaration.template.is_empty() {
            return None;
        }
        match (&declaration.declared_type, &declaration.value) {
            (Some(Expr { kind: ExprKind::Name(name), .. }), _) if !is_integer => NumberType::named(name),
            (Some(declared), _) if is_integer => self.declared_number_type(declared),
            // An enumerator is of the type that its list says or needs.
            (None, Some(_)) if declaration.is_internal && declaration.kind == DeclarationKind::Constant => {
                None
            }
            (None, Some(value)) if is_integer => self.number_type_of(value),
            _ => None,
        }
    }

    /// Remembers what the references that a declaration declares may be parts of.
    fn share_declared(&mut self, declaration: &Declaration, scope: ScopeId, is_memory: bool) {
        let Some(value) = declaration.value.as_ref().filter(|_| declaration.is_reference) else { return };
        let mut reached = self.reached_by(value);
        if matches!(value.kind, ExprKind::Invoke { .. }) {
            reached.extend(self.written_through(value));
        }
        for name in &declaration.names {
            let place = Place::Variable(scope, name.text.as_str().into());
            self.share(&place, &reached);
            if is_memory && !self.is_python() {
                self.expose(&place);
            }
        }
    }

    /// The value of a declaration, as its type has it.
    pub(crate) fn declared(&mut self, declaration: &Declaration) -> Computed {
        if !declaration.template.is_empty() {
            let scope = self.scope();
            return Computed::plain(self.template_of(&[declaration], scope));
        }
        self.value_declared(declaration)
    }

    /// The value of a declaration whose template's parameters, if it has any, are bound.
    pub(crate) fn value_declared(&mut self, declaration: &Declaration) -> Computed {
        if self.is_python() {
            return match &declaration.value {
                value if hidden_write::is_iterator(value.as_ref()) && !declaration.takes_apart => {
                    let reason = "it is done when what is made here is gone over";
                    self.forget_changes_of(reason, |this| {
                        value.iter().for_each(|value| drop(this.evaluate(value)));
                    });
                    unknown("it is gone over once")
                }
                Some(value) => match self.evaluate(value) {
                    computed
                        if !declaration.takes_apart
                            && computed.value.elements().is_some()
                            && self.makes_iterator(value) =>
                    {
                        unknown("it is gone over once")
                    }
                    computed => computed,
                },
                None => unknown("nothing is assigned here"),
            };
        }
        let mut computed = match (&declaration.value, &declaration.declared_type) {
            (Some(value), None) => self.kept(value),
            (Some(value), Some(declared)) => {
                let computed = self.kept(value);
                if !declaration.is_pointer && !declaration.is_reference {
                    self.forget_after_initial(declared, value, &computed.value);
                    self.expose_to_wrapper(declared, value);
                }
                // An array is where it is; what nothing tells of a pointer, it is another one for each thread.
                let is_anywhere =
                    computed.value.unknown_reason().is_some() && !matches!(value.kind, ExprKind::Opaque(_));
                let is_null = declaration.is_pointer && computed.value == HostValue::Nothing;
                let computed = self.converted(declared, declaration.is_pointer, computed);
                // What is made of it needs its type, `make_tensor(p, layout)`; where it points says nothing then.
                let computed = match (is_null && !self.is_python()).then(|| self.value(declared)) {
                    Some(HostValue::Type(of)) if matches!(&*of, HostType::Named(_)) => {
                        Computed { value: pointer_to(&of), ..computed }
                    }
                    _ => computed,
                };
                match is_anywhere {
                    true => Computed { value: begins_anywhere(computed.value), ..computed },
                    false => computed,
                }
            }
            (None, Some(declared)) => self.default_of(declared, declaration),
            (None, None) => unknown("nothing is assigned here"),
        };
        let is_of_template = !declaration.template.is_empty() || !declaration.specialization.is_empty();
        if is_of_template && declaration.kind == DeclarationKind::Variable && !is_static(&computed.value) {
            return unknown("a template of variables that may be assigned");
        }
        if declaration.kind == DeclarationKind::Variable {
            computed.value = (self.outside.libraries.types.with_open_elements)(computed.value);
        }
        match declaration.kind {
            // `using N = Int<4>` and the like are types; a number is no type.
            DeclarationKind::Alias => Computed { value: static_number(computed.value), ..computed },
            _ => computed,
        }
    }

    /// `T x;`.
    fn default_of(&mut self, declared: &Expr, declaration: &Declaration) -> Computed {
        let reason = "nothing is assigned here";
        let Some(name) = declaration.names.first() else { return unknown(reason) };
        let computed = self.value_of_type(declared, declaration.is_pointer, name, reason);
        if computed.value.unknown_reason().is_none() {
            return computed;
        }
        match self.value(declared) {
            HostValue::Type(of) => self.construct_type(&of, Vec::new(), declared.range.clone()),
            other => unknown(other.unknown_reason().unwrap_or(reason)),
        }
    }

    /// The place that a C++ reference is another name of.
    fn alias_of(&mut self, declaration: &Declaration) -> Option<Place> {
        match &declaration.value {
            Some(value) if declaration.is_reference && !self.is_python() => self.place_of(value),
            _ => None,
        }
    }

    /// The scope of what is declared outside of functions in a namespace of a file.
    pub(crate) fn namespace_scope(&self, file: FileId, path: &[String]) -> ScopeId {
        // A namespace without variables and aliases has no scope of its own.
        self.namespace_scopes.get(&(file, path)).copied().unwrap_or_else(|| self.files.scope(file))
    }

    /// A variable or alias outside of functions, evaluated when it is first asked for.
    pub(crate) fn global(
        &mut self,
        scope: ScopeId,
        name: &str,
        statement: &HostStatement,
        declaration: &Declaration,
    ) -> HostValue {
        if declaration.kind == DeclarationKind::Variable {
            self.changing_globals_read += 1;
        }
        if let Some(value) = self.bound(scope, name) {
            return value;
        }
        // What a file defines is found from the file's scope, that of a namespace, too.
        let of_file = self.files.scope(self.scopes.file_of(scope));
        let hides = (self.definitions.count(name) == 1).then_some(of_file);
        let names_itself = match self.begin_definition((scope, hides), name, declaration) {
            Ok(names_itself) => names_itself,
            Err(by_itself) => return by_itself,
        };
        let frame = self.top_frame(scope, declaration.path.clone(), usize::MAX);
        self.frames.push(frame);
        self.declare(statement, declaration);
        self.frames.pop();
        self.end_definition(names_itself);
        self.bound(scope, name).unwrap_or_else(|| HostValue::unknown(format!("`{name}` is not known here")))
    }

    /// What is evaluated when it is first asked for does not see itself: it stands for nothing meanwhile. An alias of a name
    /// that it names, `using MMA_Atom = MMA_Atom<..>`, leaves that name to what is around it, and is not seen in the second
    /// scope: whether this is one.
    pub(crate) fn begin_definition(
        &mut self,
        (scope, hides): (ScopeId, Option<ScopeId>),
        name: &str,
        declaration: &Declaration,
    ) -> Result<bool, HostValue> {
        let by_itself = || HostValue::unknown(format!("`{name}` is defined by itself"));
        if let Some(hides) = hides {
            if self.own_aliases.iter().any(|(of, own)| *of == hides && own == name) {
                return Err(by_itself());
            }
            if self.names_itself(name, declaration) {
                self.own_aliases.push((hides, name.to_owned()));
                return Ok(true);
            }
        }
        for own in &declaration.names {
            self.bind(scope, &own.text, Binding::variable(by_itself(), own.range.start));
        }
        Ok(false)
    }

    pub(crate) fn end_definition(&mut self, names_itself: bool) {
        if names_itself {
            self.own_aliases.pop();
        }
    }

    fn names_itself(&self, name: &str, declaration: &Declaration) -> bool {
        let Some(value) = declaration.value.as_ref().filter(|_| !self.is_python()) else { return false };
        let mut names_itself = false;
        if declaration.kind == DeclarationKind::Alias && declaration.template.is_empty() {
            walk::expression(value, &mut |expr: &Expr| {
                names_itself |= matches!(&expr.kind, ExprKind::Name(own) if own == name);
            });
        }
        names_itself
    }

    /// A frame for code outside of functions.
    pub(crate) fn top_frame(&self, scope: ScopeId, path: Arc<[String]>, until: usize) -> Frame {
        let around = self.frames.top();
        Frame {
            path,
            context: around.context,
            visible_until: until,
            undecided: around.undecided,
            repeated: around.repeated,
            compiled_at_run_time: around.compiled_at_run_time,
            is_split: around.is_split,
            uncompiled: around.uncompiled,
            ..Frame::outside(self.scopes.file_of(scope), scope, self.now())
        }
    }

    /// Where a call begins that begins now.
    pub(crate) fn now(&self) -> Began {
        Began { scopes: self.scopes.next(), instances: self.instances.next(), changes: self.journal.len() }
    }
}

/// The names that take a value apart, each with its part.
fn parts<'n>(declaration: &'n Declaration, value: &HostValue) -> Vec<(&'n Name, HostValue)> {
    let axes = match value {
        HostValue::Object(object) if object.kind == "uint3" || object.kind == "dim3" => {
            ["x", "y", "z"].iter().map(|axis| object.fields.get(*axis).cloned()).collect()
        }
        _ => None,
    };
    let elements =
        sequence::iterated(value).or(axes).filter(|elements| elements.len() == declaration.names.len());
    let reason = value.unknown_reason().unwrap_or("the parts of this are not known");
    let part = |index: usize| match &elements {
        Some(elements) => elements.get(index).cloned(),
        None => None,
    };
    let names = declaration.names.iter().enumerate();
    names.map(|(index, name)| (name, part(index).unwrap_or_else(|| HostValue::unknown(reason)))).collect()
}
