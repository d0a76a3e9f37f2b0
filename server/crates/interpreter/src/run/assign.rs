//! Assignments, and what is forgotten because something else may assign.

use layout_algebra::{
    IntTuple,
    symbolic::{Expression, Integer},
};
use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, Outcome},
    function::Callable,
    object::{ClassValue, Instance},
    tensor::{Tensor, begins_anywhere},
    types::HostType,
    value::{HostValue, ThreadSlice},
};
use layoutlens_operation::{Size, Value, value::Leaf};
use layoutlens_syntax::{
    BinaryOperator, Expr, ExprKind,
    program::{HostStatement, UNION},
};

use crate::{
    code::{attribute, walk},
    cpp::reference_cast::reference_cast,
    state::{
        given::Given,
        interpreter::Interpreter,
        run_time_name::LEAST_INT,
        scope::{Binding, Place},
    },
    value::{
        class_of, dictionary,
        run_time::{least, run_time},
        static_number::{self, is_static},
    },
};

impl Interpreter<'_> {
    /// A run-time integer that no name of the source stands for: the size of a tensor that is given at run time.
    pub(crate) fn nameless_size(&mut self) -> HostValue {
        HostValue::integer(&self.names.nameless(1))
    }

    /// `target operator= value`.
    pub(crate) fn assign(
        &mut self,
        statement: &HostStatement,
        target: &Expr,
        operator: Option<BinaryOperator>,
        value: &Expr,
    ) {
        if operator.is_none() && self.is_made_by_constructor(target, value) {
            return;
        }
        // Python reads what is changed before it evaluates what changes it.
        let first = (operator.is_some() && self.is_python()).then(|| self.pure_value(target));
        let mut computed = self.kept(value);
        if operator.is_none() && !self.is_python() {
            computed = self.of_assigned_braces(target, computed);
        }
        if self.is_assigned_by_class(target, operator, value, &computed.value) {
            return;
        }
        if !self.is_python()
            && let ExprKind::Invoke { callee, .. } = &target.kind
            && matches!(callee.kind, ExprKind::Name(_) | ExprKind::Specialize { .. })
            && matches!(self.value(callee), HostValue::Type(_))
        {
            // `int (&r) = x;`, which the grammar takes for an assignment to `int(&r)`.
            self.expose_named(value);
        }
        if let Some(operator) = operator {
            let before = match first {
                Some(first) => self.read_first(target, value, first),
                None => self.value(target),
            };
            if self.is_python() {
                // A list is changed in its place; what an object makes of it is its own.
                self.forget_changed(target, &before);
                if let HostValue::Instance(instance) = &before {
                    self.forget_fields(&instance.clone(), false);
                }
            }
            let given = computed.value;
            computed = self.operated(operator, &before, &given, &statement.range);
            if self.may_be_list(&before) {
                self.is_a_list(&computed.value);
            }
            computed = self.in_number_types(operator, (target, &before), (value, &given), computed);
        }
        if !self.is_python()
            && matches!(computed.value, HostValue::Callable(_))
            && self.place_of(target).is_none()
        {
            // What holds it may call it from here on.
            self.let_out(&computed.value);
        }
        self.assign_value(target, computed);
        if operator.is_none() {
            self.share_field(target, value);
        }
    }

    /// What a Python target held before the value of `target += value` was evaluated. A list is changed where it is, so what
    /// the value's calls have done to it counts.
    fn read_first(&mut self, target: &Expr, value: &Expr, first: HostValue) -> HostValue {
        if !walk::has_call(value) || self.is_plain_number(&first) {
            return first;
        }
        match self.pure_value(target) {
            after if after == first => first,
            _ => HostValue::unknown("its value may change what is added to"),
        }
    }

    /// Whether a value is a number, which nothing changes in its place.
    fn is_plain_number(&self, value: &HostValue) -> bool {
        value.as_integer().is_some() || matches!(value, HostValue::Text(_) | HostValue::Value(Value::Bool(_)))
    }

    /// Puts a value where an expression says.
    pub(crate) fn assign_value(&mut self, target: &Expr, computed: Computed) {
        match &target.kind {
            ExprKind::Tuple(targets) | ExprKind::List(targets) => {
                let values = computed.value.elements();
                for (index, target) in targets.iter().enumerate() {
                    let value = values.as_ref().and_then(|values| values.get(index).cloned());
                    let value =
                        value.unwrap_or_else(|| HostValue::unknown("the parts of this are not known"));
                    self.assign_value(target, Computed::plain(value));
                }
            }
            ExprKind::Index { base, indices } => {
                if !self.is_python() || !self.set_item(base, indices, &computed.value) {
                    if self.is_python() {
                        let changed = self.value(base);
                        self.forget_changed(base, &changed);
                    }
                    self.forget_place_of(base);
                }
                self.forget_target(target);
            }
            ExprKind::Invoke { arguments, callee } => {
                // `get<0>(x) = e`, `*p = e`, `tensor(i) = e`.
                for argument in arguments {
                    self.forget_place_of(&argument.value);
                }
                if !matches!(callee.kind, ExprKind::Name(_)) {
                    self.forget_place_of(callee);
                }
                self.forget_target(target);
            }
            _ => {
                if self.is_python() && self.becomes_of_another_class(target) {
                    return;
                }
                let Some(place) = self.place_of(target) else {
                    self.forget_target(target);
                    if self.is_python()
                        && let ExprKind::Member { name, .. } = &target.kind
                    {
                        self.forget_attribute(&name.text);
                    }
                    return;
                };
                if let Some(Binding { value: old @ (HostValue::Instance(_) | HostValue::Tuple(_)), .. }) =
                    self.held(&place)
                {
                    // Other names of the object, or of one in the tuple, and of its fields, see the new one.
                    self.forget_object(&old);
                }
                self.hide_attribute(target, &place);
                let computed = self.assigned_through(target, &place, computed);
                let computed = match self.assigns_a_copy(target, &computed.value) {
                    true => self.copied(computed),
                    false => computed,
                };
                let declared = self.held(&place).map_or(target.range.start, |binding| binding.declared);
                let is_number = !self.is_python() && computed.value.as_integer().is_some();
                let of_type = if is_number {
                    self.target_number_type(target)
                } else {
                    self.held(&place).and_then(|binding| binding.of_type)
                };
                let value = self.held_as(of_type, computed.value);
                let value = self.assigned(&place, value);
                let refers_to = None;
                self.put(&place, Some(Binding { refers_to, of_type, ..Binding::variable(value, declared) }));
                if self.is_exposed(&place) {
                    self.forget(&place);
                }
                self.record_field(target, &place);
            }
        }
    }

    /// What a C++ variable holds after an assignment: its type stays, so a static value does, too.
    fn assigned(&mut self, place: &Place, value: HostValue) -> HostValue {
        if !self.has_static_types() {
            return value;
        }
        match self.held(place) {
            Some(binding) if is_static(&binding.value) && value.unknown_reason().is_some() => binding.value,
            Some(binding) if run_time(&binding.value).is_some() => match value.as_integer() {
                Some(integer) => {
                    let integer = static_number::at_run_time(&integer);
                    // What depends on the old value cannot be spelled any longer: its name is the new one's now.
                    match self.depends_on(&integer, place, binding.declared) {
                        true => self.own_name(place, binding.declared, least(&integer)),
                        false => HostValue::integer(&integer),
                    }
                }
                None => self.own_name(place, binding.declared, LEAST_INT),
            },
            Some(Binding { value: HostValue::Instance(held), .. })
                if matches!(value, HostValue::Value(_) | HostValue::Tuple(_) | HostValue::Callable(_))
                    && value.unknown_reason().is_none() =>
            {
                self.made_for(&held, value)
            }
            binding => self.assigned_part(binding.map(|binding| binding.value).as_ref(), value),
        }
    }

    /// What becomes of a value that is no object, where an object is assigned: one of its class is made of it.
    fn made_for(&mut self, held: &Instance, value: HostValue) -> HostValue {
        let given = match &value {
            HostValue::Tuple(_) => value.elements().unwrap_or_default(),
            _ => vec![value],
        };
        let given = given
            .into_iter()
            .map(|value| Given::of(CallArgument { keyword: None, value, range: 0..0 }))
            .collect();
        self.construct_type(&HostType::Class(held.class.clone()), given, 0..0).value
    }

    /// An attribute of a Python object or class is assigned: whether it hides one of the class is remembered, as branches
    /// and loops may leave it out.
    fn hide_attribute(&mut self, target: &Expr, place: &Place) {
        if !self.is_python() || self.held(place).is_some() {
            return;
        }
        if let ExprKind::Member { base, .. } = &target.kind {
            let class = match self.pure_value(base) {
                HostValue::Instance(instance) => Some(instance.class.clone()),
                HostValue::Callable(callable) => class_of::class_of(&HostValue::Callable(callable)).cloned(),
                _ => None,
            };
            if class.is_none_or(|class| self.may_have(&class, target)) {
                self.hiding.insert(place.clone());
            }
        }
    }

    fn may_have(&mut self, class: &ClassValue, target: &Expr) -> bool {
        let ExprKind::Member { name, .. } = &target.kind else { return false };
        self.has_member(class, &name.text) || self.of_bases(class, &name.text).is_some()
    }

    /// What an expression is worth that was evaluated before: what it does, it does not do again.
    pub(crate) fn pure_value(&mut self, expr: &Expr) -> HostValue {
        if !walk::has_call(expr) {
            // What a class has is evaluated when it is asked for first, and stays.
            return self.value(expr);
        }
        let (journal, recorded) = (self.journal.len(), self.records.mark());
        let value = self.value(expr);
        if self.journal.len() > journal {
            self.take_back(journal);
            self.take_records_back(recorded);
        }
        value
    }

    /// The place that an expression names.
    pub(crate) fn place_of(&mut self, target: &Expr) -> Option<Place> {
        let meaning = self.meaning(target);
        let target = meaning.as_deref().unwrap_or(target);
        match &target.kind {
            ExprKind::Name(name) if self.is_python() => {
                let scope = self.binding_scope(name);
                Some(Place::Variable(scope, name.as_str().into()))
            }
            ExprKind::Name(name) => {
                let place = self.place_of_name(name)?;
                if let (Place::Field(index, _), Some(HostValue::Instance(receiver))) =
                    (&place, self.receiver())
                    && receiver.id == *index
                {
                    self.forget_other_fields_of_union(&receiver, name);
                }
                Some(place)
            }
            ExprKind::Member { base, name } => match self.value(base) {
                HostValue::Instance(instance) => {
                    if self.has_getter(&instance.class, &name.text) {
                        // What sets a property assigns other fields.
                        self.forget_fields(&instance, false);
                    }
                    self.forget_other_fields_of_union(&instance, &name.text);
                    if !self.is_python() && matches!(base.kind, ExprKind::Member { .. }) {
                        // A part of a field of a union is written with it.
                        self.place_of(base);
                    }
                    Some(Place::Field(instance.id, name.text.as_str().into()))
                }
                HostValue::Callable(callable) if self.is_python() => match &*callable {
                    Callable::Class(class) => {
                        let scope = self.class_scope(class);
                        Some(Place::Variable(scope, name.text.as_str().into()))
                    }
                    _ => None,
                },
                HostValue::Module(path) if self.is_python() => self.place_in_module(&path, &name.text),
                base => self.place_in_own_base(&base, &name.text),
            },
            ExprKind::Invoke { callee, arguments } => {
                let (_, of) = reference_cast(callee, arguments)?;
                self.place_of(of)
            }
            _ => None,
        }
    }

    /// What may be assigned to a field of a union is in the place of the others.
    fn forget_other_fields_of_union(&mut self, instance: &Instance, field: &str) {
        if !attribute::has_attribute(&instance.class.class.attributes, UNION) {
            return;
        }
        let fields = self.instances.of(instance.id).iter();
        let others: Vec<Place> = fields
            .filter(|(other, _)| *other != field)
            .map(|(other, _)| Place::Field(instance.id, other.as_str().into()))
            .collect();
        others.iter().for_each(|other| self.forget_for_certain(other));
    }

    /// A coordinate that is given at run time.
    pub(crate) fn nameless_coordinate(&mut self) -> HostValue {
        HostValue::integer(&self.names.nameless(0))
    }

    /// `setattr(x, "name", value)`.
    pub(crate) fn assigned_attribute(&mut self, call: &Call<'_>) -> Outcome {
        if let (Some(HostValue::Callable(callable)), Some(name), Some(value)) =
            (call.argument(0), call.argument(1), call.argument(2))
            && let Callable::Class(class) = &**callable
        {
            let scope = self.class_scope(class);
            match name {
                HostValue::Text(name) => {
                    self.hiding.insert(Place::Variable(scope, name.clone()));
                    self.bind(scope, name, Binding::variable(value.clone(), 0));
                }
                _ => {
                    let names: Vec<String> =
                        self.scopes.bindings(scope).map(|(name, _)| name.to_owned()).collect();
                    for name in names {
                        let unknown = HostValue::unknown("an attribute is assigned whose name is not known");
                        self.bind(scope, &name, Binding::variable(unknown, 0));
                    }
                }
            }
            return Ok(Computed::plain(HostValue::Nothing));
        }
        let (Some(HostValue::Instance(instance)), Some(name), Some(value)) =
            (call.argument(0), call.argument(1), call.argument(2))
        else {
            if let (Some(object), Some(HostValue::Text(name))) = (call.argument(0), call.argument(1))
                && object.unknown_reason().is_some()
            {
                self.forget_attribute(name);
            } else if call.argument(0).is_some_and(|object| object.unknown_reason().is_some()) {
                self.forget_all_attributes();
            }
            return Ok(Computed::plain(HostValue::Nothing));
        };
        let written = match name {
            HostValue::Text(name) => Some(name.to_string()),
            _ => None,
        };
        let unknown = || HostValue::unknown("an attribute is assigned whose name is not known");
        if let Some(field) = &written {
            let place = Place::Field(instance.id, field.as_str().into());
            self.hiding.insert(place.clone());
            self.put(&place, Some(Binding::variable(value.clone(), 0)));
        }
        // What stands for several objects may be this one, and has no other fields.
        let own: Vec<&String> = self.instances.of(instance.id).keys().collect();
        let mut touched = Vec::new();
        for (index, fields) in self.instances.each() {
            let is_written = |field: &String| match &written {
                Some(written) => written == field && index != instance.id,
                None => fields.keys().all(|field| own.contains(&field)),
            };
            let changed = fields.iter().filter(|(field, held)| is_written(field) && *held != value);
            touched.extend(changed.map(|(field, _)| Place::Field(index, field.as_str().into())));
        }
        for place in touched {
            self.put(&place, Some(Binding::variable(unknown(), 0)));
        }
        Ok(Computed::plain(HostValue::Nothing))
    }

    /// Forgets what a list or dictionary holds of which an element is changed.
    pub(crate) fn forget_place_of(&mut self, target: &Expr) {
        let place = match &target.kind {
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. }
                if !matches!(target.kind, ExprKind::Member { .. }) =>
            {
                return self.forget_place_of(base);
            }
            ExprKind::Name(name) => self.place_of_name(name),
            _ => self.place_of(target),
        };
        let Some(place) = place else { return };
        // Elements of a tensor are no part of its layout.
        if let Some(binding) = self.held(&place)
            && (matches!(binding.value, HostValue::Value(Value::Tuple(_)) | HostValue::Tuple(_))
                || dictionary::entries(&binding.value).is_some())
        {
            if self.is_python() {
                self.forget_sharers(&binding.value, Some(&place));
            }
            self.forget(&place);
        }
    }

    /// Forgets what may have been changed: a static value stays, an integer goes by its own name.
    pub(crate) fn forget(&mut self, place: &Place) {
        if self.may_be_forgotten(place) {
            self.forget_for_certain(place);
        }
    }

    /// Whether a place holds something that is not declared `const`.
    pub(crate) fn may_be_forgotten(&self, place: &Place) -> bool {
        match place {
            Place::Variable(scope, name) => {
                self.scopes.binding(*scope, name).is_some_and(|binding| !binding.is_constant)
            }
            Place::Field(..) => self.held_value(place).is_some(),
        }
    }

    /// Forgets it though its name cannot be assigned: it may refer to what can.
    pub(crate) fn forget_for_certain(&mut self, place: &Place) {
        if let Some(holder @ (HostValue::Instance(_) | HostValue::Tuple(_))) = self.held_value(place) {
            let holder = holder.clone();
            self.forget_object(&holder);
        }
        self.forget_alone(place);
    }

    /// The fields of an object may have been changed, or of those in a tuple, and those of the objects that it holds.
    fn forget_object(&mut self, object: &HostValue) {
        if self.is_python() {
            return;
        }
        for place in self.changing_fields_behind(object) {
            self.forget_alone(&place);
        }
    }

    /// As [`forget_for_certain`](Self::forget_for_certain), of a place that holds no object, or but for what its object
    /// holds.
    pub(crate) fn forget_alone(&mut self, place: &Place) {
        if self.held_value(place).is_none_or(|value| value.unknown_reason().is_some()) {
            // Of an array nothing is known but what references to its elements hold.
            self.forget_what_shares(place);
            return;
        }
        if self.held_value(place).is_some_and(|value| run_time(value).is_some()) {
            // Most are numbers: the old one is not copied first.
            let value = self.own_name(place, self.declared_at(place), 1);
            let binding = self.held_with(place, value);
            return self.put(place, binding);
        }
        let Some(binding) = self.held(place) else { return };
        let value = match &binding.value {
            HostValue::Instance(_) if !self.is_python() => binding.value.clone(),
            value => match self.loosened(value) {
                Some(value) => value,
                None => HostValue::unknown("may be changed through a reference"),
            },
        };
        self.put(place, Some(Binding { value, ..binding }));
    }

    /// Whether a place is a `const` field of the object whose method is being run.
    pub(crate) fn is_constant_of_receiver(&self, place: &Place) -> bool {
        let Place::Field(index, name) = place else { return false };
        match self.receiver() {
            Some(HostValue::Instance(instance)) if instance.id == *index => {
                self.is_kept_constant(&instance.class, name, place)
            }
            _ => false,
        }
    }

    /// What the type of a C++ value leaves certain of it: everything where it is static, and of a tuple its static
    /// integers.
    pub(crate) fn loosened(&mut self, value: &HostValue) -> Option<HostValue> {
        if !self.has_static_types() {
            return None;
        }
        if is_static(value) || value.unknown_reason().is_some() {
            return Some(value.clone());
        }
        match value {
            HostValue::Value(Value::Tuple(tuple)) => {
                let loose: IntTuple<Leaf> = tuple.map(|leaf| match leaf {
                    Leaf::Size(Size::Symbolic(_)) => Leaf::Size(Size::from(self.names.nameless(LEAST_INT))),
                    other => other.clone(),
                });
                Some(HostValue::Value(Value::Tuple(loose)))
            }
            HostValue::Instance(_) => {
                self.forget_object(value);
                Some(value.clone())
            }
            _ => self.loosened_by_type(value),
        }
    }

    /// The same of a value that is no number and holds none whose type does not tell it.
    pub(crate) fn loosened_by_type(&self, value: &HostValue) -> Option<HostValue> {
        if !self.has_static_types() {
            return None;
        }
        match value {
            HostValue::Callable(_) => Some(value.clone()),
            HostValue::Pointer(_) => Some(begins_anywhere(value.clone())),
            HostValue::Object(_) => (self.outside.libraries.types.with_written_elements)(value),
            // The type holds a static layout, and what a thread's slice is cut from; where they begin may change.
            HostValue::Tensor(tensor) if is_static(&tensor.layout.clone().into()) => {
                let tensor = Tensor { offset: None, ..Tensor::clone(tensor) };
                Some(HostValue::Tensor(tensor.into()))
            }
            HostValue::ThreadSlice(slice) => {
                let thread = HostValue::unknown("the thread's index may be changed through a reference");
                let slice = ThreadSlice { tiled: slice.tiled.clone(), thread };
                Some(HostValue::ThreadSlice(slice.into()))
            }
            _ => None,
        }
    }

    /// A new run-time integer that goes by the name of the place.
    pub(crate) fn own_name(&mut self, place: &Place, declared: usize, least: i64) -> HostValue {
        let integer = match place {
            Place::Variable(scope, name) => {
                let file = self.scopes.file_of(*scope);
                let origin = self.names.next_version((file, declared));
                self.names.claim(name, origin, least)
            }
            Place::Field(..) => self.names.nameless(least),
        };
        self.informed(integer)
    }

    /// The integer that a name stands for from its declaration on: another one each time the declaration is run.
    pub(crate) fn declared_name(&mut self, name: &str, declared: usize, least: i64) -> HostValue {
        let origin = self.names.next_version((self.file(), declared));
        let integer = self.names.claim(name, origin, least);
        self.informed(integer)
    }

    /// An integer with what statements say of its name.
    fn informed(&self, integer: Integer) -> HostValue {
        if self.outside.stated.facts.is_empty() {
            return HostValue::integer(&integer);
        }
        // What is stated about it may be too large to follow: it then goes by its name as before.
        HostValue::integer(&self.outside.stated.facts.apply(&integer).unwrap_or(integer))
    }

    /// Whether an integer is computed from one that the variable of a place goes, or went, by.
    fn depends_on(&self, integer: &Integer, place: &Place, declared: usize) -> bool {
        let names = integer.expression().names();
        names.into_iter().any(|name| {
            let alone = Integer::Dynamic(Expression::of_name(name));
            self.is_own_name(place, declared, &alone)
        })
    }

    /// Whether an integer is the number that a variable goes by.
    pub(crate) fn is_own_name(&self, place: &Place, declared: usize, integer: &Integer) -> bool {
        let Place::Variable(scope, name) = place else { return false };
        let file = self.scopes.file_of(*scope);
        self.names.is_own(name, (file, declared), integer)
    }
}
