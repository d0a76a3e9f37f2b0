//! What an operation takes, and what it does on each kind of operand.

use layout_algebra::{Swizzle, smem::SmemLayout};

use super::{Arguments, Operation, Refusal, symbolic::OnNames, told::Told};
use crate::{Evaluated, Value};

/// What an operation does, a column for each kind of operands. A column that an operation does not fill says that it does
/// nothing else for them than on layouts, but for layouts in shared memory, on which it is then not computed.
#[derive(Debug)]
pub(super) struct Columns {
    /// Its parameters in order.
    pub(super) parameters: &'static [Parameter],
    /// How many of the parameters must be given.
    pub(super) required: usize,
    /// Plain layouts, shapes, numbers, hardware.
    pub(super) on_layouts: Compute,
    /// The first operand is a swizzle, and none is composed.
    pub(super) on_swizzle: Option<OfSwizzle>,
    /// The first operand is a composed layout, and no other.
    pub(super) on_composed: OnComposed,
    /// Another operand is composed, too.
    pub(super) by_composed: Option<Compute>,
    /// An operand is a layout in shared memory.
    pub(super) on_smem: OnSmem,
    /// The second of two operands is `_`.
    pub(super) on_keep: OnKeep,
    /// Whether its second operand may be CuTe's `LayoutLeft` or `LayoutRight`.
    pub(super) takes_major: bool,
    /// Operands with integers of run time.
    pub(super) on_names: Option<OnNames>,
    /// How it came to its result, where it does not tell that while it computes.
    pub(super) steps: Option<Explain>,
    /// What decided the verdict on its result.
    pub(super) verdict: Option<Explain>,
    /// Where the template's arguments of CuTe's form go.
    pub(super) template: TemplateForm,
    /// What it is for, in words.
    pub(super) documentation: Documentation,
    /// See [`Operation::parameters_of_receiver`].
    pub(super) of_receiver: Option<usize>,
    /// See [`Operation::is_about_lanes`].
    pub(super) is_about_lanes: bool,
    /// See [`Operation::cuts_for_one_thread`].
    pub(super) cuts_for_one_thread: bool,
    /// See [`Operation::is_divide`].
    pub(super) is_divide: bool,
}

/// An operation in words, for whoever writes a call of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Documentation {
    /// What it gives, in a sentence.
    pub summary: &'static str,
    /// What must hold of its operands.
    pub requires: &'static [&'static str],
    /// What holds of its result `R`.
    pub ensures: &'static [&'static str],
}

/// What computes an operation.
pub(super) type Compute = fn(&Arguments<'_>) -> Result<Evaluated, Refusal>;

/// What computes an operation whose first operand is a swizzle.
pub(super) type OfSwizzle = fn(Swizzle, &Arguments<'_>) -> Result<Evaluated, Refusal>;

/// What tells how an operation came to its result. Operands are read as the operation reads them, which has succeeded.
pub(super) type Explain = fn(&Arguments<'_>) -> Told;

/// A parameter of an operation.
#[derive(Debug)]
pub(super) struct Parameter {
    /// Its name in the signature.
    pub(super) name: &'static str,
    /// What it takes.
    pub(super) kind: ParameterKind,
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterKind {
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

/// What an operation does on a composed layout.
#[derive(Debug, Clone, Copy)]
pub(super) enum OnComposed {
    /// What it does on layouts: it reads composed ones, too, or refuses them.
    AsOnLayouts,
    /// It acts on the layout that is applied first, and what comes after that stays.
    OnDomain,
    /// With a profile as its second operand it does the same; CuTe has it not without one.
    OnDomainByProfile,
    /// CuTe gives a tuple of layouts then, or does not compile.
    NotInCute,
    /// Something of its own.
    Computed(Compute),
}

/// What an operation does on a shared-memory layout, as the headers show when compiled.
#[derive(Debug, Clone, Copy)]
pub(super) enum OnSmem {
    /// It takes it as it is.
    Whole,
    /// It gives a part of it.
    Part(fn(&SmemLayout) -> Value),
    /// It changes how coordinates are read: swizzle and pointer stay, the layout before them changes.
    Domain,
    /// It asks for what the swizzle does not change.
    Extent,
    /// Elements become wider or narrower; the swizzle is on bytes and stays.
    Cast(fn(&SmemLayout, &Arguments<'_>) -> Result<SmemLayout, Refusal>),
    /// It asks for offsets, in elements of memory that is aligned to the swizzle.
    Offsets,
    /// CuTe has no such operation, or one that forgets that the swizzle is on bytes (slices of the layout alone).
    Unknown,
}

/// What an operation does with `_` as its tiler.
#[derive(Debug, Clone, Copy)]
pub(super) enum OnKeep {
    /// Nothing else than with other operands.
    AsOnLayouts,
    /// It leaves the layout as it is.
    Whole,
    /// It reads the layout as (tiles, rests) and unpacks the rests.
    UnpackedRests,
    /// It reads the layout as (tiles, rests) and unpacks both.
    Unpacked,
}

/// Where the template's arguments go among the operands.
#[derive(Debug, Clone, Copy)]
pub(super) enum TemplateForm {
    /// Behind the others: `group<0,2>(A)` is `group(A,0,2)`.
    Behind,
    /// Behind the others, as one tuple: `select<2,0>(A)` is `select(A,(2,0))`.
    OneTuple,
    /// Behind the first: `replace<1>(A,B)` is `replace(A,1,B)`.
    BehindFirst,
    /// They make it another operation, which takes a filler: `append<3>(A,B)` is `append_to_rank(A,3,B)`.
    ToRank(Operation),
}

impl Columns {
    /// An operation none of whose parameters may be left out, with what it does on layouts.
    pub(super) const fn new(parameters: &'static [Parameter], on_layouts: Compute) -> Self {
        Self {
            parameters,
            required: parameters.len(),
            on_layouts,
            on_swizzle: None,
            on_composed: OnComposed::AsOnLayouts,
            by_composed: None,
            on_smem: OnSmem::Unknown,
            on_keep: OnKeep::AsOnLayouts,
            takes_major: false,
            on_names: None,
            steps: None,
            verdict: None,
            template: TemplateForm::Behind,
            documentation: Documentation { summary: "", requires: &[], ensures: &[] },
            of_receiver: None,
            is_about_lanes: false,
            cuts_for_one_thread: false,
            is_divide: false,
        }
    }

    /// Only so many of its parameters must be given.
    pub(super) const fn required(self, required: usize) -> Self {
        Self { required, ..self }
    }

    pub(super) const fn on_swizzle(self, compute: OfSwizzle) -> Self {
        Self { on_swizzle: Some(compute), ..self }
    }

    pub(super) const fn on_composed(self, on_composed: OnComposed) -> Self {
        Self { on_composed, ..self }
    }

    pub(super) const fn by_composed(self, compute: Compute) -> Self {
        Self { by_composed: Some(compute), ..self }
    }

    pub(super) const fn on_smem(self, on_smem: OnSmem) -> Self {
        Self { on_smem, ..self }
    }

    pub(super) const fn on_keep(self, on_keep: OnKeep) -> Self {
        Self { on_keep, ..self }
    }

    pub(super) const fn taking_major(self) -> Self {
        Self { takes_major: true, ..self }
    }

    pub(super) const fn on_names(self, compute: OnNames) -> Self {
        Self { on_names: Some(compute), ..self }
    }

    pub(super) const fn steps(self, explain: Explain) -> Self {
        Self { steps: Some(explain), ..self }
    }

    pub(super) const fn verdict(self, explain: Explain) -> Self {
        Self { verdict: Some(explain), ..self }
    }

    pub(super) const fn template(self, template: TemplateForm) -> Self {
        Self { template, ..self }
    }

    /// What it gives, what must hold of its operands, and what holds of its result `R`. Each operation says it.
    pub(super) const fn says(
        self,
        summary: &'static str,
        requires: &'static [&'static str],
        ensures: &'static [&'static str],
    ) -> Self {
        Self { documentation: Documentation { summary, requires, ensures }, ..self }
    }

    /// The same words as another operation, which does the same for other operands.
    pub(super) const fn says_as(self, other: &Self) -> Self {
        Self { documentation: other.documentation, ..self }
    }

    /// It is a method in CuTe, whose object stands for so many of the first parameters.
    pub(super) const fn method(self, of_receiver: usize) -> Self {
        Self { of_receiver: Some(of_receiver), ..self }
    }

    pub(super) const fn about_lanes(self) -> Self {
        Self { is_about_lanes: true, ..self }
    }

    pub(super) const fn for_one_thread(self) -> Self {
        Self { cuts_for_one_thread: true, ..self }
    }

    pub(super) const fn dividing(self) -> Self {
        Self { is_divide: true, ..self }
    }
}

pub(super) const fn layout(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Layout }
}

pub(super) const fn tiler(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Tiler }
}

pub(super) const fn hardware(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Hardware }
}

pub(super) const fn tuple(name: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Tuple }
}
