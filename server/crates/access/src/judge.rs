//! What an access costs: its layout over the lanes, and sectors or wavefronts against the least.

use std::rc::Rc;

use layout_algebra::analysis::{
    Access as Instruction, SECTOR_BYTES, WORD_BYTES, composed_from_offsets, layout_from_offsets, sectors,
    wavefronts,
};

use crate::integer::{Held, MOST_ROUNDS};
use crate::lanes::{LANES, Lanes, Sum, Symbol, SymbolFacts, Why, numbers_at};
use crate::launch::Configuration;
use crate::run::{Part, Recorded, Run};
use crate::wavefronts::{self as of_shared, By};
use crate::{Access, Cost, Reason, Space, Unit};

/// Bytes to which pointers that a kernel is given are supposed to be aligned.
const ALIGNED: i64 = 256;

/// The most warps of a block.
const MOST_WARPS: i64 = 32;

/// What is known of an access in one round of the loops around.
struct Looked {
    /// Offsets in bytes from that of the first lane, where numbers say so.
    lanes: Option<Lanes>,
    /// The same with symbols.
    rest: Sum,
    /// What all lanes have in common.
    shared: Sum,
    /// Lanes that take part.
    active: [bool; LANES],
    is_bounded: bool,
    hangs_on_data: bool,
    /// Whether a condition of run time, the same for all lanes, stands around.
    is_open: bool,
}

/// An access as a user is told of it; `None` where no lane of a warp makes it.
pub(crate) fn judged(
    run: &mut Run<'_>,
    recorded: &Recorded,
    kernel: &str,
    configuration: &Configuration,
) -> Option<Judgement> {
    let space = recorded.base.map_or(Space::Unknown, |base| run.bases[base].space);
    let base = recorded.base.map_or("", |base| run.bases[base].name.as_str()).to_owned();
    let mut access = Access {
        range: recorded.range.clone(),
        kernel: kernel.to_owned(),
        instance: configuration.template_text.clone(),
        base,
        space,
        is_write: recorded.is_write,
        element: recorded.element.name.clone(),
        width: run.integers.as_number(recorded.size),
        layout: None,
        offsets: None,
        formula: String::new(),
        cost: None,
        best: None,
        when: Vec::new(),
        reason: None,
        is_uniform: false,
        is_member: recorded.is_member,
        is_conditional: false,
        is_of_any_lanes: false,
        is_with_neighbours: false,
        is_fallback: recorded.mask.iter().any(|one| run.integers.is_guard_failing(*one)),
        is_supposed: false,
    };
    let of_base = recorded.base.map(|base| &run.bases[base]);
    let declared = of_base.filter(|base| base.extents.is_some()).map(|base| base.range.clone());
    if let By::WholeMatrix(lines) = recorded.by {
        let facts = run.integers.facts();
        let told = |node| match run.integers.value(node) {
            Ok(sum) if sum.is_uniform() => format!("`{}`", sum.text(facts)),
            _ => "some".to_owned(),
        };
        let what = if access.is_write { "written" } else { "read" };
        access.reason = Some(Reason::Other(format!(
            "CUDA does not say which lane has which element of a `wmma` fragment; a matrix of `{}` with {} elements from line to line \
             is {what} by the whole warp, from byte {} on",
            access.base,
            told(lines),
            told(recorded.offset),
        )));
        access.is_uniform = true;
        access.width = None;
        let whole = run.integers.value(recorded.offset).clone().ok();
        return Some(Judgement { access, begins: None, whole, declared, run: Rc::default() });
    }
    let threads = configuration
        .block
        .map_or(LANES, |sizes| usize::try_from(sizes.iter().product::<i64>()).unwrap_or(LANES).min(LANES));
    let (looked, held) = match looks_or_case(run, recorded, threads) {
        Ok((looked, _)) if looked.is_empty() => return None,
        Ok(found) => found,
        Err(why) => {
            access.reason = Some(reason(why));
            let (begins, whole) = (None, None);
            return Some(Judgement { access, begins, whole, declared, run: Rc::default() });
        }
    };
    access.when = when(configuration);
    let facts = run.integers.facts();
    // Where the size of an element is a symbol, elements are counted.
    let size = run.integers.value(recorded.size).clone().ok()?;
    let unit = access.width;
    let element_symbol: Option<Symbol> = match unit {
        Some(_) => None,
        None => size.symbols().next().filter(|_| *size == Sum::symbol(size.symbols().next().unwrap_or(0))),
    };
    let element = Element { bytes: unit, size: element_symbol };
    let mut worst: Option<(usize, Judged)> = None;
    let are_alike = looked.windows(2).all(|pair| pair[0].rest == pair[1].rest);
    let mut found_layout: Option<String> = None;
    for (at, one) in looked.iter().enumerate() {
        let count = recorded.by.lanes().min(threads);
        let whole = element.whole(&one.rest).and_then(|rest| rest.lanes());
        let layout = match whole {
            Some(lanes) => {
                plain_layout(&lanes[..count], unit.map_or(0, |unit| one.shared.constant()[0] / unit))
            }
            // Where numbers say where lanes are, and it is between two elements, there is none.
            None if one.lanes.is_some() => None,
            None => symbolic_layout(&one.rest, count, element, facts),
        };
        if at == 0 {
            found_layout.clone_from(&layout);
        }
        if let Some(judged) = cost(one, &access, recorded, facts)
            && worst.as_ref().is_none_or(|(_, known)| excess(judged.cost) > excess(known.cost))
        {
            if at > 0 && layout.is_some() {
                found_layout = layout;
            }
            worst = Some((at, judged));
        }
    }
    let shown = worst.as_ref().map_or(0, |(at, _)| *at);
    let one = looked.get(shown)?;
    access.layout = found_layout;
    access.offsets = one.lanes;
    access.is_uniform = looked.iter().all(|one| one.rest == Sum::default());
    access.formula = one.shared.text(facts);
    // Elements whose size is not known may still be so many apart.
    let is_exact = element.whole(&one.rest).is_some_and(|rest| rest.lanes().is_some());
    if one.lanes.is_none() && !is_exact {
        access.reason = Some(Reason::Symbol(one.rest.text(facts)));
    } else if access.width.is_none() {
        access.reason = Some(Reason::Width(access.element.clone()));
    }
    if !are_alike {
        access.when.push("in the round of its loops where it costs the most".to_owned());
    }
    if let Some((_, judged)) = worst {
        access.cost = Some(judged.cost);
        access.best = Some(judged.best);
        access.when.extend(judged.when);
    } else if access.reason.is_none() && recorded.by == By::PastL1 && space == Space::Shared {
        access.reason = Some(Reason::Other(
            "it comes past the L1 cache and is written as it arrives: nothing is counted of it".to_owned(),
        ));
    } else if access.reason.is_none() {
        access.reason = Some(Reason::Other(
            "no instruction makes such an access: its width, or its place, is none of 1, 2, 4, 8 or 16 bytes"
                .to_owned(),
        ));
    }
    if looked.iter().any(|one| one.is_bounded || one.hangs_on_data) {
        access.when.push("where all lanes take part".to_owned());
    }
    if access.is_fallback {
        access.when.push("where the guard of the other branch fails".to_owned());
    }
    // Of some rounds, it is not known then whether lanes come to it at all.
    access.is_conditional =
        looked.iter().any(|one| one.hangs_on_data || ((one.is_bounded || one.is_open) && !are_alike));
    let lanes = i64::try_from(one.active.iter().filter(|active| **active).count()).ok()?;
    access.is_of_any_lanes = are_alike && access.best.is_some_and(|cost| cost.is == lanes);
    if space == Space::Global && access.cost.is_some() {
        access.when.push(format!("`{}` aligned to {ALIGNED} bytes", access.base));
    }
    let mut nodes = vec![recorded.offset];
    nodes.extend(recorded.mask.iter().map(|(condition, _)| *condition));
    let supposed = run.integers.suppositions(&nodes);
    let supposed: Vec<&str> = supposed.into_iter().map(|at| run.integers.supposition(at)).collect();
    // What a launch gives is marked: it is as sure as its block.
    access.is_supposed = supposed.iter().any(|text| !text.starts_with('\u{1}'))
        || !held.is_empty()
        || (configuration.block.is_none() && !configuration.is_along_x);
    access.when.extend(supposed.into_iter().map(|text| text.trim_start_matches('\u{1}').to_owned()));
    access.when.extend(held.iter().map(|one| run.integers.text_of_held(*one)));
    // Of all rounds of the loops around together.
    let whole = run.integers.value(recorded.offset).as_ref().ok().map(|sum| sum.apart());
    let begins =
        whole.filter(|(_, rest)| held.is_empty() && rest.lanes() == access.offsets).map(|(shared, _)| shared);
    // What holds in a case alone proves nothing.
    let whole = run.integers.value(recorded.offset).clone().ok().filter(|_| held.is_empty());
    Some(Judgement { access, begins, whole, declared, run: Rc::default() })
}

/// An access, and where its first lane begins.
pub(crate) struct Judgement {
    pub(crate) access: Access,
    pub(crate) begins: Option<Sum>,
    /// The array, where it is a declared one: where that stands.
    pub(crate) declared: Option<std::ops::Range<usize>>,
    /// The byte of each lane, whatever rounds of loops it is.
    pub(crate) whole: Option<Rc<Sum>>,
    pub(crate) run: Rc<OfRun>,
}

/// What all accesses of one run have in common.
#[derive(Default)]
pub(crate) struct OfRun {
    /// What is known of the symbols.
    pub(crate) facts: Vec<SymbolFacts>,
    /// Parts of shared memory whose size the launch says.
    pub(crate) parts: Vec<Part>,
}

/// The most rounds of a loop whose accesses are looked at together.
const MOST_COUNT: i64 = 256;

/// The most accesses of neighbours that are looked at together.
const MOST_NEIGHBOURS: usize = 256;

/// Says of all what is known of their symbols, and of accesses that cost more than the least where those of their neighbours need
/// the rest of what they move: together they cost the least. The L1 cache has what the first of them brought, and of shared memory a
/// compiler may make wider ones of them.
pub(crate) fn look_at_neighbours(run: &Run<'_>, all: &mut [Judgement]) {
    let of_run = Rc::new(OfRun { facts: run.integers.facts().to_vec(), parts: run.parts.clone() });
    for one in all.iter_mut() {
        one.run = Rc::clone(&of_run);
    }
    let mut whole = Vec::new();
    for (at, one) in all.iter().enumerate() {
        if one.access.is_finding() && is_whole(run, all, one) == Some(true) {
            whole.push(at);
        }
    }
    for at in whole {
        if let Some(one) = all.get_mut(at) {
            one.access.is_with_neighbours = true;
        }
    }
}

fn is_whole(run: &Run<'_>, all: &[Judgement], one: &Judgement) -> Option<bool> {
    // Each store goes on to the L2 cache as it is, and the compiler makes one of several only where the type of what is pointed
    // to says that they are aligned: of members.
    if one.access.space == Space::Global && one.access.is_write && !one.access.is_member {
        return Some(false);
    }
    let (lanes, width, begins) = (one.access.offsets?, one.access.width?, one.begins.as_ref()?);
    let facts = run.integers.facts();
    // Where those begin that go the same way, from where this one does.
    let mut places: Vec<(i64, i64)> = Vec::new();
    for other in all {
        let is_alike = other.access.base == one.access.base
            && other.access.space == one.access.space
            && other.access.is_write == one.access.is_write
            && other.access.offsets == one.access.offsets;
        if let (true, Some(width), Some(place)) = (is_alike, other.access.width, other.begins.as_ref())
            && let Some(distance) = place.plus(begins, -1).and_then(|distance| distance.as_number())
        {
            places.push((distance, width));
        }
    }
    for (symbols, factors) in begins.terms() {
        let [symbol] = symbols.as_slice() else { continue };
        let Some(count) =
            facts.get(*symbol as usize).filter(|facts| facts.is_round).and_then(|facts| facts.count)
        else {
            continue;
        };
        if factors[0].abs() > 4 * SECTOR_BYTES || count > MOST_COUNT {
            continue;
        }
        // This one may be any round: all others are as far before it or behind it.
        let before = places.clone();
        places = before
            .iter()
            .flat_map(|(place, width)| (0..count).map(move |round| (place + round * factors[0], *width)))
            .take(MOST_NEIGHBOURS)
            .collect();
    }
    places.sort_unstable();
    places.dedup();
    if places.len() < 2 {
        return Some(false);
    }
    match one.access.space {
        Space::Global => {
            let mut bytes: Vec<i64> = Vec::new();
            for lane in lanes {
                for (place, width) in &places {
                    bytes.extend((0..*width).map(|byte| lane + place + byte));
                }
            }
            bytes.sort_unstable();
            bytes.dedup();
            let first = bytes.first()?.div_euclid(SECTOR_BYTES) * SECTOR_BYTES;
            let mut sectors: Vec<i64> =
                bytes.iter().map(|byte| (byte - first).div_euclid(SECTOR_BYTES)).collect();
            sectors.dedup();
            let least = i64::try_from(bytes.len()).ok()? / SECTOR_BYTES;
            Some(i64::try_from(sectors.len()).ok()? <= least + 1)
        }
        Space::Shared => {
            // What lies side by side for each lane, as wide as an instruction may be.
            let first = places.first()?.0;
            let wide = [16_i64, 8].into_iter().find(|wide| {
                let all: std::collections::BTreeSet<i64> = places
                    .iter()
                    .flat_map(|(place, width)| (0..*width).map(move |byte| place - first + byte))
                    .collect();
                *wide > width
                    && (0..*wide).all(|byte| all.contains(&byte))
                    && lanes.iter().all(|lane| lane % wide == 0)
            })?;
            let together = usize::try_from(128 / wide).ok()?;
            let costs = lanes.chunks(together).map(|phase| wavefronts(phase, wide));
            Some(costs.into_iter().all(|cost| cost.taken <= cost.least))
        }
        Space::Local | Space::Constant | Space::Unknown => None,
    }
}

fn excess(cost: Cost) -> (i64, i64) {
    (cost.is * 1000 / cost.least.max(1), cost.is)
}

fn when(configuration: &Configuration) -> Vec<String> {
    match configuration.block {
        Some([x, 1, 1]) => vec![format!("blockDim.x = {x}")],
        Some([x, y, 1]) => vec![format!("blockDim = ({x},{y})")],
        Some([x, y, z]) => vec![format!("blockDim = ({x},{y},{z})")],
        None => vec!["blockDim.x a multiple of 32".to_owned()],
    }
}

fn reason(why: Why) -> Reason {
    match why {
        Why::Data => Reason::Data,
        Why::Bound => Reason::Bound,
        Why::Symbol(text) => Reason::Symbol(text),
        Why::Block => Reason::Block,
        Why::Code(text) => Reason::Other(text),
    }
}

/// The most cases of conditions of run time that are looked at for one access.
const MOST_CASES: usize = 24;

/// The most integers that are worked out for the cases of all accesses of a kernel.
const MOST_OF_CASES: usize = 200_000;

/// What the access is; where it hangs on a condition of run time, in a case in which lanes have different places. With what is held
/// in it.
fn looks_or_case(
    run: &mut Run<'_>,
    recorded: &Recorded,
    threads: usize,
) -> Result<(Vec<Looked>, Vec<Held>), Why> {
    match looks(run, recorded, threads, &[]) {
        Ok(found) => Ok((found, Vec::new())),
        Err(Why::Block) => Err(Why::Block),
        Err(why) => {
            let (mut held, mut left) = (Vec::new(), MOST_CASES);
            let before = run.integers.worked_out();
            let found = match run.of_cases < MOST_OF_CASES {
                true => case(run, recorded, threads, &mut held, &mut left),
                false => None,
            };
            run.of_cases += run.integers.worked_out() - before;
            // What the code asks around the access needs no supposition.
            held.retain(|one| !recorded.mask.contains(one));
            found.map(|found| (found, held)).ok_or(why)
        }
    }
}

fn case(
    run: &mut Run<'_>,
    recorded: &Recorded,
    threads: usize,
    held: &mut Vec<Held>,
    left: &mut usize,
) -> Option<Vec<Looked>> {
    let open = run.integers.open_condition(recorded.offset, held)?;
    for holds in [true, false] {
        *left = left.checked_sub(1)?;
        held.push((open, holds));
        if !run.integers.may_hold(held, &recorded.mask) {
            held.pop();
            continue;
        }
        let is_known = run.integers.values_under(&[recorded.offset], &[], held).iter().all(Result::is_ok);
        let found = match is_known {
            true => looks(run, recorded, threads, held)
                .ok()
                .filter(|found| found.iter().any(|one| !one.rest.is_uniform())),
            false => case(run, recorded, threads, held, left),
        };
        if found.is_some() {
            return found;
        }
        held.pop();
    }
    None
}

/// What the access is in each round of the loops around it that matters.
fn looks(run: &mut Run<'_>, recorded: &Recorded, threads: usize, held: &[Held]) -> Result<Vec<Looked>, Why> {
    let mut nodes = vec![recorded.offset];
    nodes.extend(recorded.mask.iter().map(|(condition, _)| *condition));
    let whole = run.integers.values_under(&nodes, &[], held);
    let is_known = whole.first().is_some_and(Result::is_ok);
    let plain = || looked(recorded, &whole, threads);
    if whole.iter().all(Result::is_ok) {
        return Ok(plain()?.into_iter().collect());
    }
    if is_known
        && held.is_empty()
        && let Some(found) = in_warps(run, recorded, &nodes, threads)
    {
        return Ok(found);
    }
    let rounds = run.integers.rounds(&nodes);
    let count = rounds.iter().try_fold(1_i64, |all, (_, count)| all.checked_mul(*count));
    let count = count.filter(|count| *count <= MOST_ROUNDS);
    let Some(count) = count.filter(|_| !rounds.is_empty()) else {
        return Ok(plain()?.into_iter().collect());
    };
    let mut all = Vec::new();
    let mut failed = None;
    for at in 0..count {
        let values = run.integers.values_under(&nodes, &numbers_at(at, &rounds), held);
        match looked(recorded, &values, threads) {
            Ok(one) => all.extend(one),
            Err(why) => failed = Some(why),
        }
    }
    match failed {
        Some(why) => Err(why),
        None => Ok(all),
    }
}

/// What the access is where the block is not known and its conditions hang on which warp it is alone: `if (threadIdx.x > 15)
/// return`. `None` where warps differ, or more than that is open.
fn in_warps(
    run: &mut Run<'_>,
    recorded: &Recorded,
    nodes: &[crate::integer::Node],
    threads: usize,
) -> Option<Vec<Looked>> {
    let warp = run.open_warp?;
    let values = run.integers.values_at(nodes, &[]);
    let whole = looked(recorded, &values, threads).ok()??;
    let mut found: Option<(Looked, usize)> = None;
    for at in 0..MOST_WARPS {
        let values = run.integers.values_at(nodes, &[(warp, at)]);
        let Some(one) = looked(recorded, &values, threads).ok()? else { continue };
        if one.is_bounded || one.hangs_on_data {
            return None;
        }
        found = Some(match found {
            None => (one, 1),
            Some((known, count)) if known.active == one.active && known.rest == one.rest => {
                (known, count + 1)
            }
            Some(_) => return None,
        });
    }
    Some(match found {
        None => Vec::new(),
        Some((one, 1)) => vec![one],
        Some((one, _)) => vec![Looked { shared: whole.shared, ..one }],
    })
}

fn looked(
    recorded: &Recorded,
    values: &[Result<std::rc::Rc<Sum>, Why>],
    threads: usize,
) -> Result<Option<Looked>, Why> {
    let mut active = [false; LANES];
    for lane in active.iter_mut().take(recorded.by.lanes().min(threads)) {
        *lane = true;
    }
    let (mut is_bounded, mut hangs_on_data, mut is_open) = (false, false, false);
    for ((_, holds), value) in recorded.mask.iter().zip(values.iter().skip(1)) {
        match value {
            Ok(sum) => {
                if let Some(lanes) = sum.lanes() {
                    for (active, lane) in active.iter_mut().zip(lanes) {
                        *active &= (lane != 0) == *holds;
                    }
                } else {
                    is_open = true;
                }
            }
            Err(Why::Bound) => is_bounded = true,
            Err(_) => hangs_on_data = true,
        }
    }
    if !active.iter().any(|active| *active) {
        return Ok(None);
    }
    let sum = values.first().cloned().unwrap_or(Err(Why::Data))?;
    let (shared, rest) = sum.apart();
    Ok(Some(Looked { lanes: rest.lanes(), rest, shared, active, is_bounded, hangs_on_data, is_open }))
}

/// In what offsets are counted.
#[derive(Clone, Copy)]
struct Element {
    /// Bytes of one, where that is a number.
    bytes: Option<i64>,
    /// The symbol that its size is, where it is no number.
    size: Option<Symbol>,
}

impl Element {
    /// Offsets in elements, where they are whole whatever symbols stand for.
    fn whole(self, rest: &Sum) -> Option<Sum> {
        match self {
            Self { bytes: Some(unit), .. } if unit > 0 => {
                let is_whole =
                    rest.terms().iter().all(|(_, lanes)| lanes.iter().all(|lane| lane % unit == 0));
                is_whole.then(|| rest.divided(unit))
            }
            Self { bytes: None, size: Some(symbol) } => rest.without(symbol),
            _ => None,
        }
    }

    /// A distance in bytes as so many elements; what is no whole number of them is divided: `K/4`.
    fn text(self, stride: &Sum, facts: &[SymbolFacts]) -> String {
        if let Some(whole) = self.whole(stride) {
            return whole.text(facts);
        }
        let (stride, by) = match self.bytes {
            Some(bytes) => {
                let common = stride.terms().iter().fold(bytes, |common, (_, lanes)| {
                    lanes.iter().fold(common, |common, lane| greatest_common_divisor(common, *lane))
                });
                (stride.divided(common.max(1)), (bytes / common.max(1)).to_string())
            }
            None => {
                let name = self.size.and_then(|symbol| facts.get(symbol as usize));
                (stride.clone(), name.map_or("?", |facts| facts.name.as_str()).to_owned())
            }
        };
        let text = stride.text(facts);
        if text.contains(' ') { format!("({text})/{by}") } else { format!("{text}/{by}") }
    }
}

/// The layout of these offsets; `first` is where the first lane begins, as far as it is known.
fn plain_layout(lanes: &[i64], first: i64) -> Option<String> {
    if let Ok(Some(layout)) = layout_from_offsets(lanes) {
        return Some(layout.to_string());
    }
    // A swizzle depends on the bits of where they begin: as it is, and from a multiple of a power of two on.
    let least = lanes.iter().copied().min()?;
    let raised = [-least, first, first.rem_euclid(1 << 10), first.rem_euclid(1 << 7)];
    raised.into_iter().filter(|first| first + least >= 0).find_map(|first| {
        let moved: Vec<i64> = lanes.iter().map(|lane| lane + first).collect();
        composed_from_offsets(&moved).ok().flatten().map(|composed| composed.to_string())
    })
}

/// The layout of offsets in bytes with symbols: the modes that numbers in their place would have, with the symbols as strides.
fn symbolic_layout(rest: &Sum, count: usize, element: Element, facts: &[SymbolFacts]) -> Option<String> {
    let mut numbers = vec![0_i64; count];
    for ((_, lanes), at) in rest.terms().iter().zip(0_i64..) {
        // Numbers that no small sum of the others is, most times.
        let weight = at * at * 7919 * 1009 + 1;
        for (to, lane) in numbers.iter_mut().zip(lanes) {
            *to = to.checked_add(lane.checked_mul(weight)?)?;
        }
    }
    let layout = layout_from_offsets(&numbers).ok().flatten()?;
    let modes = layout.leaves();
    let mut step = 1_usize;
    let (mut shapes, mut strides) = (Vec::new(), Vec::new());
    for (size, _) in modes.iter() {
        let stride = rest.at(if *size > 1 { step } else { 0 });
        // What the strides say is what each lane has.
        shapes.push(size.to_string());
        strides.push(stride);
        step = step.checked_mul(usize::try_from(*size).ok()?)?;
    }
    for lane in 0..count {
        let (mut left, mut sum) = (lane, Sum::default());
        for ((size, _), stride) in modes.iter().zip(&strides) {
            let size = usize::try_from(*size).ok()?;
            let coordinate = i64::try_from(left % size).ok()?;
            left /= size;
            sum = sum.plus(&stride.times(&Sum::number(coordinate))?, 1)?;
        }
        if sum != rest.at(lane) {
            return None;
        }
    }
    let strides: Vec<String> = strides.iter().map(|stride| element.text(stride, facts)).collect();
    Some(match shapes.as_slice() {
        [one] => format!("{one}:{}", strides[0]),
        _ => format!("({}):({})", shapes.join(","), strides.join(",")),
    })
}

struct Judged {
    cost: Cost,
    /// Where what all lanes have in common makes it the least.
    best: Cost,
    when: Vec<String>,
}

fn cost(
    one: &Looked,
    access: &Access,
    recorded: &Recorded,
    facts: &[crate::lanes::SymbolFacts],
) -> Option<Judged> {
    let width = access.width.filter(|width| matches!(width, 1 | 2 | 4 | 8 | 16))?;
    let lanes = one.lanes?;
    let (period, unit) = match access.space {
        Space::Global => (SECTOR_BYTES, Unit::Sectors),
        Space::Shared => (WORD_BYTES.max(width), Unit::Wavefronts),
        Space::Local | Space::Constant | Space::Unknown => return None,
    };
    // Where the first lane may begin.
    let number = one.shared.constant()[0];
    let mut gcd = period;
    let mut odd = Vec::new();
    for (symbols, factors) in one.shared.terms() {
        if !symbols.is_empty() {
            let step = factors[0].unsigned_abs() as i64;
            if step % period != 0 {
                odd.push((symbols.clone(), *factors));
            }
            gcd = greatest_common_divisor(gcd, step);
        }
    }
    let mut counted: Vec<(i64, Cost)> = Vec::new();
    for step in 0..period / gcd {
        let first = (number + step * gcd).rem_euclid(period);
        let bytes = |lane: usize| lanes[lane] + first;
        let active: Vec<(usize, i64)> =
            (0..LANES).filter(|lane| one.active[*lane]).map(|lane| (lane, bytes(lane))).collect();
        if active.iter().any(|(_, byte)| byte.rem_euclid(width) != 0) {
            continue;
        }
        let found = match unit {
            Unit::Sectors => {
                let bytes: Vec<i64> = active.iter().map(|(_, byte)| *byte).collect();
                let all = sectors(bytes.as_slice(), Instruction::new(8, width).ok()?);
                // Offsets of bytes: each access begins at a multiple of its width.
                let all = all.ok().or_else(|| {
                    let elements: Vec<i64> = bytes.iter().map(|byte| byte.div_euclid(width)).collect();
                    sectors(elements.as_slice(), Instruction::new(8 * width, 1).ok()?).ok()
                })?;
                Cost { unit, is: all.total(), least: all.ideal() }
            }
            Unit::Wavefronts => {
                let (is, least) = of_shared::of(&active, width, recorded.by, recorded.is_write)?;
                Cost { unit, is, least }
            }
        };
        counted.push((step, found));
    }
    let aligned = counted.iter().find(|(step, _)| *step == 0).or(counted.first())?.1;
    let best = counted.iter().map(|(_, cost)| *cost).min_by_key(|cost| (cost.is - cost.least, cost.is))?;
    let mut when = Vec::new();
    if counted.iter().any(|(_, cost)| *cost != aligned) {
        let elements = period / width;
        let odd =
            Sum::of_terms(odd.into_iter().map(|(symbols, lanes)| (symbols, lanes.map(|lane| lane / width))));
        when.push(format!("`{}` a multiple of {elements}", odd.text(facts)));
    }
    Some(Judged { cost: aligned, best, when })
}

fn greatest_common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { greatest_common_divisor(b, a % b) }
}
