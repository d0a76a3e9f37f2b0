//! What code says of a parameter that nothing gives: the types and numbers that it is compared with, and how many modes
//! are read of it.
//!
//! A value that is not known says why, and that reason is how what is computed from a parameter is traced back to it.

use layoutlens_host_value::{
    call::Call, convention::Taken, object::ClassValue, open_number::is_open_type, types::HostType,
    value::HostValue,
};
use layoutlens_operation::Value;
use layoutlens_syntax::{
    BinaryOperator as Op, Expr, ExprKind, Name,
    program::{Declaration, Function},
};

use crate::{
    code::walk,
    run::instance::constructor_of,
    state::{file::FileId, given::Given, interpreter::Interpreter},
    suppose::{
        deciding,
        given::MAX_RANK,
        picks::counts_ranks,
        slot::{Slot, Source},
        told_of::add,
    },
    value::plain::is_plain,
};

/// How deep products are taken apart.
const MAX_FACTORS: usize = 4;

/// How deep tuples in tuples are looked into.
const MAX_TUPLES: usize = 4;

impl Interpreter<'_> {
    /// A parameter, or a part of it, that nothing gives has this value.
    pub(crate) fn met_parameter(&mut self, name: &Name, slot: Slot, value: &HostValue) {
        if let Some(reason) = value.unknown_reason().filter(|_| self.is_python()) {
            self.suppositions.told.unknown.insert(reason.to_owned(), name.text.clone());
        }
        if self.suppositions.is_supposing || !self.is_python() {
            return;
        }
        let told = &mut self.suppositions.told;
        told.parameters.entry(slot).or_default();
        let parts = value.elements().unwrap_or_else(|| vec![value.clone()]);
        for (index, part) in parts.iter().enumerate() {
            if let Some(reason) = part.unknown_reason() {
                told.sources.insert(reason.to_owned(), (slot, index));
            }
            let width = match part {
                HostValue::Object(object) if is_open_type(part) => object.fields.get("width"),
                _ => None,
            };
            let names = width.unwrap_or(part).as_integer().map(|integer| integer.expression().names());
            for name in names.into_iter().flatten() {
                told.sources.insert(name.text.to_string(), (slot, index));
            }
        }
    }

    /// An attribute of which nothing is certain, as it may be assigned where that is not seen: under suppositions it is what
    /// was assigned, so what the code says of it, it says of that.
    pub(crate) fn tell_hidden(&mut self, hidden: &HostValue, assigned: &HostValue) {
        if !self.listens() {
            return;
        }
        let told = &mut self.suppositions.told;
        let sources = told.sources(assigned);
        let (Some(reason), &[source]) = (hidden.unknown_reason(), sources.as_slice()) else { return };
        // Several objects may have attributes of this name that come from several parameters.
        told.sources.entry(reason.to_owned()).or_insert(source);
    }

    /// Two values are compared.
    pub(crate) fn tell_comparison(&mut self, operator: Op, left: &HostValue, right: &HostValue) {
        if operator.is_comparison() && self.listens() {
            self.suppositions.told.tell_compared(left, right);
            self.suppositions.told.tell_compared(right, left);
            if operator == Op::Equal {
                self.suppositions.told.tell_alike(left, right);
            }
        }
    }

    /// `x in xs`, `a * b in xs`: what is looked for may be one of these, and is no number beside them.
    pub(crate) fn tell_looked_for(&mut self, call: &Call<'_>, value: &HostValue, all: &[HostValue]) {
        if !self.listens() {
            return;
        }
        let place = call.arguments.first().map(|given| (self.file(), given.range.start));
        let told = &mut self.suppositions.told;
        for one in all {
            told.tell_compared(value, one);
            told.tell_listed(value, one);
        }
        // What is unknown names no number of its own: the parameter itself, or a factor of what is looked for.
        let factors = place.and_then(|place| told.factors.get(&place)).cloned().unwrap_or_default();
        let numbers: Vec<i64> =
            all.iter().filter_map(HostValue::known_int).filter(|number| *number > 0).collect();
        for slot in factors {
            let parameter = told.parameters.entry(slot).or_default();
            numbers.iter().for_each(|number| add(&mut parameter.numbers, (0, *number)));
        }
    }

    /// An operator that is one of integers is given a parameter and a number: `x // 2`, `x % 64 == 0`, `x == 8`.
    pub(crate) fn tell_number(&mut self, operator: Op, sides: [(&Expr, &HostValue); 2]) {
        if !self.listens() {
            return;
        }
        let [left, right] = sides;
        for ((expr, value), other) in [(left, right.1), (right, left.1)] {
            let Some(number) = other.known_int() else { continue };
            if operator == Op::Equal
                && counts_modes(expr)
                && let Ok(rank) = usize::try_from(number)
                && (1..=MAX_RANK).contains(&rank)
            {
                self.suppositions.told.tell(value, |parameter, _| add(&mut parameter.compared_ranks, rank));
            }
            let is_counted = operator.is_comparison() || matches!(operator, Op::Remainder | Op::DivideDown);
            if !is_counted || !self.is_parameter_or_own_attribute(expr, value) {
                continue;
            }
            let is_named = matches!(operator, Op::Equal | Op::Remainder) && number > 0;
            self.suppositions.told.tell(value, |parameter, element| {
                parameter.is_number = true;
                if is_named {
                    add(&mut parameter.numbers, (element, number));
                }
            });
        }
    }

    /// A function of the library, or an operator, computes nothing: of integers among what it is given, that are known by their names alone,
    /// it may need the numbers. What is not known in a tuple is an integer, mostly.
    pub(crate) fn tell_needed<'v>(&mut self, operands: impl IntoIterator<Item = &'v HostValue>) {
        if !self.listens() {
            return;
        }
        let told = &mut self.suppositions.told;
        for operand in operands {
            match operand.elements() {
                Some(_) => told.tell_needed_number(operand, MAX_TUPLES),
                None if operand.as_integer().is_some() => {
                    told.tell(operand, |parameter, _| parameter.is_needed = true);
                }
                None => {}
            }
        }
    }

    /// A file that imports the first one calls a function of that with values of which some are not known: those that are
    /// known are what the parameters may be.
    pub(crate) fn tell_given(&mut self, function: &Function, is_method: bool, given: &[Given]) {
        if !self.suppositions.is_supposing {
            self.tell_constants(function, is_method, given, is_constant);
        }
    }

    /// The program makes an object under suppositions: what it gives that, other runs suppose of the constructor, so that
    /// their values fit beside each other. Flags are left open: code for which one is off has values where it is on.
    pub(crate) fn tell_made(&mut self, class: &ClassValue, given: &[Given]) {
        let is_own = self.scopes.file_of(class.scope.id).is_main();
        if self.suppositions.is_supposing
            && is_own
            && let Some(constructor) = constructor_of(&class.class)
            && !constructor.parameters.iter().flat_map(|parameter| &parameter.name).any(|name| {
                let slot = Slot::Parameter(FileId::MAIN, name.range.start);
                self.suppositions.told.given.contains_key(&slot)
            })
        {
            let is_told =
                |value: &HostValue| is_constant(value) && !matches!(value, HostValue::Value(Value::Bool(_)));
            self.tell_constants(constructor, true, given, is_told);
        }
    }

    fn tell_constants(
        &mut self,
        function: &Function,
        is_method: bool,
        given: &[Given],
        is_told: impl Fn(&HostValue) -> bool,
    ) {
        let parameters = function.parameters.get(usize::from(is_method)..).unwrap_or_default();
        let in_order = given.iter().filter(|given| given.argument.keyword.is_none());
        let mut told: Vec<(&Name, &HostValue)> = parameters
            .iter()
            .take_while(|parameter| !parameter.is_pack)
            .zip(in_order)
            .filter_map(|(parameter, given)| Some((parameter.name.as_ref()?, &given.argument.value)))
            .collect();
        for parameter in parameters {
            let Some(name) = &parameter.name else { continue };
            let by_name = |given: &&Given| given.argument.keyword.as_deref() == Some(name.text.as_str());
            told.extend(given.iter().find(by_name).map(|given| (name, &given.argument.value)));
        }
        for (name, value) in told.into_iter().filter(|(_, value)| is_told(value)) {
            let slot = Slot::Parameter(FileId::MAIN, name.range.start);
            add(self.suppositions.told.given.entry(slot).or_default(), value.clone());
        }
    }

    /// The program goes on only where a condition holds, or where it does not.
    pub(crate) fn tell_condition(&mut self, condition: &Expr) {
        if !self.listens() {
            return;
        }
        let file = self.file();
        let mut parts = vec![condition];
        if self.is_python() {
            deciding::parts(condition, &mut parts);
        }
        for part in parts {
            let sources = self.sources_in(part, false);
            let place = (file, part.range.start, part.range.end);
            let known = self.suppositions.told.conditions.entry(place).or_default();
            sources.into_iter().for_each(|source| add(known, source));
        }
    }

    /// It is not known which arm of a condition is taken.
    pub(crate) fn tell_arms(&mut self, condition: &Expr) {
        let place = (self.file(), condition.range.start);
        if !self.listens() || !place.0.is_main() || self.suppositions.told.arms.contains_key(&place) {
            return;
        }
        let mut slots: Vec<Slot> = Vec::new();
        self.sources_in(condition, true).into_iter().for_each(|source| add(&mut slots, source.slot));
        self.suppositions.told.arms.insert(place, slots);
    }

    /// The parameters that the parts of a condition come from, those with defaults where that is asked for.
    fn sources_in(&mut self, condition: &Expr, with_defaults: bool) -> Vec<Source> {
        let mut parts = Vec::new();
        walk::expression(condition, &mut |expr: &Expr| {
            if matches!(expr.kind, ExprKind::Name(_) | ExprKind::Member { .. }) && is_plain(expr) {
                parts.push(expr);
            }
        });
        let mut all: Vec<Source> = Vec::new();
        for part in parts {
            let value = self.value(part);
            let told = &self.suppositions.told;
            let default = value.unknown_reason().and_then(|reason| told.defaults.get(reason)).copied();
            let default = default.filter(|_| with_defaults).map(Source::from);
            told.sources_of_part(&value).chain(default).for_each(|source| add(&mut all, source));
        }
        all
    }

    /// `a, b, c = x.shape`.
    pub(crate) fn tell_taken_apart(&mut self, declaration: &Declaration, value: &HostValue) {
        let is_shape = declaration.value.as_ref().is_some_and(|expr| match &expr.kind {
            ExprKind::Member { base, name, .. } => {
                name.text == self.outside.libraries.convention.shape && self.is_parameter_itself(base, value)
            }
            _ => false,
        });
        if declaration.names.len() > 1
            && self.listens()
            && declaration.value.as_ref().is_some_and(|expr| self.is_parameter_itself(expr, value))
        {
            self.suppositions.told.tell(value, |parameter, _| {
                parameter.has_parts = true;
                if parameter.taken_apart.is_empty() && declaration.takes_apart {
                    parameter.taken_apart.extend(declaration.names.iter().map(|name| name.text.clone()));
                }
            });
        }
        if is_shape && self.listens() {
            self.suppositions.told.tell_rank(value, declaration.names.len());
        }
    }

    /// `x[None, None, i]`.
    pub(crate) fn tell_index(&mut self, indexed: &Expr, base: &HostValue, indices: &[HostValue]) {
        if !self.listens() {
            return;
        }
        self.tell_least_rank(indexed, base, indices);
        if !self.is_parameter_itself(indexed, base) {
            return;
        }
        self.suppositions.told.tell(base, |parameter, _| parameter.has_parts = true);
        let inner = match indices {
            [one] => one.elements(),
            _ => None,
        };
        let indices = inner.as_deref().unwrap_or(indices);
        let is_slice = indices.contains(&HostValue::Nothing);
        if indices.len() > 1 || is_slice {
            self.suppositions.told.tell_rank(base, indices.len());
        } else if indices
            .first()
            .is_some_and(|index| index.as_integer().is_some() || index.unknown_reason().is_some())
        {
            self.suppositions.told.tell(base, |parameter, _| parameter.is_counted_through = true);
        }
    }

    /// `x.element_type`, where `x` is a parameter; `x.op.a_major_mode`.
    pub(crate) fn tell_attribute(&mut self, object: &Expr, value: &HostValue, name: &str) {
        if !self.listens() {
            return;
        }
        if self.is_parameter_itself(object, value) {
            self.suppositions.told.tell(value, |parameter, _| parameter.has_parts = true);
        }
        let convention = self.outside.libraries.convention;
        if convention.of_tensors.contains(&name) && self.is_parameter_itself(object, value) {
            self.suppositions.told.tell(value, |parameter, _| parameter.is_tensor = true);
        }
        if convention.of_warp_groups.contains(&name) {
            self.suppositions.told.tell(value, |parameter, _| parameter.is_of_warp_groups = true);
        }
    }

    /// `x.shape[3]`, `x.stride[3]`.
    fn tell_least_rank(&mut self, indexed: &Expr, shape: &HostValue, indices: &[HostValue]) {
        let ExprKind::Member { base, name } = &indexed.kind else { return };
        let [index] = indices else { return };
        if self.outside.libraries.convention.by_mode.contains(&name.text.as_str())
            && self.is_parameter_itself(base, shape)
            && let Some(least) =
                index.known_int().and_then(|index| usize::try_from(index.checked_add(1)?).ok())
        {
            self.suppositions.told.tell(shape, |parameter, _| {
                parameter.least_rank = parameter.least_rank.max(least);
            });
        }
    }

    /// A call of a function of the library: what it takes, and where the first argument is not known how many modes that has.
    pub(crate) fn tell_call(&mut self, call: &Call<'_>) {
        if !self.listens() {
            return;
        }
        for (value, taken) in (self.outside.libraries.convention.taken_in_call)(call) {
            // What is made of a parameter is unknown for the same reason, and something else.
            let is_itself = call.arguments.iter().any(|given| {
                std::ptr::eq(&given.value, value)
                    && self.suppositions.told.themselves.contains(&(self.file(), given.range.start))
            });
            if is_itself
                || !matches!(taken, Taken::Tensor | Taken::ForeignTensor | Taken::TmaCopy | Taken::Member(..))
            {
                self.suppositions.told.tell_taken(value, taken);
            }
            if matches!(taken, Taken::Numbers(_)) {
                self.tell_numbers_of_call(value, call.range.start);
            }
        }
        let Some(source) = call.argument(0).filter(|source| source.unknown_reason().is_some()) else {
            return;
        };
        if let Some(rank) = (self.outside.libraries.convention.rank_in_call)(call) {
            self.suppositions.told.tell_rank(source, rank);
        }
        let first = call.arguments.first().map(|first| (self.file(), first.range.start));
        if let Some(least) = (self.outside.libraries.convention.least_rank_in_call)(call)
            && first.is_some_and(|first| self.suppositions.told.themselves.contains(&first))
        {
            self.suppositions.told.tell(source, |parameter, _| {
                parameter.least_rank = parameter.least_rank.max(least);
            });
        }
    }

    /// An argument of a call that is a parameter itself.
    pub(crate) fn tell_argument(&mut self, argument: &Expr, value: &HostValue) {
        if !self.listens() {
            return;
        }
        let place = (self.file(), argument.range.start);
        if self.has_modes_of_parameter(argument, value) {
            self.suppositions.told.themselves.insert(place);
        }
        if value.unknown_reason().is_some() && !self.suppositions.told.factors.contains_key(&place) {
            let mut factors = Vec::new();
            self.factors_of(argument, MAX_FACTORS, &mut factors);
            if !factors.is_empty() {
                self.suppositions.told.factors.insert(place, factors);
            }
        }
    }

    /// The parameters that nothing gives whose product this is, of those without a default.
    fn factors_of(&mut self, expr: &Expr, depth: usize, all: &mut Vec<Slot>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match &expr.kind {
            ExprKind::Binary { operator: Op::Multiply, left, right } => {
                self.factors_of(left, depth, all);
                self.factors_of(right, depth, all);
            }
            ExprKind::Name(_) | ExprKind::Member { .. } if is_plain(expr) => {
                let value = self.value(expr);
                if self.is_parameter_or_own_attribute(expr, &value) {
                    let sources = self.suppositions.told.sources(&value);
                    sources.into_iter().for_each(|(slot, _)| add(all, slot));
                }
            }
            _ => {}
        }
    }

    /// On which parameters the numbers depend that a call takes.
    fn tell_numbers_of_call(&mut self, numbers: &HostValue, begin: usize) {
        let parts = numbers.elements().unwrap_or_else(|| vec![numbers.clone()]);
        let slots: Vec<Slot> = parts
            .iter()
            .flat_map(|part| self.suppositions.told.sources(part))
            .map(|(slot, _)| slot)
            .collect();
        let known = self.suppositions.told.conditions.entry((self.file(), begin, begin)).or_default();
        slots.into_iter().for_each(|slot| add(known, slot.into()));
    }

    /// Whether an expression names such a parameter, or an attribute of `self` that has its name.
    fn is_parameter_or_own_attribute(&self, expr: &Expr, value: &HostValue) -> bool {
        match (&expr.kind, value.unknown_reason()) {
            (ExprKind::Member { base, name }, Some(reason)) => {
                matches!(&base.kind, ExprKind::Name(base) if base == "self")
                    && self.suppositions.told.unknown.get(reason).is_some_and(|own| *own == name.text)
            }
            _ => self.is_parameter_itself(expr, value),
        }
    }

    pub(crate) fn listens(&self) -> bool {
        let told = &self.suppositions.told;
        let has_met = !told.sources.is_empty() || !told.defaults.is_empty();
        self.is_python() && !self.suppositions.is_supposing && has_met
    }
}

/// Whether a value is one that code is compiled for: a number, a type, a truth, a text, or a tuple of such.
fn is_constant(value: &HostValue) -> bool {
    match value {
        HostValue::Value(Value::Bool(_)) | HostValue::Text(_) => true,
        HostValue::Type(of) => matches!(&**of, HostType::Named(_)),
        HostValue::Tuple(elements) => !elements.is_empty() && elements.iter().all(is_constant),
        value => {
            is_number(value)
                || value.elements().is_some_and(|all| !all.is_empty() && all.iter().all(is_number))
        }
    }
}

/// Whether a value is a number that says something: a zero of run time only holds the place of one, `Int32(0)` for
/// `cute.compile`.
fn is_number(value: &HostValue) -> bool {
    value.as_integer().is_some_and(|integer| match integer.known() {
        Some(0) => integer.is_static(),
        number => number.is_some(),
    })
}

/// Whether an expression says how many modes something has: `len(x.shape)`, `cute.rank(x)`, `q_rank`.
fn counts_modes(expr: &Expr) -> bool {
    let counting = match &expr.kind {
        ExprKind::Invoke { callee, .. } => callee,
        _ => expr,
    };
    last_name(counting).is_some_and(counts_ranks)
}

/// The last part of a name: `Tensor` of `cute.Tensor`.
pub(crate) fn last_name(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Member { name, .. } => Some(&name.text),
        _ => None,
    }
}
