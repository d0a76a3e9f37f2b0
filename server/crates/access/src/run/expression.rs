//! Expressions.

use std::ops::Range;
use std::rc::Rc;

use super::Run;
use super::scope::Variable;
use super::value::{Closure, Element, ElementKind, Group, Pointer, Value};
use crate::Space;
use crate::code::{Captures, Expr, Integer, Kind, Operator};
use crate::integer::Node;

/// What can be assigned.
#[derive(Debug, Clone)]
pub(super) enum Place {
    Variable(Variable),
    /// A field of a variable, from outside to inside.
    Field(Variable, Vec<String>),
    /// An element in memory; whether it is a member of one.
    Memory(Pointer, bool),
    /// No place: what it comes to.
    Value(Value),
}

/// Words in names of what differs between the threads of a warp.
const OF_THREADS: [&str; 6] = ["thread", "tid", "lane", "elect", "warp", "idx"];

/// Whether a name of another file says that it may differ between the threads of a warp.
pub(super) fn names_thread(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    OF_THREADS.iter().any(|word| lower.contains(word))
}

/// Whether a name goes as those of constants do: `TILE_SIZE`, `kTile`, `Traits::kTile`.
fn is_of_constant(name: &str) -> bool {
    let short = name.rsplit("::").next().unwrap_or(name);
    let is_shouted = short.len() > 1
        && short
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_');
    let is_k = short
        .strip_prefix('k')
        .is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_uppercase()));
    (is_shouted || is_k || name.contains("::"))
        && (!names_thread(short)
            || ["PER", "SIZE", "NUM", "COUNT", "DIM", "Per", "Size", "Num", "Count", "kN"]
                .iter()
                .any(|word| short.contains(word)))
}

impl Run<'_> {
    pub(super) fn expression(&mut self, expr: &Expr) -> Value {
        if !self.step() {
            return Value::VARYING;
        }
        match &expr.kind {
            Kind::Int(value, of) => Value::Int(self.integers.number(*value), *of),
            Kind::Other => Value::UNIFORM,
            Kind::Name(_) | Kind::Index { .. } | Kind::Member { .. } | Kind::Dereference(_) => {
                let place = self.place(expr);
                self.read(place, &expr.range)
            }
            Kind::Call { callee, template, arguments } => self.call(expr, callee, template, arguments),
            Kind::Cast { to, value } => {
                if to.is_reference {
                    let place = self.place(expr);
                    return self.read(place, &expr.range);
                }
                let value = self.expression(value);
                let element = self.element(to);
                self.converted(value, &element)
            }
            Kind::Construct { of: Some(of), arguments } => self.constructed(of, arguments),
            Kind::Construct { of: None, arguments } => {
                let values: Vec<Value> = arguments.iter().map(|one| self.expression(one)).collect();
                Value::Other { is_uniform: values.iter().all(|value| self.is_uniform(value)) }
            }
            Kind::Negate(value) => {
                let value = self.expression(value);
                let Value::Int(..) = value else { return self.other(&[value]) };
                let (node, of) = self.integer_of(&value);
                let (of, zero) = (of.promoted(), self.integers.number(0));
                Value::Int(self.integers.binary(Operator::Subtract, of, zero, node), of)
            }
            Kind::Invert(value) => {
                let value = self.expression(value);
                let (node, of) = self.integer_of(&value);
                let of = of.promoted();
                // -1 - x
                let ones = self.integers.number(-1);
                let inverted = self.integers.binary(Operator::Subtract, Integer::LONG, ones, node);
                Value::Int(self.integers.convert(of, inverted), of)
            }
            Kind::Not(value) => {
                let value = self.expression(value);
                let node = self.truth(&value);
                let zero = self.integers.number(0);
                Value::Int(self.integers.binary(Operator::Equal, Integer::INT, node, zero), Integer::BOOL)
            }
            Kind::AddressOf(value) => match self.place(value) {
                Place::Memory(pointer, _) => Value::Pointer(pointer),
                Place::Value(Value::Pointer(pointer)) => Value::Pointer(pointer),
                Place::Variable(variable) | Place::Field(variable, _) => {
                    // Who has its address may write it.
                    let value = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                    if let Some(Value::Pointer(pointer)) = value
                        && pointer.base.is_some_and(|base| self.bases[base].extents.is_some())
                    {
                        return Value::Pointer(pointer);
                    }
                    self.forget(variable);
                    // What lies there is the thread's own.
                    let element = self.open_element("?");
                    let base = self.base("(a variable)", Space::Local, Rc::clone(&element));
                    let offset = self.integers.number(0);
                    Value::Pointer(Pointer { base: Some(base), element, inner: Vec::new(), offset })
                }
                Place::Value(_) => Value::VARYING,
            },
            Kind::Binary { operator, left, right } => self.binary(*operator, left, right),
            Kind::Assign { operator, target, value } => {
                let value = self.expression(value);
                let place = self.place(target);
                let value = match operator {
                    None => value,
                    Some(operator) => {
                        let before = self.read(place.clone(), &target.range);
                        self.combined(*operator, before, value)
                    }
                };
                self.assign_to(target, place, value)
            }
            Kind::Step { by, target, is_value_before } => {
                let place = self.place(target);
                let before = self.read(place.clone(), &target.range);
                let by = Value::Int(self.integers.number(*by), Integer::INT);
                let after = self.combined(Operator::Add, before.clone(), by);
                let after = self.assign_to(target, place, after);
                if *is_value_before { before } else { after }
            }
            Kind::Conditional { condition, then, otherwise } => {
                let condition = self.expression(condition);
                let condition = self.truth(&condition);
                self.either(condition, |run| run.expression(then), |run| run.expression(otherwise))
            }
            Kind::Comma(first, second) => {
                self.expression(first);
                self.expression(second)
            }
            Kind::SizeOf(of) => {
                let element = self.element(of);
                Value::Int(element.size, Integer::SIZE)
            }
            Kind::Lambda(lambda) => {
                let copies = match lambda.captures {
                    Captures::References => None,
                    Captures::Copies => self.state.as_ref().map(|state| state.values.clone()),
                    Captures::Mixed => return Value::VARYING,
                };
                let (lambda, scopes) = (Rc::clone(lambda), self.scopes.clone());
                Value::Lambda(Rc::new(Closure { lambda, scopes, copies }))
            }
            Kind::Assembly { text, outputs, inputs } => self.assembly(expr, text, outputs, inputs),
            Kind::Unread(why, parts) => {
                for part in parts {
                    self.expression(part);
                    self.may_write(part);
                }
                let node = self.unknown(why);
                Value::Int(node, Integer::INT)
            }
        }
    }

    fn other(&self, values: &[Value]) -> Value {
        Value::Other { is_uniform: values.iter().all(|value| self.is_uniform(value)) }
    }

    /// What stands for true or false.
    pub(super) fn truth(&mut self, value: &Value) -> Node {
        let node = match value {
            Value::Pointer(pointer) => {
                let base = pointer.base.filter(|_| self.integers.as_number(pointer.offset) == Some(0));
                let symbol = match base.map(|base| &self.bases[base]) {
                    Some(own) if own.extents.is_some() || own.space == Space::Local => {
                        return self.integers.number(1);
                    }
                    // The same wherever it is asked.
                    Some(buffer) => {
                        let name = format!("{} is given", buffer.name);
                        self.integers.named(&name, true)
                    }
                    None => self.new_symbol("a pointer is given", true),
                };
                self.integers.set_truth(symbol);
                self.integers.symbol(symbol)
            }
            value => self.integer_of(value).0,
        };
        self.integers.convert(Integer::BOOL, node)
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Value {
        if matches!(operator, Operator::LogicalAnd | Operator::LogicalOr) {
            let first = self.expression(left);
            let first = self.truth(&first);
            let is_and = operator == Operator::LogicalAnd;
            if self.integers.as_number(first) == Some(i64::from(!is_and)) {
                return Value::Int(first, Integer::BOOL);
            }
            // The second is asked by those alone for whom the first leaves it open.
            let depth = self.state.as_ref().map_or(0, |state| state.mask.len());
            if let Some(state) = &mut self.state {
                state.mask.push((first, is_and));
            }
            let second = self.expression(right);
            let second = self.truth(&second);
            if let Some(state) = &mut self.state {
                state.mask.truncate(depth);
            }
            return Value::Int(self.integers.binary(operator, Integer::INT, first, second), Integer::BOOL);
        }
        let first = self.expression(left);
        let second = self.expression(right);
        self.combined(operator, first, second)
    }

    /// By how many bytes an address is beside a multiple of a number: the same for all lanes if what they differ by is one.
    fn beside_multiple(&mut self, pointer: &Pointer, by: Node) -> Value {
        let by = self.integers.as_number(by).filter(|by| *by > 0);
        let offset = self.integers.value(pointer.offset).clone().ok();
        let (Some(by), Some(offset), Some(base)) = (by, offset, pointer.base) else {
            return Value::Int(self.varying(), Integer::SIZE);
        };
        let (_, rest) = offset.apart();
        if rest.terms().iter().any(|(_, lanes)| lanes.iter().any(|lane| lane % by != 0)) {
            return Value::Int(self.varying(), Integer::SIZE);
        }
        let name = format!("(an address in {} % {by})", self.bases[base].name);
        let symbol = self.new_symbol(&name, true);
        self.integers.set_guard(symbol);
        Value::Int(self.integers.symbol(symbol), Integer::SIZE)
    }

    pub(super) fn combined(&mut self, operator: Operator, left: Value, right: Value) -> Value {
        let is_sum = matches!(operator, Operator::Add | Operator::Subtract);
        match (&left, &right) {
            (Value::Pointer(a), Value::Pointer(b))
                if operator == Operator::Subtract && a.base == b.base && a.base.is_some() =>
            {
                let difference = self.integers.binary(Operator::Subtract, Integer::LONG, a.offset, b.offset);
                let size = a.element.size;
                return Value::Int(
                    self.integers.binary(Operator::Divide, Integer::LONG, difference, size),
                    Integer::LONG,
                );
            }
            (Value::Pointer(pointer), other) if is_sum && !matches!(other, Value::Pointer(_)) => {
                let by = self.integer_of(other).0;
                return Value::Pointer(self.moved(pointer, by, operator));
            }
            (other, Value::Pointer(pointer)) if operator == Operator::Add => {
                let by = self.integer_of(other).0;
                return Value::Pointer(self.moved(pointer, by, operator));
            }
            // How an address is aligned.
            (Value::Pointer(pointer), Value::Int(by, _))
                if operator == Operator::Remainder && pointer.element.name == "unsigned char" =>
            {
                return self.beside_multiple(pointer, *by);
            }
            // An address as a number, of which bits are changed.
            (Value::Pointer(pointer), other)
                if pointer.element.name == "unsigned char" && !matches!(other, Value::Pointer(_)) =>
            {
                let by = self.integer_of(other).0;
                let is_bits = matches!(operator, Operator::Xor | Operator::And | Operator::Or);
                let offset = if is_bits {
                    self.integers.binary(operator, Integer::LONG, pointer.offset, by)
                } else {
                    self.unknown("an address is put into this operation")
                };
                return Value::Pointer(Pointer { offset, ..pointer.clone() });
            }
            (Value::Other { .. } | Value::Fields(_), _) | (_, Value::Other { .. } | Value::Fields(_)) => {
                return self.other(&[left, right]);
            }
            _ => {}
        }
        let (a, of_a) = self.integer_of(&left);
        let (b, of_b) = self.integer_of(&right);
        let of = match operator {
            Operator::ShiftLeft | Operator::ShiftRight => of_a.promoted(),
            _ => of_a.common(of_b),
        };
        let (a, b) = match operator {
            Operator::ShiftLeft | Operator::ShiftRight => (self.integers.convert(of, a), b),
            _ => (self.integers.convert(of, a), self.integers.convert(of, b)),
        };
        let mut node = self.integers.binary(operator, of, a, b);
        if matches!(self.integers.value(node), Err(crate::lanes::Why::Symbol(_)))
            && let Some(known) = self.integers.by_multiple(operator, a, b)
        {
            node = known;
        }
        let of = match operator {
            Operator::Less
            | Operator::LessEqual
            | Operator::Greater
            | Operator::GreaterEqual
            | Operator::Equal
            | Operator::NotEqual => Integer::BOOL,
            _ => of,
        };
        Value::Int(node, of)
    }

    /// What an expression names.
    pub(super) fn place(&mut self, expr: &Expr) -> Place {
        if !self.step() {
            return Place::Value(Value::VARYING);
        }
        match &expr.kind {
            Kind::Name(name) => self.named(name),
            Kind::Index { base, index } => {
                let of = self.expression(base);
                let index = self.expression(index);
                let index_node = self.integer_of(&index).0;
                match of {
                    Value::Pointer(pointer) => {
                        let moved = self.moved(&pointer, index_node, Operator::Add);
                        Self::pointed(moved)
                    }
                    Value::Accessor(accessor) => self.indexed(accessor, index_node),
                    Value::Object { name, of } if self.integers.is_uniform(index_node) => {
                        Place::Value(Value::Object { name: format!("{name}[..]"), of })
                    }
                    Value::Object { name, .. } => {
                        self.record_unknown(&format!("the type of `{name}` is not known here"), &expr.range);
                        Place::Value(Value::VARYING)
                    }
                    Value::Other { is_uniform: true } if self.integers.is_uniform(index_node) => {
                        Place::Value(Value::UNIFORM)
                    }
                    _ => Place::Value(Value::VARYING),
                }
            }
            Kind::Dereference(pointer) => match self.expression(pointer) {
                Value::Pointer(pointer) => Self::pointed(pointer),
                Value::Object { name, of } => Place::Value(Value::Object { name, of }),
                _ => Place::Value(Value::VARYING),
            },
            Kind::Member { base, name, is_arrow } => self.member(expr, base, name, *is_arrow),
            // `*(float4*)&x`, `(float4&)x`, `reinterpret_cast<float4&>(x)`
            Kind::Cast { to, value } if to.is_reference => match self.place(value) {
                Place::Memory(pointer, is_member) => {
                    let element = self.element(to);
                    Place::Memory(Pointer { element, inner: Vec::new(), ..pointer }, is_member)
                }
                Place::Variable(variable) | Place::Field(variable, _) => {
                    self.forget(variable);
                    Place::Value(Value::VARYING)
                }
                Place::Value(_) => Place::Value(Value::VARYING),
            },
            Kind::Conditional { .. } | Kind::Call { .. } | Kind::Assign { .. } | Kind::Step { .. } => {
                match self.expression(expr) {
                    Value::Reference(pointer) => Place::Memory(pointer, false),
                    value => Place::Value(value),
                }
            }
            _ => Place::Value(self.expression(expr)),
        }
    }

    /// What an address points to.
    fn pointed(pointer: Pointer) -> Place {
        if pointer.inner.is_empty() {
            Place::Memory(pointer, false)
        } else {
            let inner = pointer.inner[1..].to_vec();
            Place::Value(Value::Pointer(Pointer { inner, ..pointer }))
        }
    }

    pub(super) fn record_unknown(&mut self, why: &str, range: &Range<usize>) {
        let offset = self.unknown(why);
        let element = self.open_element("?");
        self.record(&Pointer { base: None, element, inner: Vec::new(), offset }, false, range, false);
    }

    fn named(&mut self, name: &str) -> Place {
        if let Some(variable) = self.lookup_variable(name) {
            let value = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
            return match value {
                Some(Value::Reference(pointer)) => Place::Memory(pointer, false),
                _ => Place::Variable(variable),
            };
        }
        if name == "warpSize" {
            return Place::Value(Value::Int(self.integers.number(32), Integer::INT));
        }
        if let Some(value) = self.global(name) {
            return match value {
                Value::Reference(pointer) => Place::Memory(pointer, false),
                value => Place::Value(value),
            };
        }
        // What projects call the threads of a warp, in headers that are not read here.
        let short = name.rsplit("::").next().unwrap_or(name).to_ascii_lowercase().replace('_', "");
        if matches!(
            short.trim_start_matches('k'),
            "warpsize" | "threadsperwarp" | "numthreadsperwarp" | "nthreadsperwarp"
        ) {
            let number = self.integers.number(32);
            let node = self.integers.supposed(number, &format!("`{name}` = 32"));
            return Place::Value(Value::Int(node, Integer::INT));
        }
        if is_of_constant(name) {
            // What stands in template arguments may be called the same in two places, and be two.
            let symbol = match name.contains('<') {
                true => self.integers.new_symbol(name, false, None),
                false => self.integers.named(name, false),
            };
            return Place::Value(Value::Int(self.integers.symbol(symbol), Integer::INT));
        }
        let node = self.unknown(&format!("`{name}` is not known here"));
        Place::Value(Value::Int(node, Integer::INT))
    }

    /// A name of the file itself.
    fn global(&mut self, name: &str) -> Option<Value> {
        if let Some(known) = self.constants.get(name) {
            return known.clone();
        }
        // Against definitions that name each other.
        self.constants.insert(name.to_owned(), None);
        let declared = self.file.constant(name)?;
        let scopes = std::mem::replace(&mut self.scopes, vec![super::Scope::default()]);
        let state = self.state.clone();
        self.trials += 1;
        self.declare(&declared);
        let value = self.lookup(&declared.name);
        self.trials -= 1;
        self.scopes = scopes;
        if self.state.is_some() {
            self.state = state;
        }
        // Of what may change nothing is known.
        let value = match value {
            Some(Value::Int(node, of)) if !declared.of.is_constant => {
                let _ = node;
                let symbol = self.integers.named(name, false);
                Some(Value::Int(self.integers.symbol(symbol), of))
            }
            value => value,
        };
        self.constants.insert(name.to_owned(), value.clone());
        value
    }

    fn member(&mut self, expr: &Expr, base: &Expr, name: &str, is_arrow: bool) -> Place {
        if let Kind::Name(of) = &base.kind
            && self.lookup_variable(of).is_none()
            && let Some(value) = self.built_in(of, name)
        {
            return Place::Value(value);
        }
        let place = if is_arrow {
            match self.expression(base) {
                Value::Pointer(pointer) => Self::pointed(pointer),
                value => Place::Value(value),
            }
        } else {
            self.place(base)
        };
        match place {
            Place::Memory(pointer, _) => self.member_in_memory(&pointer, name, &expr.range),
            Place::Variable(variable) => {
                let value = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                match value {
                    Some(Value::Fields(_)) => Place::Field(variable, vec![name.to_owned()]),
                    Some(value) => Place::Value(self.member_of(value, name)),
                    None => Place::Value(Value::VARYING),
                }
            }
            Place::Field(variable, mut path) => {
                path.push(name.to_owned());
                Place::Field(variable, path)
            }
            Place::Value(value) => Place::Value(self.member_of(value, name)),
        }
    }

    fn member_of(&mut self, value: Value, name: &str) -> Value {
        match value {
            Value::Object { name: object, of } => {
                let path = format!("{object}.{name}");
                match &of.kind {
                    ElementKind::Class(fields) => match fields.iter().find(|field| field.name == name) {
                        Some(field) if field.sizes.is_empty() => {
                            let element = Rc::clone(&field.element);
                            self.opened_element(&path, element)
                        }
                        Some(field) => Value::Object { name: path, of: Rc::clone(&field.element) },
                        None => Value::UNIFORM,
                    },
                    ElementKind::Vector(lane, _) => {
                        let lane = Rc::clone(lane);
                        self.opened_element(&path, lane)
                    }
                    _ => {
                        let of = self.open_element(&path);
                        Value::Object { name: path, of }
                    }
                }
            }
            Value::Fields(fields) => fields.get(name).cloned().unwrap_or(Value::VARYING),
            Value::Other { is_uniform } => Value::Other { is_uniform },
            _ => Value::VARYING,
        }
    }

    fn member_in_memory(&mut self, pointer: &Pointer, name: &str, range: &Range<usize>) -> Place {
        let (element, place) = match &pointer.element.kind {
            ElementKind::Vector(lane, _) => {
                let at = ["x", "y", "z", "w"].iter().position(|known| *known == name);
                let Some(at) = at else { return Place::Value(Value::VARYING) };
                let size = self.integers.as_number(lane.size).unwrap_or(0);
                (Rc::clone(lane), i64::try_from(at).unwrap_or(0) * size)
            }
            ElementKind::Class(fields) => match fields.iter().find(|field| field.name == name) {
                Some(field) => {
                    let by = self.integers.number(field.place);
                    let offset = self.integers.binary(Operator::Add, Integer::LONG, pointer.offset, by);
                    let inner = field.sizes.iter().skip(1).map(|size| self.integers.number(*size)).collect();
                    let moved =
                        Pointer { element: Rc::clone(&field.element), inner, offset, ..pointer.clone() };
                    if !field.sizes.is_empty() {
                        return Place::Value(Value::Pointer(moved));
                    }
                    return Place::Memory(moved, true);
                }
                None => return Place::Value(Value::VARYING),
            },
            _ => {
                // The object is not known: what of it is read is not, either.
                if !self.integers.is_uniform(pointer.offset) {
                    let name = pointer.element.name.clone();
                    self.record_unknown(&format!("what fields `{name}` has is not known here"), range);
                    return Place::Value(Value::VARYING);
                }
                let base = pointer.base.map_or("?", |base| self.bases[base].name.as_str());
                let path = format!("{base}[..].{name}");
                let of = self.open_element(&path);
                return Place::Value(Value::Object { name: path, of });
            }
        };
        let by = self.integers.number(place);
        let offset = self.integers.binary(Operator::Add, Integer::LONG, pointer.offset, by);
        Place::Memory(Pointer { element, inner: Vec::new(), offset, ..pointer.clone() }, true)
    }

    /// `threadIdx.x` and its like.
    fn built_in(&mut self, of: &str, member: &str) -> Option<Value> {
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == member)?;
        let node = match of {
            "threadIdx" => self.integers.thread(axis),
            "blockDim" => self.block[axis],
            "blockIdx" | "gridDim" | "clusterDim" => {
                let symbol = self.integers.named(&format!("{of}.{member}"), true);
                self.integers.symbol(symbol)
            }
            _ => return None,
        };
        Some(Value::Int(node, Integer::UNSIGNED))
    }

    /// What is read at a place.
    pub(super) fn read(&mut self, place: Place, range: &Range<usize>) -> Value {
        match place {
            Place::Variable(variable) => {
                let value = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                value.unwrap_or(Value::VARYING)
            }
            Place::Field(variable, path) => {
                let mut value = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                for name in &path {
                    value = value.map(|value| self.member_of(value, name));
                }
                value.unwrap_or(Value::VARYING)
            }
            Place::Memory(pointer, is_member) => self.load(&pointer, range, is_member),
            Place::Value(value) => value,
        }
    }

    pub(super) fn load(&mut self, pointer: &Pointer, range: &Range<usize>, is_member: bool) -> Value {
        self.record(pointer, false, range, is_member);
        let space = pointer.base.map(|base| self.bases[base].space);
        let is_uniform =
            self.integers.is_uniform(pointer.offset) && space.is_some_and(|space| space != Space::Local);
        let element = Rc::clone(&pointer.element);
        if is_uniform {
            let base = pointer.base.map_or("?", |base| self.bases[base].name.as_str());
            let name = format!("{base}[..]");
            return match &element.kind {
                ElementKind::Integer(of) => {
                    let symbol = self.new_symbol(&name, !of.is_signed);
                    Value::Int(self.integers.symbol(symbol), *of)
                }
                _ => self.opened_element(&name, element),
            };
        }
        self.varying_of(&element)
    }

    /// A value of a type that differs from lane to lane, nobody knows how.
    pub(super) fn varying_of(&mut self, element: &Element) -> Value {
        match &element.kind {
            ElementKind::Integer(of) => Value::Int(self.varying(), *of),
            ElementKind::Pointer(to) => {
                let offset = self.varying();
                Value::Pointer(Pointer { base: None, element: Rc::clone(to), inner: Vec::new(), offset })
            }
            ElementKind::Vector(lane, count) => {
                let lane = self.varying_of(&Rc::clone(lane));
                let names = ["x", "y", "z", "w"].iter().take(usize::try_from(*count).unwrap_or(0));
                Value::Fields(Rc::new(names.map(|name| ((*name).to_owned(), lane.clone())).collect()))
            }
            ElementKind::Class(fields) => {
                let mut all = std::collections::BTreeMap::new();
                for field in fields.iter() {
                    let value =
                        if field.sizes.is_empty() { self.varying_of(&field.element) } else { Value::VARYING };
                    all.insert(field.name.clone(), value);
                }
                Value::Fields(Rc::new(all))
            }
            ElementKind::Number | ElementKind::Accessor(..) | ElementKind::Open => Value::VARYING,
        }
    }

    /// Puts a value where an expression says; what is there then.
    fn assign_to(&mut self, target: &Expr, place: Place, value: Value) -> Value {
        if matches!(place, Place::Value(_)) {
            self.change_part(target, &value);
        }
        self.assign(place, value, &target.range)
    }

    /// What a variable holds of which a part is written that has no place of its own here: a member of a kernel's parameter.
    fn change_part(&mut self, target: &Expr, value: &Value) {
        let (mut path, mut has_index, mut rest) = (Vec::new(), false, target);
        let variable = loop {
            match &rest.kind {
                Kind::Member { base, name, .. } => {
                    path.insert(0, name.clone());
                    rest = base;
                }
                Kind::Index { base, .. } => {
                    has_index = true;
                    rest = base;
                }
                Kind::Name(name) => break self.lookup_variable(name),
                _ => return,
            }
        };
        let Some(variable) = variable else { return };
        let Some(held) = self.state.as_ref().and_then(|state| state.values.get(variable).cloned()) else {
            return;
        };
        let is_uniform = self.is_uniform(value);
        // What is indexed is memory that lies elsewhere, if it is no array of a class that is known.
        if has_index && matches!(held, Value::Object { .. }) && (is_uniform || self.expanded(&held).is_none())
        {
            return;
        }
        match held {
            Value::Object { .. } if !has_index && self.expanded(&held).is_some() => {
                let changed = self.with_field(held, &path, value.clone());
                self.set(variable, changed);
            }
            // Another object from here on.
            Value::Object { name, of } if is_uniform => {
                self.set(variable, Value::Object { name: format!("{name}'"), of });
            }
            Value::Object { .. } | Value::Other { is_uniform: true } if !is_uniform => self.forget(variable),
            _ => {}
        }
    }

    /// The fields of what is known by its name alone, where its class is known.
    fn expanded(&mut self, object: &Value) -> Option<Value> {
        let Value::Object { of, .. } = object else { return None };
        let names: Vec<String> = match &of.kind {
            ElementKind::Class(fields) => fields.iter().map(|field| field.name.clone()).collect(),
            ElementKind::Vector(_, count) => ["x", "y", "z", "w"]
                .iter()
                .take(usize::try_from(*count).ok()?)
                .map(|name| (*name).to_owned())
                .collect(),
            _ => return None,
        };
        let fields = names.into_iter().map(|name| {
            let value = self.member_of(object.clone(), &name);
            (name, value)
        });
        Some(Value::Fields(Rc::new(fields.collect())))
    }

    /// Puts a value somewhere; what is there then.
    pub(super) fn assign(&mut self, place: Place, value: Value, range: &Range<usize>) -> Value {
        match place {
            Place::Variable(variable) => {
                let before = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                let value = self.as_held(before.as_ref(), value);
                self.set(variable, value.clone());
                value
            }
            Place::Field(variable, path) => {
                let whole = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
                if let Some(whole) = whole {
                    let whole = self.with_field(whole, &path, value.clone());
                    self.set(variable, whole);
                }
                value
            }
            Place::Memory(pointer, is_member) => {
                self.record(&pointer, true, range, is_member);
                value
            }
            Place::Value(_) => value,
        }
    }

    fn with_field(&mut self, whole: Value, path: &[String], value: Value) -> Value {
        let Some((first, rest)) = path.split_first() else {
            return self.as_held(Some(&whole), value);
        };
        let whole = self.expanded(&whole).unwrap_or(whole);
        let Value::Fields(fields) = whole else { return Value::VARYING };
        let mut fields = (*fields).clone();
        let before = fields.get(first).cloned().unwrap_or(Value::VARYING);
        let after = self.with_field(before, rest, value);
        fields.insert(first.clone(), after);
        Value::Fields(Rc::new(fields))
    }

    /// A value as a variable holds it that held this before: of the same type.
    fn as_held(&mut self, before: Option<&Value>, value: Value) -> Value {
        match (before, value) {
            (Some(Value::Int(_, of)), value) => {
                if let Value::Pointer(pointer) = value {
                    let element = self.byte();
                    return Value::Pointer(Pointer { element, inner: Vec::new(), ..pointer });
                }
                let node = self.integer_of(&value).0;
                Value::Int(self.integers.convert(*of, node), *of)
            }
            (Some(Value::Pointer(before)), Value::Pointer(pointer)) => {
                Value::Pointer(Pointer { element: Rc::clone(&before.element), ..pointer })
            }
            (Some(Value::Pointer(before)), _) => {
                let offset = self.unknown("it is set to what is no known address");
                Value::Pointer(Pointer { base: None, offset, ..before.clone() })
            }
            (Some(Value::Other { .. }), value) => self.other(&[value]),
            (_, value) => value,
        }
    }

    /// Of this variable nothing is known any longer.
    pub(super) fn forget(&mut self, variable: Variable) {
        let before = self.state.as_ref().and_then(|state| state.values.get(variable).cloned());
        let Some(before) = before else { return };
        let after = self.unknown_as(&before, "something that is not followed may write it");
        self.set(variable, after);
    }

    pub(super) fn unknown_as(&mut self, before: &Value, why: &str) -> Value {
        match before {
            Value::Int(_, of) => Value::Int(self.unknown(why), *of),
            Value::Pointer(pointer)
                if pointer.base.is_some_and(|base| {
                    self.bases[base].extents.is_some() && self.integers.as_number(pointer.offset) == Some(0)
                }) =>
            {
                // An array itself stays where it is.
                before.clone()
            }
            Value::Pointer(pointer) => {
                let offset = self.unknown(why);
                Value::Pointer(Pointer { base: None, offset, ..pointer.clone() })
            }
            Value::Accessor(accessor) => {
                let offset = self.unknown(why);
                Value::Accessor(super::value::Accessor { offset, ..accessor.clone() })
            }
            Value::Fields(fields) => {
                let mut all = std::collections::BTreeMap::new();
                for (name, value) in fields.iter() {
                    let value = self.unknown_as(value, why);
                    all.insert(name.clone(), value);
                }
                Value::Fields(Rc::new(all))
            }
            Value::Reference(_) | Value::Lambda(_) | Value::Group(_) => before.clone(),
            Value::Other { .. } | Value::Object { .. } => Value::VARYING,
        }
    }

    /// What is given to something that is not followed, which may write to it.
    pub(super) fn may_write(&mut self, expr: &Expr) {
        match &expr.kind {
            Kind::Name(name) => {
                if let Some(variable) = self.lookup_variable(name) {
                    self.forget(variable);
                }
            }
            Kind::Member { base, .. } => self.may_write(base),
            _ => {}
        }
    }

    /// What is given by its name to a function that is not defined here: it stays as it is if the function does not take it
    /// by a reference and write to it.
    pub(super) fn is_left_alone(&mut self, expr: &Expr, function: &str) {
        let Kind::Name(name) = &expr.kind else { return self.may_write(expr) };
        let Some(variable) = self.lookup_variable(name) else { return };
        let Some(value) = self.state.as_ref().and_then(|state| state.values.get(variable).cloned()) else {
            return;
        };
        let text = format!("`{function}` leaves `{name}` as it is");
        let value = match value {
            Value::Int(node, of) => Value::Int(self.integers.supposed(node, &text), of),
            Value::Pointer(pointer) => {
                let is_array = pointer.base.is_some_and(|base| self.bases[base].extents.is_some())
                    && self.integers.as_number(pointer.offset) == Some(0);
                if is_array {
                    return;
                }
                let offset = self.integers.supposed(pointer.offset, &text);
                Value::Pointer(Pointer { offset, ..pointer })
            }
            _ => return self.forget(variable),
        };
        self.set(variable, value);
    }

    pub(super) fn group_rank(&mut self, group: Group) -> Value {
        let linear = self.linear;
        match group {
            Group::Block => Value::Int(linear, Integer::UNSIGNED),
            Group::Tile(size) => {
                let size = self.integers.number(size);
                Value::Int(
                    self.integers.binary(Operator::Remainder, Integer::INT, linear, size),
                    Integer::UNSIGNED,
                )
            }
            Group::Grid => {
                // Blocks are whole warps, but for some whose shape is known.
                let symbol = self.integers.named("(warps of the blocks before)", true);
                let before = self.integers.symbol(symbol);
                let before = self.whole_warps(before);
                Value::Int(self.integers.binary(Operator::Add, Integer::LONG, before, linear), Integer::SIZE)
            }
        }
    }
}
