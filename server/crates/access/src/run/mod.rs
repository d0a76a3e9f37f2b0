//! Runs a kernel once for a whole warp.

mod accessor;
mod call;
mod declare;
mod expression;
mod join;
mod repetition;
mod scope;
mod statement;
mod types;
mod value;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::Space;
use crate::code::{Function, Integer, TemplateArgument, Type};
use crate::file::File;
use crate::integer::{Integers, Node};
use crate::lanes::{LANES, Sum, Symbol, Why};
use crate::launch::Configuration;
use crate::wavefronts::By;
use scope::{Scope, State};
pub(crate) use value::{Element, ElementKind, Pointer};
use value::{Named, Value};

/// The most expressions and statements that are run for one kernel and one launch.
pub(crate) const MOST_STEPS: usize = 100_000;

/// How deep functions are followed into each other.
const MOST_CALLS: usize = 10;

/// The most accesses of a kernel.
const MOST_ACCESSES: usize = 4_000;

/// What pointers point into.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Base {
    pub(crate) name: String,
    pub(crate) space: Space,
    /// The extents of a declared array.
    pub(crate) extents: Option<Vec<Node>>,
    /// Where it is declared.
    pub(crate) range: Range<usize>,
    pub(crate) element: Rc<Element>,
}

/// A pointer that is declared into shared memory whose size the launch says: where a part of it begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub(crate) name: String,
    /// Where it is declared.
    pub(crate) range: Range<usize>,
    /// Where the array is declared.
    pub(crate) array: Range<usize>,
    /// In bytes.
    pub(crate) begins: Sum,
    /// Bytes of what it points to.
    pub(crate) element: i64,
}

/// An access of a warp to memory.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    pub(crate) range: Range<usize>,
    pub(crate) base: Option<usize>,
    pub(crate) is_write: bool,
    /// In bytes.
    pub(crate) offset: Node,
    pub(crate) size: Node,
    pub(crate) element: Rc<Element>,
    pub(crate) mask: Vec<(Node, bool)>,
    pub(crate) by: By,
    /// Whether its width may be another than that of its type: of a member, which may be read with others.
    pub(crate) is_member: bool,
}

/// A loop or a `switch` that is being run.
#[derive(Debug, Default)]
struct Around {
    breaks: Vec<State>,
    continues: Vec<State>,
    is_loop: bool,
}

/// A function that is being run.
#[derive(Debug, Default)]
struct Frame {
    returns: Vec<(State, Value)>,
    /// How many conditions held when it began.
    conditions: usize,
}

/// A run of one kernel.
pub(crate) struct Run<'f> {
    pub(crate) file: &'f File<'f>,
    pub(crate) integers: Integers,
    pub(crate) bases: Vec<Base>,
    pub(crate) accesses: Vec<Recorded>,
    pub(crate) parts: Vec<Part>,
    pub(crate) is_cut_short: bool,
    /// Which warp of its block it is, where the block is not known.
    pub(crate) open_warp: Option<Symbol>,
    /// How many integers were worked out for cases of its accesses.
    pub(crate) of_cases: usize,
    scopes: Vec<Scope>,
    state: Option<State>,
    around: Vec<Around>,
    frames: Vec<Frame>,
    /// How many loops around are run to see what they change.
    trials: usize,
    steps: usize,
    most_steps: usize,
    called: Vec<String>,
    /// Where the document calls a function of another file that is being run.
    away: Option<Range<usize>>,
    block: [Node; 3],
    linear: Node,
    constants: FxHashMap<String, Option<Value>>,
    merged: FxHashMap<String, usize>,
}

impl<'f> Run<'f> {
    pub(crate) fn new(file: &'f File<'f>, configuration: &Configuration) -> Self {
        let mut integers = Integers::new();
        let warp = integers.new_symbol("warp", true, None);
        let warp_symbol = warp;
        let lane = |of: &dyn Fn(i64) -> i64| {
            let mut lanes = [0; LANES];
            for (at, to) in lanes.iter_mut().enumerate() {
                *to = of(at as i64);
            }
            Sum::of_lanes(lanes)
        };
        let warps = |factor: i64| Sum::symbol(warp).times(&Sum::number(factor)).unwrap_or_default();
        let linear = warps(32).plus(&lane(&|lane| lane), 1).unwrap_or_default();
        let threads = match configuration.block {
            // Of blocks that are a multiple of 32 threads wide, all threads of a warp have the same y and z.
            None => {
                let mut along = |name: &str| Ok(Sum::symbol(integers.named(name, true)));
                [Ok(linear.clone()), along("threadIdx.y"), along("threadIdx.z")]
            }
            Some([x, y, z]) => {
                let total = x * y * z;
                integers.set_count(warp, Some((total / 32).max(1)));
                let whole = |sum: Sum| Ok(sum);
                if y * z == 1 {
                    [whole(linear.clone()), whole(Sum::default()), whole(Sum::default())]
                } else if x % 32 == 0 {
                    // All threads of a warp have the same y and z.
                    let along = integers.new_symbol("warp % (blockDim.x / 32)", true, Some(x / 32));
                    let row = integers.new_symbol("threadIdx.y", true, Some(y));
                    let plane = integers.new_symbol("threadIdx.z", true, Some(z));
                    let along = match x {
                        32 => Sum::default(),
                        _ => Sum::symbol(along).times(&Sum::number(32)).unwrap_or_default(),
                    };
                    let first = along.plus(&lane(&|lane| lane), 1).unwrap_or_default();
                    let row = if y == 1 { Sum::default() } else { Sum::symbol(row) };
                    let plane = if z == 1 { Sum::default() } else { Sum::symbol(plane) };
                    [whole(first), whole(row), whole(plane)]
                } else if 32 % x == 0 && z == 1 {
                    let rows = warps(32 / x).plus(&lane(&|lane| lane / x), 1).unwrap_or_default();
                    [whole(lane(&|lane| lane % x)), whole(rows), whole(Sum::default())]
                } else {
                    // Of other shapes the first warp alone is looked at where all are alike by no law.
                    [Err(Why::Block), Err(Why::Block), Err(Why::Block)]
                }
            }
        };
        integers.set_threads(threads);
        let mut block = [0; 3];
        for (axis, to) in block.iter_mut().enumerate() {
            *to = match configuration.block {
                Some(sizes) => integers.number(sizes[axis]),
                None if axis == 0 => {
                    let warps = integers.new_symbol("(blockDim.x/32)", true, None);
                    integers.of_sum(&Sum::symbol(warps).times(&Sum::number(32)).unwrap_or_default())
                }
                None => {
                    let symbol = integers.named(["blockDim.x", "blockDim.y", "blockDim.z"][axis], true);
                    integers.symbol(symbol)
                }
            };
        }
        let zero = integers.number(0);
        let warp = integers.symbol(warp);
        let thirty_two = integers.number(32);
        let first = integers.binary(crate::code::Operator::Multiply, Integer::INT, warp, thirty_two);
        let lane = integers.lane();
        let linear = integers.binary(crate::code::Operator::Add, Integer::INT, first, lane);
        let _ = zero;
        Self {
            file,
            integers,
            bases: Vec::new(),
            accesses: Vec::new(),
            parts: Vec::new(),
            is_cut_short: false,
            of_cases: 0,
            open_warp: configuration.block.is_none().then_some(warp_symbol),
            scopes: vec![Scope::default()],
            state: Some(State::default()),
            around: Vec::new(),
            frames: Vec::new(),
            trials: 0,
            steps: 0,
            most_steps: MOST_STEPS,
            called: Vec::new(),
            away: None,
            block,
            linear,
            constants: FxHashMap::default(),
            merged: FxHashMap::default(),
        }
    }

    /// Takes no more steps than these.
    pub(crate) fn limit(&mut self, steps: usize) {
        self.most_steps = self.most_steps.min(steps);
    }

    /// How many steps were taken.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// Runs a kernel whose template has these arguments; `given` are numbers that a user states for names.
    pub(crate) fn kernel(
        &mut self,
        function: &Function,
        configuration: &Configuration,
        given: &[(String, i64)],
    ) {
        self.bind_template(function, &configuration.template);
        for (at, parameter) in function.parameters.iter().enumerate() {
            let mut value = self.parameter(&parameter.name, &parameter.of, parameter.has_dimensions);
            if let (Value::Int(_, of), Some(Some(number))) = (&value, configuration.arguments.get(at)) {
                let number = self.integers.number(*number);
                let text =
                    format!("\u{1}`{}` = {}", parameter.name, self.integers.as_number(number).unwrap_or(0));
                value = Value::Int(self.integers.supposed(number, &text), *of);
            }
            self.declare_value(&parameter.name, value);
        }
        for (name, number) in given {
            let of = match self.lookup(name) {
                Some(Value::Int(_, of)) => of,
                _ => Integer::INT,
            };
            let node = self.integers.number(*number);
            self.declare_value(name, Value::Int(node, of));
        }
        self.frames.push(Frame::default());
        self.statements(&function.body);
        self.frames.pop();
    }

    fn bind_template(&mut self, function: &Function, given: &[TemplateArgument]) {
        for (place, parameter) in function.template.iter().enumerate() {
            let argument = given.get(place).or(parameter.default.as_ref()).cloned();
            self.bind_template_argument(&parameter.name, parameter.is_type, argument.as_ref());
        }
    }

    /// What a parameter of a kernel holds.
    fn parameter(&mut self, name: &str, of: &Type, has_dimensions: bool) -> Value {
        let mut of = of.clone();
        if of.is_array {
            of.pointers = 1;
        } else if has_dimensions {
            of.pointers += 1;
        }
        self.opened(name, &of)
    }

    /// A value of this type of which only the name is known: all lanes have the same.
    fn opened(&mut self, name: &str, of: &Type) -> Value {
        let element = self.element(of);
        self.opened_element(name, element)
    }

    fn opened_element(&mut self, name: &str, element: Rc<Element>) -> Value {
        match &element.kind {
            ElementKind::Integer(of) => {
                let symbol = self.integers.named(name, !of.is_signed);
                Value::Int(self.integers.symbol(symbol), *of)
            }
            ElementKind::Pointer(to) => {
                let to = Rc::clone(to);
                let base = self.base(name, Space::Global, Rc::clone(&to));
                Value::Pointer(Pointer {
                    base: Some(base),
                    element: to,
                    inner: Vec::new(),
                    offset: self.integers.number(0),
                })
            }
            ElementKind::Number => Value::UNIFORM,
            ElementKind::Accessor(of, rank) => {
                let (of, rank) = (Rc::clone(of), *rank);
                self.accessor(name, of, rank)
            }
            ElementKind::Vector(..) | ElementKind::Class(_) | ElementKind::Open => {
                Value::Object { name: name.to_owned(), of: element }
            }
        }
    }

    fn base(&mut self, name: &str, space: Space, element: Rc<Element>) -> usize {
        let known = self
            .bases
            .iter()
            .position(|base| base.name == name && base.space == space && base.extents.is_none());
        known.unwrap_or_else(|| {
            self.bases.push(Base { name: name.to_owned(), space, extents: None, range: 0..0, element });
            self.bases.len() - 1
        })
    }

    /// The arrays in shared memory whose extents are numbers.
    pub(crate) fn arrays(&self, kernel: Range<usize>) -> Vec<crate::Array> {
        let of = |base: &Base| {
            let extents =
                base.extents.as_ref().filter(|extents| !extents.is_empty() && !base.range.is_empty())?;
            let sizes: Option<Vec<i64>> =
                extents.iter().map(|extent| self.integers.as_number(*extent)).collect();
            let sizes =
                sizes.filter(|sizes| base.space == Space::Shared && sizes.iter().all(|size| *size > 0))?;
            let bytes = self
                .integers
                .as_number(base.element.size)
                .and_then(|size| sizes.iter().try_fold(size, |all, extent| all.checked_mul(*extent)));
            let strides = (0..sizes.len()).map(|mode| sizes[mode + 1..].iter().product::<i64>().to_string());
            let (strides, rank) = (strides.collect::<Vec<_>>(), sizes.len());
            let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
            let layout = match rank {
                1 => format!("{}:{}", sizes[0], strides[0]),
                _ => format!("({}):({})", sizes.join(","), strides.join(",")),
            };
            let (range, name, kernel) = (base.range.clone(), base.name.clone(), kernel.clone());
            Some(crate::Array { range, name, layout, rank, bytes, kernel })
        };
        self.bases.iter().filter_map(of).collect()
    }

    /// Counts a step; whether there are any left.
    fn step(&mut self) -> bool {
        self.steps += 1;
        let is_over = self.steps > self.most_steps || self.integers.is_full();
        if is_over {
            self.is_cut_short = true;
            self.state = None;
        }
        !is_over
    }

    fn new_symbol(&mut self, name: &str, is_natural: bool) -> Symbol {
        self.integers.new_symbol(name, is_natural, None)
    }

    fn unknown(&mut self, why: &str) -> Node {
        self.integers.unknown(Why::Code(why.to_owned()))
    }

    fn varying(&mut self) -> Node {
        self.integers.unknown(Why::Data)
    }

    fn lookup_variable(&self, name: &str) -> Option<usize> {
        self.scopes.iter().rev().find_map(|scope| scope.variables.get(name).copied())
    }

    fn lookup(&self, name: &str) -> Option<Value> {
        let variable = self.lookup_variable(name)?;
        self.state.as_ref()?.values.get(variable).cloned()
    }

    fn lookup_type(&self, name: &str) -> Option<Named> {
        self.scopes.iter().rev().find_map(|scope| scope.types.get(name).cloned())
    }

    fn declare_value(&mut self, name: &str, value: Value) {
        let Some(state) = &mut self.state else { return };
        state.values.push(value);
        let variable = state.values.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.variables.insert(name.to_owned(), variable);
        }
    }

    fn set(&mut self, variable: usize, value: Value) {
        if let Some(place) = self.state.as_mut().and_then(|state| state.values.get_mut(variable)) {
            *place = value;
        }
    }

    fn record(&mut self, pointer: &Pointer, is_write: bool, range: &Range<usize>, is_member: bool) {
        let size = pointer.element.size;
        self.record_of(pointer, size, is_write, range, is_member, By::Each);
    }

    fn record_of(
        &mut self,
        pointer: &Pointer,
        size: Node,
        is_write: bool,
        range: &Range<usize>,
        is_member: bool,
        by: By,
    ) {
        if self.trials > 0 || self.accesses.len() >= MOST_ACCESSES {
            return;
        }
        let Some(state) = &self.state else { return };
        // What is read there is a part of it alone.
        if pointer.element.name == types::ARRAY {
            return;
        }
        if pointer.base.is_some_and(|base| matches!(self.bases[base].space, Space::Constant | Space::Local)) {
            return;
        }
        // What another file spells has no place here.
        let range = if range.is_empty() { self.away.as_ref().unwrap_or(range) } else { range };
        self.accesses.push(Recorded {
            range: range.clone(),
            base: pointer.base,
            is_write,
            offset: pointer.offset,
            size,
            element: Rc::clone(&pointer.element),
            mask: state.mask.clone(),
            by,
            is_member,
        });
    }
}
