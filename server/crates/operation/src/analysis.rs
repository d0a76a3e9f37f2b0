//! Questions about a layout as a function, and about the memory accesses that it means.

use std::sync::Arc;

use layout_algebra::analysis::{
    self, Access, BankConflict, BankConflicts, BinaryLinearity, LinearForm, Linearity, LoopNest,
    OffsetFunction, Padding, Phase, Representation, Sectors,
};
use layout_algebra::{AnyLayout, IntTuple, Layout, Swizzle};

use super::{
    Arguments, Operation, Refusal,
    columns::{Columns, OnSmem, Parameter, ParameterKind, layout, tuple},
};
use crate::{Evaluated, Value, element_type, value::Finding};

/// A layout of threads, the type of its elements, and how many of them a thread accesses at once.
pub(super) const ACCESS: &[Parameter] = &[
    layout("A"),
    Parameter { name: "type", kind: ParameterKind::ElementType },
    Parameter { name: "vector", kind: ParameterKind::Tuple },
];

pub(super) const A_WARP_ACCESSES: &[&str] = &[
    "A is a layout of threads to offsets: of a thread-value layout the threads, TV(_,0)",
    "a thread moves 1, 2, 4, 8 or 16 bytes at once: the vector times the bits of the type",
    "each offset is aligned to the vector",
];

pub(super) static IMAGE: Columns = Columns::new(&[layout("A")], image).on_smem(OnSmem::Offsets).says(
    "the offsets that A reaches",
    &["every number is known"],
    &["compares as their count"],
);

pub(super) static CONTIGUITY: Columns =
    Columns::new(&[layout("A")], contiguity).on_smem(OnSmem::Offsets).says(
        "how many consecutive coordinates have consecutive offsets",
        &["every number is known"],
        &["R divides size(A)"],
    );

pub(super) static ALIGNMENT: Columns = Columns::new(&[layout("A")], alignment).on_smem(OnSmem::Offsets).says(
    "the longest aligned vector of consecutive coordinates",
    &["every number is known"],
    &["R divides contiguity(A), and each vector begins at a multiple of R"],
);

pub(super) static BANK_CONFLICTS: Columns =
    Columns::new(ACCESS, bank_conflicts).required(2).about_lanes().on_smem(OnSmem::Offsets).says(
        "how often shared memory must serve an access of a warp",
        A_WARP_ACCESSES,
        &["R is the number of ways; 1 is free of conflicts"],
    );

pub(super) static SECTORS: Columns = Columns::new(ACCESS, sectors).required(2).about_lanes().says(
    "how many sectors of 32 bytes an access of a warp moves in global memory",
    A_WARP_ACCESSES,
    &["R is the most of all warps"],
);

pub(super) static LINEAR_FORM: Columns =
    Columns::new(&[layout("A")], linear_form).on_smem(OnSmem::Offsets).says(
        "the matrix of A",
        &["every number is known"],
        &["offset = R times coordinate, over the integers or F2"],
    );

pub(super) static LOOPS: Columns = Columns::new(&[layout("A")], loops).says(
    "the loops that run through A in order",
    &["A is a layout"],
    &["the leftmost mode is the innermost loop"],
);

pub(super) static FROM_OFFSETS: Columns = Columns::new(&[tuple("offsets")], from_offsets).says(
    "a layout with these offsets",
    &["the first offset is 0", "at most 63 offsets"],
    &["R(i) is offset i; a swizzle, or layouts that compose, where no layout alone has them"],
);

/// The most threads, words or loops that one step names.
const MOST_NAMED: usize = 4;

fn finding(text: String, number: Option<i64>, steps: Vec<String>) -> Evaluated {
    Evaluated { steps, ..Value::Finding(Finding { text, number, accesses: Arc::default() }).into() }
}

/// The operand as a function from coordinates to integer offsets.
pub(super) fn function(arguments: &Arguments<'_>, index: usize) -> Result<Box<dyn OffsetFunction>, Refusal> {
    match arguments.value(index)? {
        Value::Composed(composed) => Ok(Box::new(composed.as_ref().clone())),
        Value::XorLayout(layout) => Ok(Box::new(layout.as_ref().clone())),
        Value::Chain(chain) if chain.domain().is_some() => Ok(Box::new(AnyLayout::Chain(chain.clone()))),
        _ => Ok(Box::new(arguments.layout(index)?)),
    }
}

/// The access that operands 1 and 2 describe: an element type, and how many elements make a vector.
pub(super) fn access(arguments: &Arguments<'_>) -> Result<Access, Refusal> {
    let element = element_type::find(arguments.element_type(1)?)
        .ok_or_else(|| arguments.kind(1, "an element type such as f16"))?;
    let vector = if arguments.len() > 2 { arguments.int(2)? } else { 1 };
    Ok(Access::new(element.bits(), vector)?)
}

fn image(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let image = analysis::image(function(arguments, 0)?.as_ref())?;
    let count = image.len();
    Ok(finding(image.to_string(), Some(count), vec![format!("{count} offsets")]))
}

fn contiguity(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(analysis::contiguity(function(arguments, 0)?.as_ref())?).into())
}

fn alignment(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::int(analysis::alignment(function(arguments, 0)?.as_ref())?).into())
}

fn bank_conflicts(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let access = access(arguments)?;
    let conflicts = analysis::bank_conflicts(function(arguments, 0)?.as_ref(), access)?;
    let (ways, wavefronts, ideal) = (conflicts.ways(), conflicts.wavefronts(), conflicts.ideal_wavefronts());
    let text = match ways {
        1 => format!("no bank conflicts: {}", plural(wavefronts, "wavefront")),
        _ => format!("{ways}-way bank conflict: {} for {ideal}", plural(wavefronts, "wavefront")),
    };
    let mut steps = conflict_steps(&conflicts);
    if ways > 1
        && let Ok(threads) = arguments.layout(0)
    {
        steps.extend(remedies(&threads, access));
    }
    Ok(finding(text, Some(ways), steps))
}

fn plural(count: i64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn conflict_steps(conflicts: &BankConflicts) -> Vec<String> {
    let access = conflicts.access;
    let mut steps = vec![format!(
        "{} a thread, {} threads a phase",
        plural(access.bytes(), "byte"),
        access.threads_a_phase()
    )];
    if let Some((phase, conflict)) =
        conflicts.worst_phase().and_then(|phase| Some((phase, phase.worst_conflict()?)))
    {
        steps.push(conflict_text(phase, conflict));
    }
    steps
}

/// `threads 0..7: 8 words of bank 0: word 0 (thread 0), word 32 (thread 1), ..`.
pub fn conflict_text(phase: &Phase, conflict: &BankConflict) -> String {
    let word = |access: &analysis::WordAccess| {
        let thread = match access.threads.as_slice() {
            [first, rest @ ..] if !rest.is_empty() => format!("threads {first}, .."),
            threads => format!("thread {}", threads.first().copied().unwrap_or_default()),
        };
        format!("word {} ({thread})", access.word)
    };
    let mut words: Vec<String> = conflict.words.iter().take(MOST_NAMED).map(word).collect();
    if conflict.words.len() > MOST_NAMED {
        words.push("..".to_owned());
    }
    format!(
        "threads {}..{}: {} words of bank {}: {}",
        phase.threads.start,
        phase.threads.end - 1,
        conflict.words.len(),
        conflict.bank,
        words.join(", ")
    )
}

/// What removes the conflicts; nothing is said where none is found.
fn remedies(threads: &Layout, access: Access) -> Vec<String> {
    let (swizzle, padding) = remedy(threads, access);
    let swizzle = swizzle.map(|swizzle| format!("{swizzle} removes the conflicts"));
    let padding = padding.map(|padding| {
        format!(
            "a leading dimension of {} for {} removes them: {}",
            padding.padded, padding.leading, padding.layout
        )
    });
    swizzle.into_iter().chain(padding).collect()
}

fn remedy(threads: &Layout, access: Access) -> (Option<Swizzle>, Option<Padding>) {
    let swizzle = analysis::swizzle_without_conflicts(&[(threads, access)]).ok().flatten();
    (swizzle, analysis::padding_without_conflicts(threads, access).ok().flatten())
}

/// Titles and layouts in place of the first operand of a `conflict_free` that does not hold.
pub fn without_conflicts(operands: &[Value]) -> Vec<(String, String)> {
    let arguments = Arguments::new(Operation::ConflictFree.name(), operands);
    let (Ok(threads), Ok(access)) = (arguments.layout(0), access(&arguments)) else { return Vec::new() };
    let (swizzle, padding) = remedy(&threads, access);
    let swizzle =
        swizzle.map(|swizzle| (format!("swizzle with {swizzle}"), format!("{swizzle} o 0 o {threads}")));
    let padding = padding.map(|padding| {
        (format!("pad the leading dimension to {}", padding.padded), padding.layout.to_string())
    });
    swizzle.into_iter().chain(padding).collect()
}

fn sectors(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let access = access(arguments)?;
    let sectors = analysis::sectors(function(arguments, 0)?.as_ref(), access)?;
    let most = sectors.most();
    let worst = sectors.requests.iter().find(|request| request.sectors == most);
    let ideal = worst.map_or(0, |request| request.ideal);
    let text = format!("{} a request, {ideal} at best", plural(most, "sector"));
    Ok(finding(text, Some(most), sector_steps(&sectors)))
}

fn sector_steps(sectors: &Sectors) -> Vec<String> {
    vec![
        format!(
            "{} a thread, {} of 32 threads",
            plural(sectors.access.bytes(), "byte"),
            plural(i64::try_from(sectors.requests.len()).unwrap_or(i64::MAX), "request")
        ),
        format!(
            "{} of 32 bytes in {} of 128 bytes; {} are used: {} %",
            plural(sectors.total(), "sector"),
            plural(sectors.lines(), "line"),
            plural(sectors.bytes(), "byte"),
            sectors.efficiency()
        ),
    ]
}

fn linear_form(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    match arguments.value(0)? {
        Value::XorLayout(layout) => Ok(bits(&analysis::linear_form(layout)?)),
        Value::CoordinateLayout(layout) => {
            let form = analysis::linear_form(layout)?;
            Ok(finding(form.to_string(), None, vec!["a row for each part of the coordinate".to_owned()]))
        }
        Value::Composed(_) | Value::Chain(_) => binary_form(function(arguments, 0)?.as_ref()),
        _ => integer_form(&arguments.layout(0)?),
    }
}

fn integer_form(layout: &Layout) -> Result<Evaluated, Refusal> {
    let step = match analysis::linearity(layout, &layout.shape())? {
        Linearity::Linear { stride } => format!("linear: coordinate c has offset {stride}*c"),
        Linearity::SemiLinear { coordinates: (left, right), expected, found, .. } => format!(
            "linear over natural coordinates only: A({left}) + A({right}) = {expected}, A({}) = {found}",
            left + right
        ),
        Linearity::NonLinear { .. } => "not linear".to_owned(),
    };
    Ok(finding(analysis::linear_form(layout)?.to_string(), None, vec![step]))
}

fn binary_form(function: &dyn OffsetFunction) -> Result<Evaluated, Refusal> {
    Ok(match analysis::binary_form(function)? {
        BinaryLinearity::Linear(form) => bits(&form),
        BinaryLinearity::NonLinear { coordinate, expected, found } => finding(
            "no matrix over F2".to_owned(),
            None,
            vec![format!("coordinate {coordinate} has offset {found}, the XOR of its bits' is {expected}")],
        ),
    })
}

fn bits(form: &LinearForm) -> Evaluated {
    let step =
        "over F2: a column for each bit of the coordinate, a row for each bit of the offset, bit 0 first";
    finding(form.to_string(), None, vec![step.to_owned()])
}

fn loops(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let nest = LoopNest::of_layout(&arguments.layout(0)?)?;
    let steps = nest.to_string().lines().map(str::to_owned).collect();
    Ok(finding(nest.on_one_line(), None, steps))
}

/// The layout of a table of offsets; where there is none, one behind a swizzle, or a composition of layouts.
fn from_offsets(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let table: Vec<i64> = match arguments.tuple(0)? {
        IntTuple::Int(offset) => vec![offset],
        tuple => tuple.leaves().into_iter().copied().collect(),
    };
    Ok(match analysis::represent(&table)? {
        Representation::Layout(layout) => Value::from(layout).into(),
        Representation::Composed(composed) => Value::from(composed).into(),
        Representation::Composition(layouts) => {
            let texts: Vec<String> = layouts.iter().map(ToString::to_string).collect();
            let step =
                "no layout, swizzled or not, has these offsets; beyond their bounds these compose to them";
            finding(texts.join(" o "), None, vec![step.to_owned()])
        }
    })
}
