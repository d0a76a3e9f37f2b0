//! The operations by name: how many operands each takes, of which kind, and what computes it.

mod analysis;
mod arguments;
mod compose;
mod composed;
mod coordinate;
mod copy;
mod descriptor;
mod divide;
mod explain;
mod inverse;
mod keep;
mod major;
mod make;
mod mma;
mod partition;
mod predicate;
mod product;
mod query;
mod reshape;
mod rounding;
pub(crate) mod run_time_slice;
mod simplify;
mod smem;
mod swizzle;
pub(crate) mod symbolic;
mod template;

use std::{ops::RangeInclusive, sync::LazyLock};

use layout_algebra::{Error, explain::Step, proof::Answer};
use rustc_hash::FxHashMap;

pub(crate) use analysis::without_conflicts;
pub(crate) use arguments::Arguments;
pub(crate) use coordinate::apply;
pub(crate) use template::untemplated;

use crate::{Code, Evaluated, Value, evaluator::Position};

/// An operation of the annotation language, under the name that CuTe and the test vectors give it.
#[derive(Debug)]
pub(crate) struct Operation {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its parameters in order.
    pub(crate) parameters: &'static [Parameter],
    /// How many of the parameters must be given.
    pub(crate) required: usize,
    compute: fn(&Arguments<'_>) -> Result<Evaluated, Refusal>,
}

/// A parameter of an operation.
#[derive(Debug)]
pub(crate) struct Parameter {
    /// Its name in the signature.
    pub(crate) name: &'static str,
    /// What it takes.
    pub(crate) kind: ParameterKind,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    /// A layout; a bare tuple stands for its compact layout.
    Layout,
    /// A layout, a by-mode tiler, or a tuple of sizes.
    Tiler,
    /// An integer or a tuple: a shape, profile, order, coordinate.
    Tuple,
    /// A swizzle.
    Swizzle,
    /// An element type.
    ElementType,
    /// An atom, a tiled copy or MMA, a projection.
    Hardware,
}

/// Why an operation gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An operand is unknown, or something is not computed: no problem of the user's.
    Unknown(String),
    /// The same of operands that have another number of modes than an operation of the DSL takes.
    Ranks(String),
    /// The algebra refuses.
    Algebra(Error),
    /// An operand is of the wrong kind.
    Kind {
        /// Which, from 0.
        argument: usize,
        /// What is wrong.
        message: String,
    },
    /// Anything else that is the user's to mend.
    Problem {
        /// Which operand, from 0.
        argument: usize,
        /// What kind of problem.
        code: Code,
        /// What is wrong.
        message: String,
    },
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Algebra(error)
    }
}

/// Whether CuTe has an operation of this name that is not computed here: naming it is no mistake.
pub(crate) fn is_not_computed(name: &str) -> bool {
    layoutlens_syntax::operation::is_reserved(name) && find(name).is_none()
}

const TABLES: [&[Operation]; 19] = [
    query::OPERATIONS,
    coordinate::OPERATIONS,
    descriptor::OPERATIONS,
    simplify::OPERATIONS,
    reshape::OPERATIONS,
    compose::OPERATIONS,
    divide::OPERATIONS,
    product::OPERATIONS,
    inverse::OPERATIONS,
    partition::OPERATIONS,
    make::OPERATIONS,
    swizzle::OPERATIONS,
    predicate::OPERATIONS,
    analysis::OPERATIONS,
    copy::OPERATIONS,
    mma::OPERATIONS,
    smem::OPERATIONS,
    composed::OPERATIONS,
    rounding::OPERATIONS,
];

/// The operation of this name.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Operation>> = LazyLock::new(|| {
        let all = TABLES.iter().flat_map(|table| table.iter());
        all.map(|operation| (operation.name, operation)).collect()
    });
    BY_NAME.get(name).copied()
}

/// The names of all operations.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLES.iter().flat_map(|table| table.iter()).map(|operation| operation.name)
}

impl Operation {
    /// Whether its first operand is a layout of threads: what threads of a warp access at once.
    pub(crate) fn is_about_lanes(&self) -> bool {
        matches!(self.name, "bank_conflicts" | "sectors" | "conflict_free")
    }

    /// Whether it gives the values of one thread.
    pub(crate) fn cuts_for_one_thread(&self) -> bool {
        matches!(
            self.name,
            "partition_A"
                | "partition_B"
                | "partition_C"
                | "partition_S"
                | "partition_D"
                | "local_partition"
                | "partition_fragment_A"
                | "partition_fragment_B"
                | "partition_fragment_C"
        )
    }

    /// The numbers of operands it takes.
    pub(crate) fn arity(&self) -> RangeInclusive<usize> {
        self.required..=self.parameters.len()
    }

    /// `logical_divide(A, tiler)`; what may be left out stands in brackets.
    pub(crate) fn signature(&self) -> String {
        let parameters: Vec<String> = self
            .parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| match index < self.required {
                true => parameter.name.to_owned(),
                false => format!("[{}]", parameter.name),
            })
            .collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    pub(crate) fn arity_text(&self) -> String {
        let (least, most) = (*self.arity().start(), *self.arity().end());
        let plural = if most == 1 { "" } else { "s" };
        if least == most { format!("{most} operand{plural}") } else { format!("{least} to {most} operands") }
    }

    pub(crate) fn position(&self, index: usize) -> Position {
        match self.parameters.get(index).map(|parameter| parameter.kind) {
            Some(ParameterKind::Tuple | ParameterKind::ElementType) => Position::Size,
            _ => Position::Operand,
        }
    }

    pub(crate) fn run(&self, arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
        arguments.refuse_unknown()?;
        let values = arguments.values();
        let of_special_operands = smem::run(self, values)
            .or_else(|| composed::run(self, values))
            .or_else(|| keep::run(self, values))
            .or_else(|| major::run(self, values))
            .or_else(|| symbolic::run(arguments));
        if let Some(result) = of_special_operands {
            return result;
        }
        (self.compute)(arguments).map(|evaluated| explain::explained(evaluated, arguments))
    }
}

/// A value that carries its verdict.
fn answered<T: Into<Value>>(answer: Answer<T>, steps: Vec<String>) -> Evaluated {
    Evaluated { verdict: answer.verdict, steps, ..answer.value.into().into() }
}

/// The steps of an operation as lines; an explanation that fails says nothing, for the error is told already.
fn steps(explained: Result<Vec<Step>, Error>) -> Vec<String> {
    explained.map(|steps| steps.into_iter().map(|step| step.text).collect()).unwrap_or_default()
}

const fn layout(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Layout }
}

const fn tiler(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Tiler }
}

const fn hardware(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Hardware }
}

const fn tuple(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Tuple }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operation_names_are_distinct() {
        let mut all: Vec<_> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn signatures_show_what_may_be_left_out() {
        assert_eq!(find("complement").unwrap().signature(), "complement(A, [cotarget])");
    }
}
