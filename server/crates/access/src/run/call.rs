//! Calls: functions of CUDA, functions and lambdas of the file.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::expression::{Place, names_thread};
use super::scope::{Scope, State};
use super::value::{Closure, Element, ElementKind, Group, Named, Pointer, Value};
use super::{Frame, MOST_CALLS, Run};
use crate::Space;
use crate::code::{Expr, Function, Integer, Kind, Operator, Parameter, TemplateArgument};
use crate::lanes::LANES;
use crate::wavefronts::By;

/// Functions that read what a pointer points to.
const LOADS: &[&str] =
    &["__ldg", "__ldcs", "__ldca", "__ldcg", "__ldcv", "__ldlu", "ldg", "__builtin_nontemporal_load"];

/// Functions that write to what a pointer points to.
const STORES: &[&str] = &["__stcs", "__stcg", "__stwb", "__stwt"];

/// Functions whose result is that of some other lane, or of all.
const OF_OTHERS: &[&str] = &["__shfl", "__ballot", "__any", "__all", "__reduce", "__match", "__activemask"];

/// Functions of numbers that write nothing.
const PURE: &[&str] = &[
    "sqrt",
    "sqrtf",
    "rsqrt",
    "rsqrtf",
    "exp",
    "expf",
    "exp2",
    "exp2f",
    "log",
    "logf",
    "log2",
    "log2f",
    "log1p",
    "log1pf",
    "tanh",
    "tanhf",
    "pow",
    "powf",
    "fma",
    "fmaf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fabs",
    "fabsf",
    "floor",
    "floorf",
    "ceil",
    "ceilf",
    "round",
    "roundf",
    "rint",
    "rintf",
    "sin",
    "sinf",
    "cos",
    "cosf",
    "sincosf",
    "erf",
    "erff",
    "isnan",
    "isinf",
    "lrintf",
    "rcp",
    "trunc",
    "truncf",
    "cbrt",
    "printf",
    "assert",
    "static_assert",
    "clock64",
    "clock",
];

/// Whether a function is known to write nothing that is given to it by its name.
pub(super) fn is_harmless(name: &str) -> bool {
    let short = name.rsplit("::").next().unwrap_or(name);
    short.starts_with("__")
        || short.starts_with("atomic")
        || short.starts_with("make_")
        || PURE.contains(&short)
        || short.contains("ASSERT")
        || short.contains("assert")
        || short.contains("CHECK")
        || ["bfloat162float", "float2half", "half2float", "numeric_limits", "to_float", "upcast"]
            .iter()
            .any(|word| short.contains(word))
}

/// What divides and rounds up, as projects call it.
fn is_quotient(name: &str) -> bool {
    matches!(
        name.rsplit("::").next().unwrap_or(name).to_ascii_lowercase().as_str(),
        "ceil_div"
            | "cdiv"
            | "ceildiv"
            | "div_up"
            | "divup"
            | "div_ceil"
            | "ceil_divide"
            | "divide_and_round_up"
            | "divideandroundup"
    )
}

/// Whether the name of a function says that it may tell threads apart.
fn names_rank(name: &str) -> bool {
    let short = name.rsplit("::").next().unwrap_or(name);
    let lower = short.to_ascii_lowercase();
    names_thread(name) || lower.contains("rank") || lower.ends_with("id") || lower.contains("shfl")
}

impl Run<'_> {
    pub(super) fn call(
        &mut self,
        expr: &Expr,
        callee: &Expr,
        template: &[TemplateArgument],
        arguments: &[Expr],
    ) -> Value {
        if let Kind::Member { base, name, .. } = &callee.kind {
            return self.method(base, name, arguments);
        }
        let Kind::Name(name) = &callee.kind else {
            if let Value::Lambda(closure) = self.expression(callee) {
                return self.closure(&closure, arguments);
            }
            self.unknown_call(arguments);
            return Value::VARYING;
        };
        if let Some(Value::Lambda(closure)) = self.lookup(name) {
            return self.closure(&closure, arguments);
        }
        if let Some(value) = self.of_cuda(expr, name, template, arguments) {
            return value;
        }
        if let Some(function) = self.file.function(name, arguments.len()) {
            if self.called.len() < MOST_CALLS && !self.called.contains(name) {
                let around = self.away.clone();
                if function.is_elsewhere && !expr.range.is_empty() {
                    self.away = Some(expr.range.clone());
                }
                let value = self.function(&function, template, arguments);
                self.away = around;
                return value;
            }
            self.unknown_call(arguments);
            let node = self.unknown("functions are called too deep");
            return Value::Int(node, Integer::INT);
        }
        // `T(x)`
        let of = crate::code::Type { name: name.clone(), ..crate::code::Type::default() };
        let is_type = self.lookup_type(name).is_some()
            || self.file.alias(name).is_some()
            || self.file.class(name).is_some();
        let element = self.element(&of);
        if is_type || element.kind != ElementKind::Open {
            return self.constructed(&of, arguments);
        }
        let is_known = is_harmless(name) || is_quotient(name);
        let values: Vec<Value> = match is_known {
            true => self.arguments(arguments),
            false => arguments.iter().map(|argument| self.given_away(argument, name)).collect(),
        };
        let are_uniform = values.iter().all(|value| self.is_uniform(value));
        if is_quotient(name) && are_uniform && !values.is_empty() {
            let symbol = self.new_symbol(&format!("{name}(..)"), true);
            return Value::Int(self.integers.symbol(symbol), Integer::INT);
        }
        if is_harmless(name) {
            let is_of_others = OF_OTHERS.iter().any(|word| name.starts_with(word));
            if is_of_others || !are_uniform || names_thread(name) || name.starts_with("atomic") {
                return Value::VARYING;
            }
            return Value::UNIFORM;
        }
        for argument in arguments {
            self.is_left_alone(argument, name);
        }
        if are_uniform && !names_rank(name) && !self.file.defines_function(name) {
            let symbol = self.new_symbol(&format!("{name}(..)"), false);
            let node = self.integers.symbol(symbol);
            let text = format!("`{name}` is the same for all lanes");
            return Value::Int(self.integers.supposed(node, &text), Integer::INT);
        }
        let node = self.unknown(&format!("`{name}` is not defined in this file"));
        Value::Int(node, Integer::INT)
    }

    /// What is given to a function that nobody sees. It may take a reference to what lies in memory, and read it as another type, or
    /// not at all.
    fn given_away(&mut self, argument: &Expr, function: &str) -> Value {
        if !matches!(argument.kind, Kind::Index { .. } | Kind::Dereference(_) | Kind::Member { .. }) {
            return self.expression(argument);
        }
        match self.place(argument) {
            Place::Memory(pointer, is_member) => {
                let text = format!("`{function}` takes a value, no reference");
                let offset = self.integers.supposed(pointer.offset, &text);
                self.load(&Pointer { offset, ..pointer }, &argument.range, is_member)
            }
            place => self.read(place, &argument.range),
        }
    }

    fn arguments(&mut self, arguments: &[Expr]) -> Vec<Value> {
        arguments.iter().map(|argument| self.expression(argument)).collect()
    }

    fn unknown_call(&mut self, arguments: &[Expr]) {
        self.arguments(arguments);
        for argument in arguments {
            self.may_write(argument);
        }
    }

    /// A function of CUDA or of C++ itself.
    fn of_cuda(
        &mut self,
        expr: &Expr,
        name: &str,
        template: &[TemplateArgument],
        arguments: &[Expr],
    ) -> Option<Value> {
        let short = name.rsplit("::").next().unwrap_or(name);
        if LOADS.contains(&short) && arguments.len() == 1 {
            return Some(match self.expression(&arguments[0]) {
                Value::Pointer(pointer) if pointer.inner.is_empty() => {
                    self.load(&pointer, &expr.range, false)
                }
                _ => Value::VARYING,
            });
        }
        if STORES.contains(&short) && arguments.len() == 2 {
            let pointer = self.expression(&arguments[0]);
            self.expression(&arguments[1]);
            if let Value::Pointer(pointer) = pointer {
                self.record(&pointer, true, &expr.range, false);
            }
            return Some(Value::VARYING);
        }
        match (short, arguments) {
            ("min" | "max" | "umin" | "umax" | "std::min" | "std::max", [a, b])
                if self.file.function(name, 2).is_none() =>
            {
                let (a, b) = (self.expression(a), self.expression(b));
                let (Value::Int(x, of_x), Value::Int(y, of_y)) = (&a, &b) else {
                    return Some(Value::Other { is_uniform: self.is_uniform(&a) && self.is_uniform(&b) });
                };
                let of = of_x.common(*of_y);
                let (x, y) = (self.integers.convert(of, *x), self.integers.convert(of, *y));
                let is_smaller = short.ends_with("min");
                let node = if is_smaller { self.integers.smaller(x, y) } else { self.integers.larger(x, y) };
                Some(Value::Int(node, of))
            }
            (
                "__cvta_generic_to_shared" | "__cvta_generic_to_global" | "__cvta_shared_to_generic",
                [pointer],
            ) => Some(match self.expression(pointer) {
                Value::Pointer(pointer) => {
                    let element = self.byte();
                    Value::Pointer(Pointer { element, inner: Vec::new(), ..pointer })
                }
                _ => Value::VARYING,
            }),
            ("cast_smem_ptr_to_uint", [pointer]) => Some(self.expression(pointer)),
            ("__umul24" | "__mul24" | "mul24", [a, b]) => {
                let (a, b) = (self.expression(a), self.expression(b));
                let product = self.combined(Operator::Multiply, a, b);
                Some(product)
            }
            ("__shfl_sync", [mask, value, source, rest @ ..]) => {
                self.expression(mask);
                let value = self.expression(value);
                let source = self.expression(source);
                let width = rest.first().map(|width| self.constant(width));
                // All lanes get what one of them has.
                if !self.is_uniform(&source) || width.is_some_and(|width| width != Some(32)) {
                    return Some(Value::VARYING);
                }
                let source = match source {
                    Value::Int(node, _) => self.integers.as_number(node),
                    _ => None,
                };
                Some(self.of_lane(&value, source))
            }
            ("__activemask", []) => {
                let symbol = self.new_symbol("the lanes that take part", true);
                self.integers.set_guard(symbol);
                Some(Value::Int(self.integers.symbol(symbol), Integer::UNSIGNED))
            }
            ("__ballot_sync" | "__any_sync" | "__all_sync", [_, _]) => {
                self.arguments(arguments);
                let symbol = self.new_symbol("a vote of the warp", true);
                match short {
                    "__all_sync" => {
                        self.integers.set_truth(symbol);
                        self.integers.set_guard(symbol);
                    }
                    "__any_sync" => self.integers.set_truth(symbol),
                    _ => {}
                }
                Some(Value::Int(self.integers.symbol(symbol), Integer::UNSIGNED))
            }
            ("__builtin_assume_aligned" | "__builtin_assume", [value, ..]) => Some(self.expression(value)),
            ("move" | "forward", [value]) => Some(self.expression(value)),
            ("load_matrix_sync", [fragment, pointer, lines, ..])
                if self.file.function(name, arguments.len()).is_none() =>
            {
                self.matrix(&expr.range, pointer, lines, false);
                self.may_write(fragment);
                Some(Value::VARYING)
            }
            ("store_matrix_sync", [pointer, fragment, lines, ..])
                if self.file.function(name, arguments.len()).is_none() =>
            {
                self.expression(fragment);
                self.matrix(&expr.range, pointer, lines, true);
                Some(Value::VARYING)
            }
            ("is_same_v", []) => Some(match template {
                [a, b] => self.are_same_types(a, b),
                _ => Value::UNIFORM,
            }),
            ("this_thread_block", []) => Some(Value::Group(Group::Block)),
            ("this_grid", []) => Some(Value::Group(Group::Grid)),
            ("tiled_partition", [of]) => {
                self.expression(of);
                let size = match template.first() {
                    Some(TemplateArgument::Value(value)) => self.constant(value),
                    Some(TemplateArgument::Type(of)) => {
                        let value = Expr { kind: Kind::Name(of.name.clone()), range: expr.range.clone() };
                        self.constant(&value)
                    }
                    None => None,
                };
                let size = size.filter(|size| (1..=32).contains(size) && 32 % size == 0);
                Some(size.map_or(Value::VARYING, |size| Value::Group(Group::Tile(size))))
            }
            _ if short.starts_with("make_") && !arguments.is_empty() => {
                let of = crate::code::Type {
                    name: short.trim_start_matches("make_").to_owned(),
                    ..Default::default()
                };
                let element = self.element(&of);
                match element.kind {
                    ElementKind::Vector(..) => Some(self.constructed(&of, arguments)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A matrix that a whole warp reads or writes: from where on, with so many elements from line to line.
    fn matrix(&mut self, range: &std::ops::Range<usize>, pointer: &Expr, lines: &Expr, is_write: bool) {
        let (pointer, lines) = (self.expression(pointer), self.expression(lines));
        if let Value::Pointer(pointer) = pointer {
            let lines = self.integer_of(&lines).0;
            let size = pointer.element.size;
            self.record_of(&pointer, size, is_write, range, false, By::WholeMatrix(lines));
        }
    }

    /// What one lane has, for all of a warp.
    fn of_lane(&mut self, value: &Value, lane: Option<i64>) -> Value {
        match value {
            Value::Int(node, of) => {
                let known =
                    self.integers.value(*node).clone().ok().filter(|sum| sum.is_uniform() || lane.is_some());
                let lane = lane.and_then(|lane| usize::try_from(lane).ok()).filter(|lane| *lane < LANES);
                let node = match (known, lane) {
                    (Some(sum), _) if sum.is_uniform() => *node,
                    (Some(sum), Some(lane)) => self.integers.of_sum(&sum.at(lane)),
                    _ => {
                        let symbol = self.new_symbol("a value of one lane", !of.is_signed);
                        self.integers.symbol(symbol)
                    }
                };
                Value::Int(node, *of)
            }
            Value::Other { .. } => Value::UNIFORM,
            _ => Value::VARYING,
        }
    }

    fn method(&mut self, base: &Expr, name: &str, arguments: &[Expr]) -> Value {
        let of = self.expression(base);
        let values = self.arguments(arguments);
        match of {
            Value::Group(group) => match (group, name) {
                (_, "thread_rank") => self.group_rank(group),
                (Group::Tile(size), "size" | "num_threads") => {
                    Value::Int(self.integers.number(size), Integer::UNSIGNED)
                }
                (Group::Tile(size), "meta_group_rank") => {
                    let size = self.integers.number(size);
                    let rank = self.integers.binary(Operator::Divide, Integer::INT, self.linear, size);
                    Value::Int(rank, Integer::UNSIGNED)
                }
                (Group::Block, "thread_index") => {
                    let mut fields = BTreeMap::new();
                    for (axis, name) in ["x", "y", "z"].iter().enumerate() {
                        let node = self.integers.thread(axis);
                        fields.insert((*name).to_owned(), Value::Int(node, Integer::UNSIGNED));
                    }
                    Value::Fields(Rc::new(fields))
                }
                (Group::Block, "group_index") => {
                    let mut fields = BTreeMap::new();
                    for name in ["x", "y", "z"] {
                        let symbol = self.integers.named(&format!("blockIdx.{name}"), true);
                        let node = self.integers.symbol(symbol);
                        fields.insert(name.to_owned(), Value::Int(node, Integer::UNSIGNED));
                    }
                    Value::Fields(Rc::new(fields))
                }
                (Group::Block, "size" | "num_threads") => {
                    let [x, y, z] = self.block;
                    let rows = self.integers.binary(Operator::Multiply, Integer::UNSIGNED, x, y);
                    let all = self.integers.binary(Operator::Multiply, Integer::UNSIGNED, rows, z);
                    Value::Int(all, Integer::UNSIGNED)
                }
                (Group::Grid, "size" | "num_threads") => {
                    let symbol = self.integers.named("(warps of the grid)", true);
                    let warps = self.integers.symbol(symbol);
                    Value::Int(self.whole_warps(warps), Integer::SIZE)
                }
                (Group::Grid | Group::Tile(_), "meta_group_size") => {
                    let symbol = self.integers.named(&format!("{name}()"), true);
                    Value::Int(self.integers.symbol(symbol), Integer::UNSIGNED)
                }
                _ => Value::VARYING,
            },
            Value::Accessor(accessor) => self.of_accessor(&accessor, name, &values),
            Value::Object { name: object, .. }
                if values.iter().all(|value| self.is_uniform(value)) && !names_thread(name) =>
            {
                // What a parameter says of itself: `x.size(0)`.
                let text: Vec<String> = values
                    .iter()
                    .map(|value| match value {
                        Value::Int(node, _) => self
                            .integers
                            .as_number(*node)
                            .map_or("..".to_owned(), |number| number.to_string()),
                        _ => "..".to_owned(),
                    })
                    .collect();
                let path = format!("{object}.{name}({})", text.join(", "));
                let of = self.open_element(&path);
                Value::Object { name: path, of }
            }
            // What all lanes have gives all the same.
            Value::Other { is_uniform: true }
                if values.iter().all(|value| self.is_uniform(value)) && !names_rank(name) =>
            {
                let path = format!("{name}(..)");
                let of = self.open_element(&path);
                Value::Object { name: path, of }
            }
            _ => {
                for argument in arguments {
                    self.is_left_alone(argument, name);
                }
                self.may_write(base);
                Value::VARYING
            }
        }
    }

    /// So many warps as threads; where the block is known to be no whole warps, that many threads in itself.
    pub(super) fn whole_warps(&mut self, warps: crate::integer::Node) -> crate::integer::Node {
        let size = self
            .block
            .iter()
            .try_fold(1_i64, |all, axis| Some(all.wrapping_mul(self.integers.as_number(*axis)?)));
        if size.is_some_and(|size| size % 32 != 0) {
            return warps;
        }
        let by = self.integers.number(32);
        self.integers.binary(Operator::Multiply, Integer::LONG, warps, by)
    }

    fn closure(&mut self, closure: &Rc<Closure>, arguments: &[Expr]) -> Value {
        if self.called.len() >= MOST_CALLS {
            self.unknown_call(arguments);
            return Value::VARYING;
        }
        let name = format!("(lambda {:p})", Rc::as_ptr(closure));
        if self.called.contains(&name) {
            self.unknown_call(arguments);
            return Value::VARYING;
        }
        let bound = self.bound(&closure.lambda.parameters, arguments);
        // Copies of what has no place any longer get theirs back.
        if let (Some(copies), Some(state)) = (&closure.copies, &mut self.state) {
            let count = state.values.len();
            state.values.extend(copies.iter().skip(count).cloned());
        }
        let outer = std::mem::replace(&mut self.scopes, closure.scopes.clone());
        self.scopes.push(Scope::default());
        self.bind(&closure.lambda.parameters, bound);
        let seen = closure.copies.as_ref().map(|copies| self.exchanged(copies));
        let value = self.body(name, &Rc::clone(&closure.lambda.body));
        if let Some(seen) = seen {
            self.exchanged(&seen);
        }
        self.scopes = outer;
        value
    }

    /// Lets the first variables hold these; what they held.
    fn exchanged(&mut self, values: &[Value]) -> Vec<Value> {
        let Some(state) = &mut self.state else { return Vec::new() };
        let count = values.len().min(state.values.len());
        let before = state.values[..count].to_vec();
        state.values[..count].clone_from_slice(&values[..count]);
        before
    }

    /// What arguments are for parameters: places for references, values for the others.
    fn bound(&mut self, parameters: &[Parameter], arguments: &[Expr]) -> Vec<Place> {
        let mut bound = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let is_reference = parameters.get(at).is_some_and(|parameter| parameter.of.is_reference);
            bound.push(if is_reference {
                self.place(argument)
            } else {
                Place::Value(self.expression(argument))
            });
        }
        bound
    }

    fn bind(&mut self, parameters: &[Parameter], bound: Vec<Place>) {
        let mut bound = bound.into_iter();
        for parameter in parameters {
            let place = match bound.next() {
                Some(place) => place,
                None => match &parameter.default {
                    Some(default) => Place::Value(self.expression(default)),
                    None => Place::Value(Value::VARYING),
                },
            };
            match place {
                Place::Variable(variable) if parameter.of.is_reference => {
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.variables.insert(parameter.name.clone(), variable);
                    }
                }
                Place::Memory(pointer, _) if parameter.of.is_reference => {
                    self.declare_value(&parameter.name, Value::Reference(pointer));
                }
                Place::Field(variable, path) => {
                    let value = self.read(Place::Field(variable, path), &(0..0));
                    if !parameter.of.is_constant {
                        self.forget(variable);
                        self.declare_value(&parameter.name, Value::VARYING);
                    } else {
                        self.declare_value(&parameter.name, value);
                    }
                }
                Place::Value(value) => {
                    let mut of = parameter.of.clone();
                    if of.is_array {
                        of.pointers = 1;
                    } else if parameter.has_dimensions {
                        of.pointers += 1;
                    }
                    let value = if of.name == "auto" {
                        value
                    } else {
                        let element = self.element(&of);
                        match (&value, parameter.has_dimensions) {
                            // An array of rows stays one.
                            (Value::Pointer(pointer), true) if !pointer.inner.is_empty() => value,
                            _ => self.converted(value, &element),
                        }
                    };
                    self.declare_value(&parameter.name, value);
                }
                Place::Variable(_) | Place::Memory(..) => self.declare_value(&parameter.name, Value::VARYING),
            }
        }
    }

    fn function(&mut self, function: &Function, template: &[TemplateArgument], arguments: &[Expr]) -> Value {
        let bound = self.bound(&function.parameters, arguments);
        let explicit: Vec<Option<TemplateArgument>> = template.iter().cloned().map(Some).collect();
        // What is given by name is evaluated where the call stands.
        let mut types = Vec::new();
        let mut numbers = Vec::new();
        for (at, parameter) in function.template.iter().enumerate() {
            let given = explicit.get(at).cloned().flatten();
            if parameter.is_type {
                let element = match given {
                    Some(TemplateArgument::Type(of)) => Some(self.element(&of)),
                    Some(TemplateArgument::Value(Expr { kind: Kind::Name(of), .. })) => {
                        Some(self.element(&crate::code::Type { name: of, ..Default::default() }))
                    }
                    _ => self.deduced(function, &parameter.name, &bound),
                };
                let element = match element {
                    Some(element) => element,
                    None => self.open_element(&parameter.name),
                };
                types.push((parameter.name.clone(), element));
            } else {
                let value = match given {
                    Some(TemplateArgument::Value(value)) => Some(self.expression(&value)),
                    Some(TemplateArgument::Type(of)) => {
                        let name = Expr { kind: Kind::Name(of.name), range: 0..0 };
                        Some(self.expression(&name))
                    }
                    None => match &parameter.default {
                        Some(TemplateArgument::Value(value)) => Some(self.expression(value)),
                        _ => None,
                    },
                };
                numbers.push((parameter.name.clone(), value));
            }
        }
        let outer = std::mem::replace(&mut self.scopes, vec![Scope::default()]);
        for (name, element) in types {
            if let Some(scope) = self.scopes.last_mut() {
                scope.types.insert(name, Named::Type(element));
            }
        }
        for (name, value) in numbers {
            let value = match value {
                Some(value) => value,
                None => {
                    let symbol = self.new_symbol(&name, false);
                    Value::Int(self.integers.symbol(symbol), Integer::INT)
                }
            };
            self.declare_value(&name, value);
        }
        self.bind(&function.parameters, bound);
        let value = self.body(function.name.clone(), &Rc::clone(&function.body));
        self.scopes = outer;
        let returns = &function.returns;
        if returns.name == "auto" || returns.is_reference || returns.name == "void" {
            return value;
        }
        match value {
            Value::Int(..) | Value::Pointer(_) if function.template.is_empty() => {
                let element = self.element(returns);
                self.converted(value, &element)
            }
            value => value,
        }
    }

    /// What a template's parameter is, from what is given for `const T* x`.
    fn deduced(&self, function: &Function, name: &str, bound: &[Place]) -> Option<Rc<Element>> {
        for (parameter, place) in function.parameters.iter().zip(bound) {
            if parameter.of.name != name {
                continue;
            }
            match place {
                Place::Value(Value::Pointer(pointer)) if parameter.of.pointers == 1 => {
                    return Some(Rc::clone(&pointer.element));
                }
                Place::Memory(pointer, _) if parameter.of.pointers == 0 => {
                    return Some(Rc::clone(&pointer.element));
                }
                _ => {}
            }
        }
        None
    }

    fn body(&mut self, name: String, body: &[crate::code::Statement]) -> Value {
        let conditions = self.state.as_ref().map_or(0, |state| state.mask.len());
        self.called.push(name);
        self.frames.push(Frame { returns: Vec::new(), conditions });
        let around = std::mem::take(&mut self.around);
        self.statements(body);
        self.around = around;
        self.called.pop();
        let Some(frame) = self.frames.pop() else { return Value::VARYING };
        let mut ends: Vec<(State, Value)> = frame.returns;
        if let Some(state) = self.state.take() {
            ends.push((state, Value::VARYING));
        }
        match self.gathered(ends, frame.conditions, true) {
            Some((state, value)) => {
                self.state = Some(state);
                value
            }
            None => Value::VARYING,
        }
    }

    /// Inline PTX.
    pub(super) fn assembly(&mut self, expr: &Expr, text: &str, outputs: &[Expr], inputs: &[Expr]) -> Value {
        let values = self.arguments(inputs);
        let special = [("%laneid", true), ("%lane_id", true)].iter().any(|(name, _)| text.contains(name));
        let is_read_only = text.matches(';').count() == 1;
        if is_read_only
            && text.contains("shfl.sync.idx.b32 %0, %1, 0, 0x1")
            && let ([output], [value, ..]) = (outputs, values.as_slice())
        {
            let place = self.place(output);
            let value = self.of_lane(value, Some(0));
            return self.assign(place, value, &output.range);
        }
        for output in outputs {
            let place = self.place(output);
            if special && is_read_only && outputs.len() == 1 {
                let lane = self.integers.lane();
                self.assign(place, Value::Int(lane, Integer::UNSIGNED), &output.range);
            } else {
                self.assign(place, Value::VARYING, &output.range);
            }
        }
        let pointer = |at: usize| match values.get(at) {
            Some(Value::Pointer(pointer)) => Some(pointer.clone()),
            _ => None,
        };
        if !is_read_only {
            return Value::VARYING;
        }
        let in_space = |run: &Self, pointer: &Pointer, space: Space| {
            pointer.base.is_none_or(|base| run.bases[base].space == space)
        };
        if text.contains("cp.async.c") && text.contains("global") && !text.contains("bulk") {
            let size = [16_i64, 8, 4].into_iter().find(|size| {
                let literal = text.split("];").next().unwrap_or(text);
                literal.trim_end_matches(['"', ';', '\\', 'n']).trim_end().ends_with(&format!(" {size}"))
            });
            let size = match size {
                Some(size) => Some(self.integers.number(size)),
                None => match values.get(2) {
                    Some(Value::Int(node, _)) => Some(*node),
                    _ => None,
                },
            };
            if let (Some(size), Some(to), Some(from)) = (size, pointer(0), pointer(1))
                && in_space(self, &to, Space::Shared)
                && in_space(self, &from, Space::Global)
            {
                let by = if text.contains("cp.async.cg") { By::PastL1 } else { By::Each };
                self.record_of(&to, size, true, &expr.range, false, by);
                self.record_of(&from, size, false, &expr.range, false, by);
            }
        } else if text.contains("ldmatrix.sync") && text.contains("m8n8") {
            let lanes = [(".x4", 32), (".x2", 16), (".x1", 8)];
            let lanes = lanes.iter().find(|(name, _)| text.contains(name)).map(|(_, lanes)| *lanes);
            if let (Some(lanes), Some(from)) = (lanes, pointer(0))
                && in_space(self, &from, Space::Shared)
            {
                let size = self.integers.number(16);
                self.record_of(&from, size, false, &expr.range, false, By::Matrix(lanes));
            }
        }
        Value::VARYING
    }
}
