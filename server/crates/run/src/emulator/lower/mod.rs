//! From a kernel's source to the steps of its warps.
//!
//! What is constant is folded, functions are inlined, and loops that the kernel has unrolled are unrolled, as the
//! compiler does: arrays whose indexes are constant then are registers.

mod assembly;
mod call;
mod condition;
mod expression;
mod instruction;
mod ptx;
mod statement;
mod table;
mod value;

use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
    sync::Arc,
};

use super::{
    invariant::invariant,
    program::{Instruction, Operand, Place as At, Program, Register, Step, WarpAtom, address, given},
    source::{Function, Statement, Type, Unit, unknown},
};
use crate::RunError;
use table::Form;
use value::{Place, Value};

/// Steps of a program at most: an unrolled loop that makes more is none that a compiler takes.
const MAX_STEPS: usize = 1 << 20;

/// Blocks of a cluster at most, on any device.
const MAX_CLUSTER: u64 = 16;

/// What a name stands for.
#[derive(Debug, Clone)]
enum Binding {
    Place(Place),
    Lambda(Rc<Function>, usize),
}

/// A function that is being inlined.
struct Frame {
    /// Where its value goes; none for `void`.
    result: Option<Place>,
    /// How many branches and loops that depend on the run it is in.
    depth: usize,
    /// Whether lanes leave it early.
    leaves: bool,
    /// Whether it returned for certain.
    finished: bool,
}

struct Lowering<'a> {
    unit: &'a Unit,
    steps: Vec<Step>,
    scopes: Vec<HashMap<String, Binding>>,
    frames: Vec<Frame>,
    /// The next free register.
    top: Register,
    registers: Register,
    /// Registers that have a name: what is computed into others is read once.
    named: Vec<bool>,
    shared_bytes: u64,
    threads: u64,
    blocks: u64,
    atoms: HashMap<String, Arc<WarpAtom>>,
    /// The forms of instructions that were looked up.
    forms: HashMap<String, Vec<Form>>,
}

/// The program of a kernel that is launched with so many blocks of so many threads.
///
/// # Errors
/// [`crate::ErrorCode::Internal`] for what no generator writes.
pub(super) fn lower(unit: &Unit, blocks: u64, threads: u64) -> Result<Program, RunError> {
    // What no thread comes to is no mistake of a run, but one of the kernel all the same.
    for assembly in &unit.assemblies {
        assembly::check(assembly).map_err(unknown)?;
    }
    let mut lowering = Lowering {
        unit,
        steps: Vec::new(),
        scopes: vec![HashMap::new()],
        frames: vec![Frame { result: None, depth: 0, leaves: false, finished: false }],
        top: given::COUNT,
        registers: given::COUNT,
        named: vec![true; given::COUNT as usize],
        shared_bytes: 0,
        threads,
        blocks,
        atoms: HashMap::new(),
        forms: HashMap::new(),
    };
    for constant in &unit.constants {
        lowering.statement(constant)?;
    }
    let cluster = match &unit.cluster {
        Some(blocks) => match lowering.number(blocks)? {
            (Operand::Constant(blocks @ 1..=MAX_CLUSTER), _) => blocks,
            _ => return Err(unknown(format!("a cluster of other than 1 to {MAX_CLUSTER} blocks"))),
        },
        None => 1,
    };
    let kernel = &unit.kernel;
    let mut scope = HashMap::new();
    for (number, (name, ty)) in (0..).zip(&kernel.parameters) {
        let at = Operand::Constant(address::of_buffer(number));
        let place = match ty {
            Type::Pointer(to) => Place::Fixed(Value::Pointer(at, (**to).clone())),
            Type::Opaque => Place::Memory(at, Type::Opaque),
            _ => return Err(unknown(format!("the kernel's parameter {name}"))),
        };
        scope.insert(name.clone(), Binding::Place(place));
    }
    lowering.scopes.push(scope);
    lowering.emit(Step::FunctionBegin)?;
    lowering.statements(&kernel.body)?;
    lowering.emit(Step::FunctionEnd)?;
    lowering.emit(Step::End)?;
    let Lowering { steps, registers, shared_bytes, .. } = lowering;
    check(&steps, registers)?;
    let touched = touched(&steps);
    Ok(Program { steps, touched, registers, shared_bytes, cluster })
}

/// Every register and every place of a program is there, so that no warp meets another one.
fn check(steps: &[Step], registers: Register) -> Result<(), RunError> {
    let end = value::count(steps.len());
    for step in steps {
        let mut is_whole = step.target().is_none_or(|to| to < end);
        let mut is_there = |first: Register, count: u32| {
            is_whole &= first.checked_add(count).is_some_and(|end| end <= registers)
        };
        step.each_register(&mut is_there);
        if let Step::Instruction(instruction) = step
            && let Instruction::MultiplyByWarpgroup { d, .. } = &**instruction
        {
            d.iter().for_each(|to| is_there(*to, 1));
        }
        if !is_whole {
            return Err(unknown(format!("a register or a place of the step {step:?}")));
        }
    }
    Ok(())
}

/// The sums of `wgmma` that each step accesses as any other register.
fn touched(steps: &[Step]) -> Vec<Option<Box<[Register]>>> {
    let sums: HashSet<Register> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Instruction(instruction) => match &**instruction {
                Instruction::MultiplyByWarpgroup { d, .. } => Some(d),
                _ => None,
            },
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    if sums.is_empty() {
        return Vec::new();
    }
    let of_step = |step: &Step| {
        let mut found = Vec::new();
        step.each_register(|first, count| {
            found.extend((first..first.saturating_add(count)).filter(|register| sums.contains(register)));
        });
        (!found.is_empty()).then(|| found.into_boxed_slice())
    };
    steps.iter().map(of_step).collect()
}

impl Lowering<'_> {
    fn emit(&mut self, step: Step) -> Result<At, RunError> {
        if self.steps.len() >= MAX_STEPS {
            return Err(unknown(format!("more than {MAX_STEPS} steps")));
        }
        self.steps.push(step);
        Ok(self.here() - 1)
    }

    /// Where the next step will stand.
    fn here(&self) -> At {
        let here = At::try_from(self.steps.len()).ok();
        invariant!(here.is_some(), "{} steps, and {MAX_STEPS} are the most", self.steps.len());
        here.unwrap_or(At::MAX)
    }

    /// Registers that are free until the statement or the scope ends.
    fn allocate(&mut self, count: u32) -> Register {
        let first = self.top;
        self.top += count;
        self.registers = self.registers.max(self.top);
        self.named.resize(self.registers as usize, false);
        self.name(first, count, false);
        first
    }

    /// Gives registers a name, or says that they have none.
    fn name(&mut self, first: Register, count: u32, named: bool) {
        let registers = first as usize..(first + count) as usize;
        match self.named.get_mut(registers) {
            Some(registers) => registers.fill(named),
            None => invariant!(false, "registers {first} and {count} from there on were not allocated"),
        }
    }

    /// A value that a name stands for keeps its registers.
    fn keep(&mut self, value: &Value) {
        let operands = match value {
            Value::Number(operand, _) | Value::Pointer(operand, _) => std::slice::from_ref(operand),
            Value::Group(pieces, _) => pieces.as_slice(),
            Value::Local(..) | Value::Nothing => &[],
        };
        for operand in operands {
            if let Operand::Register(register) = operand {
                self.name(*register, 1, true);
            }
        }
    }

    /// Lets the step that computes `from`, which only an assignment to `to` reads, write there at once; says whether it
    /// is such a step.
    fn retarget(&mut self, from: Register, to: Register) -> bool {
        let is_named = self.named.get(from as usize).is_none_or(|named| *named);
        let target = match self.steps.last_mut() {
            Some(
                Step::Binary { to, .. }
                | Step::MultiplyAdd { to, .. }
                | Step::Convert { to, .. }
                | Step::Select { to, .. },
            ) if *to == from && !is_named => to,
            _ => return false,
        };
        *target = to;
        true
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        match self.scopes.last_mut() {
            Some(scope) => drop(scope.insert(name.to_owned(), binding)),
            None => invariant!(false, "{name} is bound in no scope"),
        }
    }

    fn look_up(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Lowers something whose names and registers end with it.
    fn in_scope<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, RunError>) -> Result<T, RunError> {
        let top = self.top;
        self.scopes.push(HashMap::new());
        let result = inner(self);
        self.scopes.pop();
        self.top = top;
        result
    }

    /// Lowers something that lanes may do or not.
    fn deeper(&mut self, inner: impl FnOnce(&mut Self) -> Result<(), RunError>) -> Result<(), RunError> {
        let change = |lowering: &mut Self, by: isize| {
            let depth = lowering.frames.last().and_then(|frame| frame.depth.checked_add_signed(by));
            match (lowering.frames.last_mut(), depth) {
                (Some(frame), Some(depth)) => frame.depth = depth,
                _ => invariant!(false, "a branch of no function"),
            }
        };
        change(self, 1);
        let result = inner(self);
        change(self, -1);
        result
    }

    fn statements(&mut self, statements: &[Statement]) -> Result<(), RunError> {
        for statement in statements {
            if self.frames.last().is_some_and(|frame| frame.finished) {
                break;
            }
            self.statement(statement)?;
        }
        Ok(())
    }
}
