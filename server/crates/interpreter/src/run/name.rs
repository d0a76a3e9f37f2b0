//! What a name stands for at the place at hand.

use std::sync::Arc;

use layoutlens_host_value::{
    function::Callable, object::ClassValue, scope::ScopeId, types::HostType, value::HostValue,
};
use layoutlens_syntax::program::{Class, Function};

use crate::{
    code::{
        declared_name::{is_template, may_declare},
        enumerator::is_enumerator,
    },
    python::builtin,
    state::{
        address::Address,
        definitions::{Definition, DefinitionKind},
        file::FileId,
        interpreter::Interpreter,
        scope::{Binding, Place, ScopeKind},
        sight::Sight,
        used_names::Seen,
    },
    suppose::cpp::reason,
};

/// How far a reference to a reference is followed.
const MAX_REFERENCES: usize = 16;

impl<'a> Interpreter<'a> {
    /// The value of a name: of the program, else of the library.
    pub(crate) fn name(&mut self, text: &str) -> HostValue {
        // One character is found sooner than two.
        if text.contains(':') {
            return self.qualified_name(text);
        }
        if let Some(value) = self.look_up(self.scope_that_sees(text), text) {
            return self.implicit_variable(text, &value).unwrap_or(value);
        }
        if text == "this" {
            return self.this().unwrap_or_else(|| HostValue::unknown("no object is at hand"));
        }
        if self.is_python() {
            return builtin::builtin(text).unwrap_or_else(|| nothing_defines(text));
        }
        self.library_name(text).unwrap_or_else(|| nothing_defines(text))
    }

    /// `a::b::c`: a member of what `a` is, a definition in a namespace, or a name of the library.
    fn qualified_name(&mut self, text: &str) -> HostValue {
        if let Some(text) = text.strip_prefix("::") {
            return self.global_name(text);
        }
        let named = self.without_alias(text);
        let text = named.as_deref().unwrap_or(text);
        let parts: Vec<&str> = text.split("::").collect();
        let [first, middle @ .., last] = parts.as_slice() else { return nothing_defines(text) };
        if middle.is_empty() && self.outside.libraries.is_namespace(first) {
            return self.library_name(last).unwrap_or_else(|| nothing_defines(text));
        }
        if let Some(mut value) = self.look_up(self.scope(), first)
            && !matches!(value, HostValue::Callable(_))
        {
            self.ask_members_of(first);
            for part in parts.iter().skip(1) {
                value = self.member(&value, part);
            }
            return value;
        }
        let path = parts.get(..parts.len() - 1).unwrap_or_default();
        let found = self.definitions.qualified(path, last);
        if !found.is_empty() {
            if self.definitions.is_used_beside(last, &found) {
                return HostValue::unknown("`using` may give the namespace another function of this name");
            }
            return self.defined(last, &found);
        }
        // `flash::Kernel::Element`: a member of a class in a namespace.
        if let Some((class, outer)) = path.split_last()
            && let found = self.definitions.qualified(outer, class)
            && !found.is_empty()
        {
            let class = self.defined(class, &found);
            return self.member(&class, last);
        }
        self.library_name(text).unwrap_or_else(|| nothing_defines(text))
    }

    /// A qualified name by the namespace itself, where it begins with another name of that. A type or variable of that
    /// name that is seen here hides it.
    pub(crate) fn without_alias(&mut self, text: &str) -> Option<String> {
        let named = self.definitions.without_alias(text)?;
        let (first, _) = text.split_once("::")?;
        self.look_up(self.scope(), first).is_none().then_some(named)
    }

    /// `::a::b`: what the files define outside of all namespaces, or in the namespace `a`.
    fn global_name(&mut self, text: &str) -> HostValue {
        let mut parts = text.split("::");
        let first = parts.next().unwrap_or_default();
        let found = self.definitions.visible(first, &[], None);
        if found.is_empty() {
            return if text.contains("::") {
                self.qualified_name(text)
            } else {
                self.library_or_nothing(text)
            };
        }
        let value = self.defined(first, &found);
        parts.fold(value, |value, part| self.member(&value, part))
    }

    /// Whether the library has something of this name.
    pub(crate) fn is_name_of_library(&mut self, name: &str) -> bool {
        !self.is_python() && self.library_name(name).is_some()
    }

    fn library_or_nothing(&mut self, text: &str) -> HostValue {
        self.library_name(text).unwrap_or_else(|| nothing_defines(text))
    }

    /// A name of the library: a function, a constant or a type.
    fn library_name(&mut self, text: &str) -> Option<HostValue> {
        if let Some(known) = self.library_names.get(text) {
            return known.clone();
        }
        let found = self.library_function(text).or_else(|| {
            let mut names = self.outside.libraries.asked_for(text);
            names.find_map(|name| self.library.named(name))
        });
        self.library_names.insert(text.to_owned(), found.clone());
        found
    }

    /// A function of the library.
    pub(crate) fn library_function(&mut self, text: &str) -> Option<HostValue> {
        if let Some(known) = self.library_functions.get(text) {
            return known.clone();
        }
        let found = self.find_library_function(text);
        self.library_functions.insert(text.to_owned(), found.clone());
        found
    }

    fn find_library_function(&self, text: &str) -> Option<HostValue> {
        let find = |name: &str| {
            let function = self.library.function(name)?;
            Some(HostValue::Callable(Arc::new(Callable::Library {
                name: name.to_owned(),
                function: function.into(),
                template: Vec::new(),
                receiver: None,
            })))
        };
        self.outside.libraries.asked_for(text).find_map(find)
    }

    /// The value of a name of the program, from `scope` outwards.
    pub(crate) fn look_up(&mut self, scope: ScopeId, name: &str) -> Option<HostValue> {
        let mut next = Some(scope);
        // What is inside of a Python class does not see its names.
        let mut is_inside = false;
        while let Some(index) = next {
            if !self.own_aliases.is_empty()
                && self.own_aliases.iter().any(|(scope, own)| *scope == index && own == name)
            {
                next = self.scopes.get(index)?.parent;
                continue;
            }
            let kind = self.scopes.get(index).filter(|_| self.is_python()).map(|scope| &scope.kind);
            match kind {
                Some(ScopeKind::Class(_) | ScopeKind::Object(_)) if is_inside => {
                    next = self.scopes.get(index)?.parent;
                    continue;
                }
                Some(ScopeKind::File) | None => {}
                Some(_) => is_inside = true,
            }
            // A file's scope may bind what a namespace hides.
            if self.scopes.get(index).is_some_and(|scope| matches!(scope.kind, ScopeKind::File))
                && let Some(value) = self.definition(name)
            {
                return Some(value);
            }
            if let Some(value) = self.bound(index, name) {
                return Some(self.unless_used_instead(index, name, value));
            }
            let data = self.scopes.get(index)?;
            next = data.parent;
            let found = match &data.kind {
                ScopeKind::File | ScopeKind::Function | ScopeKind::Block => None,
                ScopeKind::Class(class) => {
                    let class = class.clone();
                    match self.is_in_dependent_base(&class, name) {
                        true => None,
                        false => {
                            let found = self.class_member(&class, name);
                            self.or_its_class(&class, name, found)
                        }
                    }
                }
                ScopeKind::Object(object) => {
                    let object = object.clone();
                    match self.sight(&object, next, name) {
                        Sight::Plain => {
                            let field = self.field(&object, name);
                            let field = field.map(|field| self.supposed_field(field, name));
                            let found = field.or_else(|| self.method(&object, name));
                            match &object {
                                HostValue::Instance(instance) => {
                                    self.or_its_class(&instance.class, name, found)
                                }
                                _ => found,
                            }
                        }
                        Sight::Hidden => None,
                        Sight::OfBase => {
                            Some(HostValue::unknown(format!("a derived class has a `{name}` of its own")))
                        }
                    }
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A variable, unless `using a::b` in a block behind it gives its name another meaning.
    fn unless_used_instead(&mut self, scope: ScopeId, name: &str, value: HostValue) -> HostValue {
        let place = self.frames.top().place();
        let is_of_file = self.scopes.file_of(scope) == self.file();
        let declared = self.scopes.binding(scope, name).filter(|_| is_of_file).map_or(0, |own| own.declared);
        match self.definitions.used_in_function(name, place, declared) {
            None => value,
            Some(Seen::Surely) if let Some(used) = self.definition(name) => used,
            Some(_) => HostValue::unknown(format!("`using` may give `{name}` another meaning")),
        }
    }

    /// The name of a class within it and those derived from it is the class, not its constructors.
    fn or_its_class(
        &mut self,
        class: &ClassValue,
        name: &str,
        found: Option<HostValue>,
    ) -> Option<HostValue> {
        let is_function = matches!(&found, Some(HostValue::Callable(callable))
            if matches!(&**callable, Callable::Functions { .. }));
        if !is_function || self.is_python() {
            return found;
        }
        let of_that_name = |_: &mut Self, class: &ClassValue| {
            (class.class.name.text == name).then(|| HostValue::Type(Arc::new(HostType::Class(class.clone()))))
        };
        self.find_in_bases(class, of_that_name).or(found)
    }

    /// The value of a name that a scope itself binds, read: references are followed.
    pub(crate) fn bound(&mut self, scope: ScopeId, name: &str) -> Option<HostValue> {
        let binding = self.scopes.binding(scope, name)?;
        let Some(place) = binding.refers_to.clone() else {
            let value = binding.value.clone();
            self.touch_name(scope, name);
            return Some(value);
        };
        let class = match &binding.value {
            HostValue::Instance(bound) => Some(bound.class.clone()),
            _ => None,
        };
        let value = self.referred(place);
        Some(match class {
            Some(class) => self.seen_as(&class, value),
            None => value,
        })
    }

    /// What a reference refers to.
    fn referred(&mut self, mut place: Place) -> HostValue {
        for _ in 0..MAX_REFERENCES {
            let Some(binding) = self.held(&place) else { break };
            self.touch(&place);
            match binding.refers_to {
                Some(next) => place = next,
                None => return binding.value,
            }
        }
        HostValue::unknown("what this refers to is not known")
    }

    /// The place that a name of the program names, references followed.
    pub(crate) fn place_of_name(&mut self, name: &str) -> Option<Place> {
        let mut next = Some(self.scope_that_sees(name));
        // The object whose method is run, where nothing is known of its field of this name.
        let mut open_object = None;
        while let Some(scope) = next {
            next = self.scopes.get(scope).and_then(|data| data.parent);
            let scope = match self.scopes.get(scope).map(|data| &data.kind) {
                Some(ScopeKind::File) => self.scope_of_variable(name).unwrap_or(scope),
                Some(ScopeKind::Object(object @ HostValue::Instance(instance)))
                    if !self.instances.of(instance.id).contains_key(name) =>
                {
                    let (object, index) = (object.clone(), instance.id);
                    // A base's method does not see what a derived class calls by the same name.
                    if self.sight(&object, next, name) == Sight::Plain {
                        open_object = Some(index);
                    }
                    scope
                }
                Some(ScopeKind::Class(class))
                    if let Some(object) = open_object
                        && !self.is_python()
                        && self.declares_changing_field(class, name) =>
                {
                    return Some(Place::Field(object, name.into()));
                }
                _ => scope,
            };
            if let Some(binding) = self.scopes.binding(scope, name) {
                let Some(mut place) = binding.refers_to.clone() else {
                    return Some(Place::Variable(scope, name.into()));
                };
                for _ in 1..MAX_REFERENCES {
                    let Some(next) = self.held(&place).and_then(|binding| binding.refers_to) else { break };
                    place = next;
                }
                return Some(place);
            }
            if let Some(ScopeKind::Object(HostValue::Instance(instance))) =
                self.scopes.get(scope).map(|data| &data.kind)
                && self.instances.of(instance.id).contains_key(name)
                && let object = HostValue::Instance(Arc::clone(instance))
                && let index = instance.id
                && self.sight(&object, next, name) == Sight::Plain
            {
                return Some(Place::Field(index, name.into()));
            }
        }
        self.place_in_namespace(name).or_else(|| {
            let (base, last) = name.rsplit_once("::")?;
            self.receiver()?;
            let base = self.name(base);
            self.place_in_own_base(&base, last)
        })
    }

    /// The place of `space::x`, a variable of a namespace.
    fn place_in_namespace(&mut self, name: &str) -> Option<Place> {
        let parts: Vec<&str> = name.split("::").filter(|part| !part.is_empty()).collect();
        let (last, path) = parts.split_last().filter(|_| name.contains("::"))?;
        let found = match path {
            [] => self.definitions.visible(last, &[], None),
            path => self.definitions.qualified(path, last),
        };
        let [Definition { kind: DefinitionKind::Declaration(statement, declaration), path, file, .. }] =
            found.as_slice()
        else {
            return None;
        };
        let scope = self.namespace_scope(*file, path);
        self.global(scope, last, statement, declaration);
        Some(Place::Variable(scope, (*last).into()))
    }

    /// The object whose method is being run.
    pub(crate) fn receiver(&self) -> Option<HostValue> {
        self.scopes.around(self.scope()).find_map(|scope| match &self.scopes.get(scope)?.kind {
            ScopeKind::Object(object) => Some(object.clone()),
            _ => None,
        })
    }

    /// Whether the files define the name outside of classes.
    pub(crate) fn is_defined_outside(&self, name: &str) -> bool {
        let frame = self.frames.top();
        !self.definitions.visible(name, &frame.path, frame.place()).is_empty()
    }

    /// What the files define under this name.
    fn definition(&mut self, name: &str) -> Option<HostValue> {
        let frame = self.frames.top();
        let mut found = self.definitions.visible(name, &frame.path, frame.place());
        if self.definitions.used_in_function(name, frame.place(), 0) == Some(Seen::Perhaps)
            && !found.is_empty()
        {
            return Some(HostValue::unknown(format!("`using` may give `{name}` another meaning")));
        }
        if let Some(used) = self.definitions.used_instead(name, &frame.path, frame.place()) {
            let space = used.path.join("::");
            if !self.outside.libraries.is_namespace(&space) {
                if found.is_empty() {
                    return Some(self.library_or_nothing(&format!("{space}::{name}")));
                }
            } else if found.is_empty() {
                return None;
            }
        }
        if found.is_empty() {
            return None;
        }
        // `using a::size` may stand in another function than this one, which then means the library's.
        if found.iter().all(|definition| !is_around(definition.path, &frame.path))
            && !self.are_overloads_of_library(&found)
            && self.is_name_of_library(name)
        {
            return Some(HostValue::unknown(format!("`{name}` may be the program's or CuTe's")));
        }
        let frame = self.frames.top();
        if found.len() > 1 && self.is_in_plain_function() {
            self.definitions.before(&mut found, frame.file, frame.visible_until);
        }
        if self.definitions.is_hidden_later(name, &frame.path, frame.file, frame.visible_until) {
            return Some(HostValue::unknown(format!("`{name}` is defined again behind this")));
        }
        Some(self.defined(name, &found))
    }

    /// Whether these are functions that the program adds to the library's namespace: of whichever call they do not take, the
    /// library's is called.
    fn are_overloads_of_library(&self, found: &[Definition<'a>]) -> bool {
        found.iter().all(|definition| {
            matches!(definition.kind, DefinitionKind::Function(_))
                && matches!(definition.path, [space] if self.outside.libraries.is_namespace(space))
        })
    }

    /// Whether the code at hand is that of a C++ function that is neither a template nor a method.
    fn is_in_plain_function(&self) -> bool {
        let is_in_class =
            |scope| matches!(self.scopes.get(scope), Some(data) if matches!(data.kind, ScopeKind::Class(_)));
        let frame = self.frames.top();
        !self.is_python()
            && frame.function.as_ref().is_some_and(|function| function.template.is_empty())
            && !self.scopes.around(self.scope()).any(is_in_class)
    }

    /// The scope that holds the variable which the files declare under this name. It has a value there: one that is
    /// assigned before it is read is not what it began with.
    fn scope_of_variable(&mut self, name: &str) -> Option<ScopeId> {
        let frame = self.frames.top();
        let mut found = self.definitions.visible(name, &frame.path, frame.place());
        self.definitions.held(&mut found, &self.choices);
        match found.as_slice() {
            [Definition { kind: DefinitionKind::Declaration(statement, declaration), path, file, .. }] => {
                let scope = self.namespace_scope(*file, path);
                if !is_template(declaration) {
                    self.global(scope, name, statement, declaration);
                }
                Some(scope)
            }
            _ => None,
        }
    }

    /// The file in which a function or a class stands that is defined outside of classes, by where its copy lies;
    /// `None` where there is only one file.
    pub(crate) fn own_file(&self, copy: Address) -> Option<FileId> {
        self.definitions.file_of(self.shared.original(copy)?)
    }

    /// The scope of that file.
    pub(crate) fn scope_of_own_file(&self, class: &Arc<Class>) -> Option<ScopeId> {
        let file = self.own_file(Address::of(&**class))?;
        Some(self.files.scope(file))
    }

    /// The value of definitions that share a name.
    fn defined(&mut self, name: &str, found: &[Definition<'a>]) -> HostValue {
        let mut found = found.to_vec();
        let open = self.definitions.held(&mut found, &self.choices);
        if !open.is_empty() {
            self.conflicts.extend(open);
            return HostValue::unknown(format!("`{name}` is defined under conditions of the preprocessor"));
        }
        if found.iter().any(|definition| Some(definition.path) != found.first().map(|first| first.path)) {
            return HostValue::unknown(format!("`{name}` is defined in several namespaces"));
        }
        let found = found.as_slice();
        if let [Definition { kind: DefinitionKind::Declaration(_, declaration), .. }] = found
            && !self.is_python()
            && is_enumerator(declaration)
            && self.definitions.is_operand(name)
        {
            return HostValue::unknown(format!("operators of the enumeration of `{name}` are the program's"));
        }
        // What the branches that were chosen leave out is a function of which no overload is there.
        let Some(file) = found.first().map(|definition| definition.file) else {
            return self.overloads(&[], self.files.scope(FileId::MAIN));
        };
        let scope = self.files.scope(file);
        let functions: Vec<&Function> = found
            .iter()
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Function(function) => Some(function),
                _ => None,
            })
            .collect();
        if functions.len() == found.len() {
            return self.overloads(&functions, scope);
        }
        let classes: Vec<_> = found
            .iter()
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Class(class) => Some(class),
                _ => None,
            })
            .collect();
        if let Some(primary) = classes
            .iter()
            .find(|class| class.specialization.is_empty() && !class.members.is_empty())
            .or(classes.iter().find(|class| class.specialization.is_empty()))
            .or(classes.first())
            && classes.len() + functions.len() == found.len()
        {
            let class = self.shared.class(primary);
            let scope = self.scope_of_own_file(&class).unwrap_or(scope);
            let class = ClassValue::new(class, self.scopes.captured(scope));
            return HostValue::Type(Arc::new(HostType::Class(class)));
        }
        let templates: Vec<_> = found
            .iter()
            .filter_map(|definition| match definition.kind {
                DefinitionKind::Declaration(_, declaration) if is_template(declaration) => Some(declaration),
                _ => None,
            })
            .collect();
        if templates.len() == found.len() {
            let path = found.first().map_or(&[][..], |definition| definition.path);
            let scope = self.namespace_scope(file, path);
            return self.template_of(&templates, scope);
        }
        if let [only] = found
            && let Some(include) = self.include_that_may_define(name, only)
        {
            return HostValue::unknown(reason::macro_elsewhere(name, include));
        }
        match found {
            [Definition { kind: DefinitionKind::Declaration(statement, declaration), path, .. }] => {
                let scope = self.namespace_scope(file, path);
                self.global(scope, name, statement, declaration)
            }
            _ => HostValue::unknown(format!("`{name}` is defined several times")),
        }
    }

    /// Functions that share a name; of a declaration and its definition, the definition.
    pub(crate) fn overloads(&mut self, functions: &[&Function], scope: ScopeId) -> HostValue {
        let defined: Vec<&Function> =
            functions.iter().copied().filter(|function| !function.is_only_declared).collect();
        let is_defined = |declared: &Function| defined.iter().any(|function| may_declare(declared, function));
        let chosen: Vec<&Function> = functions
            .iter()
            .copied()
            .filter(|function| !function.is_only_declared || !is_defined(function))
            .collect();
        let overloads = chosen.into_iter().map(|function| self.shared.function(function)).collect();
        HostValue::Callable(Arc::new(Callable::Functions {
            overloads,
            template: Vec::new(),
            scope: self.scopes.captured(scope),
            receiver: None,
        }))
    }

    /// Binds a name in a scope.
    pub(crate) fn bind(&mut self, scope: ScopeId, name: &str, binding: Binding) {
        let place = Place::Variable(scope, name.into());
        self.share_no_longer(&place);
        self.put(&place, Some(binding));
    }
}

fn nothing_defines(name: &str) -> HostValue {
    HostValue::unknown(reason::defined_nowhere(name))
}

/// Whether code in the namespace `from` stands in the namespace `path`, too.
fn is_around(path: &[String], from: &[String]) -> bool {
    path.len() <= from.len() && path.iter().zip(from).all(|(a, b)| a == b)
}
