//! Classes of Python that are made of their fields: dataclasses, named tuples.

use std::{ops::Range, sync::Arc};

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed},
    effects::Effects,
    evaluation::VariableKind,
    function::Callable,
    object::{ClassValue, InstanceId},
    types::HostType,
    value::HostValue,
};
use layoutlens_syntax::{
    Expr, ExprKind, Name,
    program::{Class, Declaration, HostStatement, Item, StatementKind},
};

use crate::{
    code::{
        attribute::{has_attribute, is_decorated_with, is_decorated_without},
        python_name::SUPER,
    },
    state::{
        given::Given,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
    },
    value::{class_of::class_of, unknown},
};

/// How far a class is followed to what it inherits from.
const MAX_BASES: usize = 16;

/// Methods that say what the elements of an object are.
const OF_ELEMENTS: &[&str] = &["__len__", "__getitem__", "__iter__"];

/// What a generated `__init__` calls when it has assigned the fields.
pub(crate) const AFTER_GENERATED: &str = "__post_init__";

/// How an object of a class gets its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    /// By an `__init__` that the program spells out.
    Constructor,
    /// As a dataclass: from the arguments in the order of the fields.
    Dataclass,
    /// As a named tuple.
    NamedTuple,
}

/// A field of a dataclass or named tuple, and the class that declares it.
struct Field {
    owner: ClassValue,
    name: Name,
    statement: HostStatement,
    declaration: Declaration,
    /// Whether it is given by name alone.
    by_name: bool,
}

/// The fields of a class, those that it inherits first.
#[derive(Default)]
struct Fields {
    all: Vec<Field>,
    /// Whether a base is not known, which may add fields before these.
    is_open: bool,
}

impl Interpreter<'_> {
    /// How an object of a Python class is made; `None` where nothing says so.
    pub(crate) fn maker(&mut self, class: &ClassValue) -> Option<Maker> {
        self.maker_of(class, MAX_BASES)
    }

    fn maker_of(&mut self, class: &ClassValue, bases: usize) -> Option<Maker> {
        let bases = bases.checked_sub(1)?;
        let defines = |member: &Item| matches!(member, Item::Function(own) if own.name.text == "__init__");
        if class.class.members.iter().any(defines) {
            return Some(Maker::Constructor);
        }
        if has_attribute(&class.class.attributes, "dataclass") {
            return Some(Maker::Dataclass);
        }
        for base in self.bases_of(class).iter() {
            if is_path(base, "NamedTuple") {
                return Some(Maker::NamedTuple);
            }
            if let Some(maker) = class_of(base).cloned().and_then(|base| self.maker_of(&base, bases)) {
                return Some(maker);
            }
        }
        None
    }

    /// How an object of a Python class is made, and the class among those that it inherits from that says so: its
    /// `__init__`, written out or generated, is the first one.
    pub(crate) fn made_as(&mut self, class: &ClassValue) -> Option<(Maker, ClassValue)> {
        self.made_as_of(class, MAX_BASES)
    }

    fn made_as_of(&mut self, class: &ClassValue, bases: usize) -> Option<(Maker, ClassValue)> {
        let bases = bases.checked_sub(1)?;
        let defines = |member: &Item| matches!(member, Item::Function(own) if own.name.text == "__init__");
        if class.class.members.iter().any(defines) {
            return Some((Maker::Constructor, class.clone()));
        }
        let attributes = &class.class.attributes;
        if has_attribute(attributes, "dataclass") && !is_decorated_without(attributes, "init") {
            return Some((Maker::Dataclass, class.clone()));
        }
        for base in self.bases_of(class).iter() {
            if is_path(base, "NamedTuple") {
                return Some((Maker::NamedTuple, class.clone()));
            }
            if let Some(made) = class_of(base).cloned().and_then(|base| self.made_as_of(&base, bases)) {
                return Some(made);
            }
        }
        None
    }

    /// The dataclass whose generated `__init__` is called, and the object on which, where `None` the first argument:
    /// `super().__init__(x)`, `Base.__init__(self, x)`. `receiver`: that of which the callee is a member.
    pub(crate) fn generated_constructor(
        &mut self,
        callee: &Expr,
        receiver: Option<&HostValue>,
    ) -> Option<(ClassValue, Option<HostValue>)> {
        let ExprKind::Member { name, .. } = &callee.kind else { return None };
        if name.text != "__init__" {
            return None;
        }
        let (made, object) = match receiver? {
            HostValue::Object(object) if object.kind == SUPER => {
                let of = object.fields.get("object")?.clone();
                if self.has_several_bases(&of) {
                    return None;
                }
                let bases = self.bases_of(object.class.as_ref()?);
                let made = bases
                    .iter()
                    .find_map(|base| class_of(base).cloned().and_then(|base| self.made_as(&base)));
                (made?, Some(of))
            }
            HostValue::Instance(instance) => {
                let class = instance.class.clone();
                (self.made_as(&class)?, Some(HostValue::Instance(Arc::clone(instance))))
            }
            HostValue::Callable(callable) => match &**callable {
                Callable::Class(class) => (self.made_as(&class.clone())?, None),
                _ => return None,
            },
            _ => return None,
        };
        match made {
            (Maker::Dataclass, class) => Some((class, object)),
            _ => None,
        }
    }

    /// Calls the generated `__init__` of a dataclass on an object: it assigns all of its fields.
    pub(crate) fn call_generated(
        &mut self,
        class: &ClassValue,
        object: Option<HostValue>,
        mut given: Vec<Given>,
        range: Range<usize>,
    ) -> Computed {
        let object = match object {
            Some(object) => object,
            None if given.first().is_some_and(|first| first.argument.keyword.is_none()) => {
                given.remove(0).argument.value
            }
            None => return unknown::unknown("a constructor is called on no object"),
        };
        let HostValue::Instance(instance) = &object else {
            self.escape(&object);
            self.forget_all_attributes();
            return unknown::unknown("which object a constructor is called on is not known");
        };
        if self.changes_lists() {
            given.iter().for_each(|given| self.forget_list(&given.argument.value));
        }
        self.fill_record(class, &object, instance.id, &given);
        if let Some(HostValue::Callable(callable)) =
            self.class_member(&instance.class.clone(), AFTER_GENERATED)
            && let Callable::Functions { overloads, template, scope, .. } = &*callable
        {
            self.call_functions(overloads, template, scope.id, Some(&object), Vec::new(), range);
        }
        Computed::plain(HostValue::Nothing)
    }

    /// A generated `__init__` is called with what is not known, on this object or on one that is not known.
    pub(crate) fn forget_made_again(&mut self, object: Option<HostValue>) {
        match object {
            Some(HostValue::Instance(instance)) => self.forget_fields(&instance, true),
            _ => self.forget_all_attributes(),
        }
    }

    /// Whether a class over a named tuple has something else under the name of one of its fields.
    pub(crate) fn covers_field(&mut self, object: &HostValue, name: &str) -> bool {
        let HostValue::Instance(instance) = object else { return false };
        let class = instance.class.clone();
        if !self.is_python() || class.class.bases.is_empty() || self.maker(&class) != Some(Maker::NamedTuple)
        {
            return false;
        }
        let Some((_, declared_by)) = self.made_as(&class) else { return false };
        let covers = |this: &mut Self, one: &ClassValue| {
            (*one != declared_by && this.has_member(one, name)).then_some(())
        };
        class != declared_by && self.find_in_bases(&class, covers).is_some()
    }

    fn fields_of(&mut self, class: &ClassValue, bases: usize, fields: &mut Fields) {
        let Some(bases) = bases.checked_sub(1) else {
            fields.is_open = true;
            return;
        };
        // What the last base declares comes first, and each class may give a field another default.
        for base in self.bases_of(class).iter().rev() {
            match class_of(base).cloned() {
                Some(base) => self.fields_of(&base, bases, fields),
                None => fields.is_open |= !is_without_fields(self.outside.libraries.effects, base),
            }
        }
        let is_record = has_attribute(&class.class.attributes, "dataclass")
            || self.bases_of(class).iter().any(|base| is_path(base, "NamedTuple"));
        if !is_record {
            return;
        }
        // What is declared as one of the class alone is no field of its objects any longer.
        fields.all.retain(|field| !is_class_variable(&class.class, &field.name.text));
        let mut are_by_name = is_decorated_with(&class.class.attributes, "kw_only");
        for (statement, declaration) in own_fields(&class.class) {
            if declaration.declared_type.as_ref().is_some_and(is_keyword_only) {
                are_by_name = true;
                continue;
            }
            for name in &declaration.names {
                let says = |truth: bool| has_keyword(declaration, "kw_only", &ExprKind::Bool(truth));
                let field = Field {
                    owner: class.clone(),
                    name: name.clone(),
                    statement: statement.clone(),
                    declaration: declaration.clone(),
                    by_name: says(true) || are_by_name && !says(false),
                };
                match fields.all.iter_mut().find(|known| known.name.text == name.text) {
                    Some(known) => *known = field,
                    None => fields.all.push(field),
                }
            }
        }
    }

    /// The fields of a dataclass, with their annotations, whose defaults are so.
    pub(crate) fn fields_by_default(
        &mut self,
        class: &ClassValue,
        is_such: impl Fn(&Expr) -> bool,
    ) -> Vec<(Name, Expr)> {
        let mut fields = Fields::default();
        self.fields_of(class, MAX_BASES, &mut fields);
        let of_such =
            fields.all.into_iter().filter(|field| field.declaration.value.as_ref().is_some_and(&is_such));
        of_such.filter_map(|field| Some((field.name, field.declaration.declared_type?))).collect()
    }

    /// Gives an object of a dataclass or named tuple its fields: from arguments in order or by name, else their
    /// defaults.
    pub(crate) fn fill_record(
        &mut self,
        class: &ClassValue,
        object: &HostValue,
        instance: InstanceId,
        given: &[Given],
    ) {
        let mut fields = Fields::default();
        self.fields_of(class, MAX_BASES, &mut fields);
        let mut positional = given.iter().filter(|given| given.argument.keyword.is_none());
        for field in fields.all {
            let is_given = |given: &&Given| given.argument.keyword.as_ref() == Some(&field.name.text);
            let is_parameter = !has_keyword(&field.declaration, "init", &ExprKind::Bool(false));
            let in_order = if is_parameter && !field.by_name { positional.next() } else { None };
            let scope = self.class_scope(&field.owner);
            let file = self.scopes.file_of(scope);
            let inner = self.scopes.open(Some(scope), ScopeKind::Object(object.clone()), file);
            let by_name = given.iter().find(is_given);
            let computed = match by_name.or(in_order) {
                Some(_) if by_name.is_none() && fields.is_open => {
                    unknown::unknown("which fields a base of the class adds is not known")
                }
                Some(given) => Computed::plain(given.argument.value.clone()),
                None => self.in_class(inner, &field.owner, |this| match &field.declaration.declared_type {
                    Some(declared) if field.declaration.value.is_none() => {
                        this.field_of_its_own(declared, &field.name)
                    }
                    // A factory is called for each object, all else is evaluated where the class is.
                    _ if !is_given_by(&field.declaration, "default_factory")
                        && this.is_from_before(&field.owner, &field.declaration) =>
                    {
                        unknown::unknown("what the class began with may be another thing by now")
                    }
                    _ => this.declared(&field.declaration),
                }),
            };
            let until = field.owner.class.range.end;
            self.in_class(inner, &field.owner, |this| {
                let statement = field.statement.range.clone();
                this.record(&field.name, statement, VariableKind::Field, &computed, until);
            });
            // What no argument gives, and no factory makes, is the class's own.
            let is_of_class = !is_parameter
                && is_given_by(&field.declaration, "default")
                && !is_decorated_with(&field.owner.class.attributes, "slots");
            if is_of_class {
                continue;
            }
            let place = Place::Field(instance, field.name.text.into());
            self.put(&place, Some(Binding::variable(computed.value, 0)));
        }
    }

    /// What the library makes of a class that its decorator turned into one of its own: a struct in shared memory, at a
    /// pointer.
    pub(crate) fn made_by_library(&self, class: &ClassValue, given: &[Given]) -> Option<Computed> {
        if given.is_empty() || !has_attribute(&class.class.attributes, "struct") {
            return None;
        }
        let arguments: Vec<CallArgument> = given.iter().map(|given| given.argument.clone()).collect();
        let call = Call {
            name: &class.class.name.text,
            receiver: None,
            template: &[],
            arguments: &arguments,
            range: 0..0,
        };
        self.library.construct(&HostType::Class(class.clone()), &call).ok()
    }

    /// A named tuple as the tuple that it is; everything else as it is, also one whose class says itself what its elements are.
    pub(crate) fn opened(&mut self, value: HostValue) -> HostValue {
        let HostValue::Instance(instance) = &value else { return value };
        if !self.is_python() || self.maker(&instance.class) != Some(Maker::NamedTuple) {
            return value;
        }
        let class = instance.class.clone();
        let defines = |this: &mut Self, one: &ClassValue| {
            OF_ELEMENTS.iter().any(|method| this.has_member(one, method)).then_some(())
        };
        if self.find_in_bases(&class, defines).is_some() {
            return value;
        }
        let mut fields = Fields::default();
        self.fields_of(&instance.class, MAX_BASES, &mut fields);
        let held = self.instances.of(instance.id);
        let parts: Option<Vec<HostValue>> =
            fields.all.iter().map(|field| held.get(&field.name.text).cloned()).collect();
        parts.filter(|_| !fields.is_open).map_or(value, HostValue::tuple)
    }

    /// `dataclasses.replace(x, a=b)`, `x._replace(a=b)`: an object like `x` but for these fields.
    pub(crate) fn replaced(&mut self, value: &HostValue, changes: &[CallArgument]) -> Option<HostValue> {
        let HostValue::Instance(instance) = value else { return None };
        let mut fields = Fields::default();
        self.fields_of(&instance.class, MAX_BASES, &mut fields);
        if fields.is_open || fields.all.is_empty() {
            return None;
        }
        let held = self.instances.of(instance.id).clone();
        let mut given = Vec::new();
        for field in &fields.all {
            if has_keyword(&field.declaration, "init", &ExprKind::Bool(false)) {
                continue;
            }
            let name = &field.name.text;
            let change = changes.iter().find(|change| change.keyword.as_ref() == Some(name));
            let value = change.map(|change| change.value.clone()).or_else(|| held.get(name).cloned())?;
            let argument = CallArgument { keyword: Some(name.clone()), value, range: 0..0 };
            given.push(Given::of(argument));
        }
        let class = instance.class.clone();
        Some(self.instance(&class, given, 0..0).value)
    }
}

/// The fields that a class itself declares: its names with a type, but for those of the class alone.
fn own_fields(class: &Class) -> impl Iterator<Item = (&HostStatement, &Declaration)> {
    class.members.iter().filter_map(|member| match member {
        Item::Statement(statement) => match &statement.kind {
            StatementKind::Declare(declaration) => {
                let declared = declaration.declared_type.as_ref()?;
                (!is_of_class(declared)).then_some((statement, declaration))
            }
            _ => None,
        },
        _ => None,
    })
}

/// Whether a class declares a name as one of the class alone: `x: ClassVar[int] = 8`.
fn is_class_variable(class: &Class, name: &str) -> bool {
    class.members.iter().any(|member| {
        matches!(member, Item::Statement(statement) if matches!(&statement.kind,
            StatementKind::Declare(declaration)
                if declaration.names.iter().any(|own| own.text == name)
                    && declaration.declared_type.as_ref().is_some_and(is_of_class)))
    })
}

/// Whether a name of a dataclass is a field that leaves nothing in the class: `x: list = field(default_factory=list)`.
pub(crate) fn leaves_nothing(class: &Class, declaration: &Declaration) -> bool {
    let is_field = matches!(&declaration.value, Some(Expr { kind: ExprKind::Invoke { callee, .. }, .. })
    if match &callee.kind {
        ExprKind::Name(name) => name == "field",
        ExprKind::Member { name, .. } => name.text == "field",
        _ => false,
    });
    is_field
        && has_attribute(&class.attributes, "dataclass")
        && declaration.declared_type.as_ref().is_some_and(|declared| !is_of_class(declared))
        && !is_given_by(declaration, "default")
}

/// `_: KW_ONLY`, behind which fields are given by name alone.
fn is_keyword_only(declared: &Expr) -> bool {
    match &declared.kind {
        ExprKind::Name(name) => name == "KW_ONLY",
        ExprKind::Member { name, .. } => name.text == "KW_ONLY",
        _ => false,
    }
}

fn is_of_class(declared: &Expr) -> bool {
    match &declared.kind {
        ExprKind::Name(name) => name == "ClassVar",
        ExprKind::Member { name, .. } => name.text == "ClassVar",
        ExprKind::Index { base, .. } => is_of_class(base),
        _ => false,
    }
}

/// Whether the value of a declaration is a call with this keyword: `field(init=False)`.
fn has_keyword(declaration: &Declaration, keyword: &str, value: &ExprKind) -> bool {
    let Some(Expr { kind: ExprKind::Invoke { arguments, .. }, .. }) = &declaration.value else {
        return false;
    };
    arguments.iter().any(|argument| {
        argument.keyword.as_ref().is_some_and(|own| own.text == keyword) && argument.value.kind == *value
    })
}

/// Whether the value of a declaration is a call with this keyword, whatever it gives: `field(default_factory=list)`.
fn is_given_by(declaration: &Declaration, keyword: &str) -> bool {
    let Some(Expr { kind: ExprKind::Invoke { arguments, .. }, .. }) = &declaration.value else {
        return false;
    };
    arguments.iter().any(|argument| argument.keyword.as_ref().is_some_and(|own| own.text == keyword))
}

/// Whether a value is a name of a module that is not read: `typing.NamedTuple`.
pub(crate) fn is_path(value: &HostValue, name: &str) -> bool {
    matches!(value, HostValue::Module(path) if path.rsplit('.').next() == Some(name))
}

/// Bases of Python's own, and of the libraries, that have no fields.
fn is_without_fields(effects: &Effects, base: &HostValue) -> bool {
    let of_language = ["NamedTuple", "ABC", "object", "Protocol", "Generic"];
    of_language.iter().chain(effects.protocols).any(|name| is_path(base, name))
}
