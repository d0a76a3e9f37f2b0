//! What is said of a copy: a line, what stands below it in a hover, and a warning where it takes more than it must.

use std::{collections::BTreeSet, sync::Arc};

use layout_algebra::{analysis::Wavefronts, atom::copy::CopyAtom, proof::Verdict, tma::TmaAtom};
use layoutlens_host_value::{
    block::Block,
    call::Computed,
    lanes::LaneOffsets,
    tensor::{Described, MemorySpace, Tensor},
    value::HostValue,
};
use layoutlens_operation::{Code, Evaluated, Finding, SharedAccess, Value, Warning};

use super::{
    cost::{Accesses, Cost, Count as _, Misaligned, SectorCount, conflict},
    instruction::{Instruction, Kind, Side, of_atom, of_elements},
    recipe,
    remedy::{MOST_PLACES, Remedy, remedies},
    uncounted::Uncounted,
    unit,
    vector::chosen,
};

/// A copy in code.
pub struct Copied<'a> {
    /// The atom, where one is given.
    pub atom: Option<&'a CopyAtom>,
    /// How pointers are aligned, of a copy without an atom.
    pub aligned: Option<Aligned>,
    /// What is copied.
    pub source: &'a Tensor,
    /// Where to.
    pub destination: &'a Tensor,
    /// The tensor that the source is one of several slices of, where a compiler sees the copies of all of them together.
    pub wider: Option<&'a Tensor>,
    /// Bits of an element of each of them.
    pub bits: [Option<i64>; 2],
    /// The threads that copy.
    pub block: Block,
}

/// To how many bits pointers are aligned.
#[derive(Debug, Clone, Copy)]
pub enum Aligned {
    /// The copy takes them to be, whatever they are.
    Taken(i64),
    /// The copy asks their types, which are not followed: if they are aligned to so many.
    Supposed(i64),
}

/// What one side costs.
struct Told {
    line: String,
    steps: Vec<String>,
    warning: Option<Warning>,
    access: Option<SharedAccess>,
}

/// What the copy gives: nothing, and what is said of it.
pub fn told(copied: &Copied<'_>) -> Computed {
    let said = said(copied);
    let recipe = recipe::of_copy(copied.source, copied.destination).map(|recipe| {
        format!("a thread's part of it is the COPY called {recipe} (Table 2 of the paper on CuTe)")
    });
    computed(said, recipe)
}

/// What is said of a copy, or a GEMM, of which an operand is not known: nothing is counted.
pub fn told_of_unknown(place: usize, reason: &str) -> Computed {
    let operand = Uncounted::Operand { place: place + 1, reason: reason.to_owned() };
    computed(Said { reasons: vec![operand], ..Said::default() }, None)
}

/// What a TMA copy gives of a tensor in shared memory.
pub(crate) fn told_of_tma(atom: &TmaAtom, shared: &Tensor) -> Computed {
    let unit::Said { line, steps } = unit::of_tma(atom, shared);
    computed(Said { lines: vec![line], steps, ..Said::default() }, None)
}

/// An operand of a GEMM.
pub(crate) enum OperandOfGemm<'a> {
    /// In registers or tensor memory.
    At(MemorySpace),
    /// In shared memory, read by threads.
    Copied(Box<Copied<'a>>),
    /// In shared memory, read by a descriptor.
    Described(&'a Described),
    /// In shared memory, and it is not known by whom.
    Unknown,
}

/// What a GEMM issues, where that is known, and what it reads of its operands A and B: those in shared memory by copies, or by
/// descriptors.
pub(crate) fn told_of_operands(issued: Option<String>, operands: &[(&str, OperandOfGemm<'_>)]) -> Computed {
    let mut all = Said { lines: issued.into_iter().collect(), ..Said::default() };
    let mut wholes = Vec::new();
    for (name, operand) in operands {
        let said = match operand {
            OperandOfGemm::At(space) => {
                let line = match space {
                    MemorySpace::Register => "in registers".to_owned(),
                    space => format!("in {}", space.name()),
                };
                Said { lines: vec![line], ..Said::default() }
            }
            OperandOfGemm::Copied(copied) => {
                wholes.extend(copied.source.lanes().map(|lanes| &lanes.whole));
                said(copied)
            }
            OperandOfGemm::Described(described) => {
                let unit::Said { line, steps } = unit::of_descriptor(described);
                Said { lines: vec![line], steps, ..Said::default() }
            }
            OperandOfGemm::Unknown => Said { reasons: vec![Uncounted::NoPartition], ..Said::default() },
        };
        all.lines.extend(said.lines.into_iter().map(|line| format!("{name}: {line}")));
        all.steps.extend(said.steps.into_iter().map(|step| format!("{name}: {step}")));
        all.reasons.extend(said.reasons);
        let of_operand =
            |access: SharedAccess| SharedAccess { what: format!("{name}: {}", access.what), ..access };
        all.accesses.extend(said.accesses.into_iter().map(of_operand));
        let named = |warning: Warning| Warning { message: format!("{name}: {}", warning.message), ..warning };
        all.warnings.extend(said.warnings.into_iter().map(named));
    }
    let recipe = recipe::of_gemm(&wholes);
    let recipe =
        recipe.map(|recipe| format!("its operands are those of a {recipe} (Table 3 of the paper on CuTe)"));
    computed(all, recipe)
}

/// All that is said of copies.
#[derive(Default)]
struct Said {
    lines: Vec<String>,
    steps: Vec<String>,
    warnings: Vec<Warning>,
    /// Why something is not counted.
    reasons: Vec<Uncounted>,
    accesses: Vec<SharedAccess>,
}

fn computed(said: Said, recipe: Option<String>) -> Computed {
    let Said { lines, mut steps, warnings, reasons, accesses } = said;
    match (lines.is_empty(), reasons.first()) {
        (true, None) => return Computed::plain(HostValue::Nothing),
        (true, Some(reason)) => {
            let finding = Value::Finding(Finding {
                text: "not counted".to_owned(),
                number: None,
                accesses: Arc::default(),
            });
            let verdict = Verdict::Unproved { limit: reason.to_string() };
            return Computed::of(Evaluated { verdict, ..finding.into() });
        }
        (false, _) => {}
    }
    steps.extend(recipe);
    // The gravest is told, with what else has its code.
    let code = warnings.iter().map(|warning| warning.code).min_by_key(|code| code.severity());
    let messages = warnings.iter().filter(|warning| Some(warning.code) == code);
    let messages: Vec<&str> = messages.map(|warning| warning.message.as_str()).collect();
    let mut short = warnings.iter().filter(|warning| Some(warning.code) == code);
    let short = short.find_map(|warning| warning.short.clone());
    let warning = code.map(|code| Box::new(Warning { code, message: messages.join("; "), short }));
    let finding =
        Value::Finding(Finding { text: lines.join("; "), number: None, accesses: Arc::new(accesses) });
    Computed::of(Evaluated { steps, warning, ..finding.into() })
}

fn said(copied: &Copied<'_>) -> Said {
    let mut all = Said::default();
    let sides = [(Side::Source, copied.source), (Side::Destination, copied.destination)];
    let vectors = copied.vectors();
    for ((side, tensor), bits) in sides.into_iter().zip(copied.bits) {
        let verb = match side {
            Side::Source => "read",
            Side::Destination => "written",
        };
        match copied.side(side, tensor, bits, vectors.as_ref(), verb) {
            Ok(None) => {}
            Ok(Some(told)) => {
                all.lines.push(told.line);
                all.steps.extend(told.steps);
                all.warnings.extend(told.warning);
                all.accesses.extend(told.access);
            }
            Err(reason) => {
                let memory = tensor.space.map_or("memory", MemorySpace::name);
                all.steps.push(format!("{memory} {verb} is not counted: {reason}"));
                all.reasons.push(reason);
            }
        }
    }
    if let Some((elements, why)) = vectors {
        let supposed = copied.supposed_of_pointers(elements).map_or_else(String::new, |on| format!(", {on}"));
        let bits = copied.bits[0].unwrap_or(0) * elements;
        let elements = if elements == 1 { "1 element".to_owned() } else { format!("{elements} elements") };
        all.lines.insert(0, format!("{elements} at a time ({bits} bits{supposed})"));
        all.steps.insert(0, format!("{elements} at a time: {why}"));
    }
    all
}

impl Copied<'_> {
    /// What a side costs; nothing of one that is not in memory with banks or sectors.
    fn side(
        &self,
        side: Side,
        tensor: &Tensor,
        bits: Option<i64>,
        vectors: Option<&(i64, String)>,
        verb: &str,
    ) -> Result<Option<Told>, Uncounted> {
        match tensor.space {
            Some(MemorySpace::Shared | MemorySpace::Global) => {}
            Some(_) => return Ok(None),
            None => return Err(Uncounted::Space),
        }
        let bits = bits.ok_or(Uncounted::Element)?;
        let kind = self.kind(side, bits);
        let is_recast = matches!(kind, Kind::Vectors(_));
        let instruction = match (kind, vectors) {
            (Kind::Lanes(instruction), _) => instruction,
            (Kind::Vectors(_), Some((vectors, _))) => of_elements(*vectors),
            (Kind::Vectors(_), None) => return Err(Uncounted::Vectors),
            (Kind::Other, _) => return Err(Uncounted::Instruction),
        };
        let wider = self.wider.unwrap_or(tensor);
        let supposed = self.supposed_of_pointers(instruction.elements);
        let told = of_side(self, (tensor, wider), verb, &instruction, bits, is_recast)?;
        Ok(Some(Told { warning: told.warning.filter(|_| supposed.is_none()), ..told }))
    }

    fn kind(&self, side: Side, bits: i64) -> Kind {
        match (self.atom, self.aligned) {
            (Some(atom), _) => of_atom(atom, side, bits),
            (None, Some(Aligned::Taken(aligned) | Aligned::Supposed(aligned))) => Kind::Vectors(aligned),
            (None, None) => Kind::Other,
        }
    }

    /// What the width of its accesses rests on, where that is more than the code says. No pointer is aligned to less than an
    /// element.
    fn supposed_of_pointers(&self, elements: i64) -> Option<String> {
        match self.aligned {
            Some(Aligned::Supposed(bits)) if elements > 1 => {
                Some(format!("if both pointers are aligned to {} bytes", bits / 8))
            }
            _ => None,
        }
    }

    /// How many elements a copy takes at a time that chooses that itself, and why not more.
    fn vectors(&self) -> Option<(i64, String)> {
        let [Some(bits), Some(other)] = self.bits else { return None };
        let Kind::Vectors(aligned) = self.kind(Side::Source, bits) else { return None };
        let vectors = chosen(self.source, self.destination, bits, aligned)?;
        (bits == other).then_some((vectors.elements, vectors.why))
    }
}

/// What the side costs that is in shared or global memory.
fn of_side(
    copied: &Copied<'_>,
    (tensor, wider): (&Tensor, &Tensor),
    verb: &str,
    instruction: &Instruction,
    bits: i64,
    is_recast: bool,
) -> Result<Told, Uncounted> {
    let Some(lanes) = tensor.lanes() else {
        return Err(match &tensor.lanes {
            Some(_) => Uncounted::Reshaped,
            None => Uncounted::NoPartition,
        });
    };
    let block = copied.block;
    let offsets = lanes.offsets(block, MOST_PLACES)?;
    let accesses = Accesses { offsets: &offsets, of_pointer: tensor.swizzle, bits, is_recast };
    if let Some(misaligned) = accesses.misaligned(instruction) {
        if copied.supposed_of_pointers(instruction.elements).is_some() {
            return Err(Uncounted::Alignment);
        }
        return Ok(of_misaligned(misaligned, instruction, verb, &lanes.whole).supposing(&offsets));
    }
    let told = match tensor.space {
        Some(MemorySpace::Shared) if instruction.is_past_l1 => return Err(Uncounted::PastL1),
        Some(MemorySpace::Shared) => {
            let cost: Cost<Wavefronts> = accesses.cost(instruction).ok_or(Uncounted::Accesses)?;
            let of_wider = wider.lanes().ok_or(Uncounted::Reshaped)?.offsets(block, MOST_PLACES)?;
            let of_wider = Accesses { offsets: &of_wider, ..accesses };
            let merged = match instruction.may_merge {
                true => of_wider.merged::<Wavefronts>(instruction),
                false => Vec::new(),
            };
            let found = || remedies(lanes, block, bits, is_recast, instruction, tensor.swizzle);
            of_shared(&cost, &merged, instruction, verb, &lanes.whole, found)
        }
        _ => {
            let cost: Cost<SectorCount> = accesses.cost(instruction).ok_or(Uncounted::Accesses)?;
            of_global(&cost, instruction, verb)
        }
    };
    Ok(told.supposing(&offsets))
}

impl Told {
    /// The same where it rests on suppositions: these are said, and nobody is warned.
    fn supposing(mut self, offsets: &LaneOffsets) -> Self {
        if !offsets.suppositions.is_empty() {
            self.steps.push(offsets.suppositions.join(", "));
            self.warning = None;
        }
        self
    }
}

fn of_shared(
    cost: &Cost<Wavefronts>,
    merged: &[Cost<Wavefronts>],
    instruction: &Instruction,
    verb: &str,
    whole: &Value,
    found: impl FnOnce() -> Vec<Remedy>,
) -> Told {
    let (worst, name) = (cost.worst, &instruction.name);
    let mut steps = vec![accesses_text("smem", verb, name, cost)];
    let access = |ways_out| SharedAccess {
        what: format!("smem {verb} by {name}"),
        width: cost.bytes,
        bytes: cost.worst_bytes.clone(),
        whole: whole.clone(),
        ways_out,
    };
    let is_free = worst.taken == worst.least;
    let wavefronts = plural(worst.taken, "wavefront");
    if is_free {
        steps.push(format!("{wavefronts} an access, the least for as many bytes: no bank conflicts"));
        return Told {
            line: format!("smem {verb}: {wavefronts} an access, the least"),
            steps,
            warning: None,
            access: Some(access(Vec::new())),
        };
    }
    let line = format!("smem {verb}: {wavefronts} an access, {} would do", worst.least);
    let total = format!("{} wavefronts in all, {} would do", cost.total.taken, cost.total.least);
    steps.push(match cost.is_everywhere {
        true => total,
        false => format!("{total}, at the best of the coordinates that are not known"),
    });
    let conflict = conflict(cost);
    steps.extend(conflict.iter().map(|(ways, text)| format!("{ways}-way bank conflict: {text}")));
    for merged in merged {
        steps.push(format!(
            "if the compiler makes accesses of {} bytes of them: {} wavefronts in all, {} would do",
            merged.bytes, merged.total.taken, merged.total.least
        ));
    }
    let remedies = found();
    steps.extend(remedies.iter().map(|remedy| {
        format!("{} takes the least, {} wavefronts in all: {}", remedy.what, remedy.total, remedy.layout)
    }));
    // Wider accesses that a compiler may make instead must be worse than they need be, too.
    let is_certain = |cost: &Cost<Wavefronts>| cost.total.taken > cost.total.least;
    let is_told = is_certain(cost) && merged.iter().all(is_certain) && !may_share_phases(cost);
    let message = is_told.then(|| {
        let ways = conflict.as_ref().map_or(2, |(ways, _)| *ways);
        let text = conflict.map_or_else(String::new, |(_, text)| format!(", {text}"));
        let way_out = remedies.first().map_or_else(String::new, |remedy| {
            format!("; {} takes {}: {}", remedy.what, worst.least, remedy.layout)
        });
        let wider = merged.last().map_or_else(String::new, |wider| {
            let (taken, least) = (wider.worst.taken, wider.worst.least);
            format!(", or {taken} where {least} would do if the compiler makes accesses of {} bytes", wider.bytes)
        });
        format!(
            "an access of a warp to shared memory takes {wavefronts} where {} would do{wider} ({ways}-way bank conflict in \
             {whole}{text}){way_out}",
            worst.least
        )
    });
    let warning = message.map(|message| Warning {
        code: Code::BankConflict,
        message,
        short: Some(format!("{wavefronts}, {} would do", worst.least)),
    });
    let access = Some(access(remedies.into_iter().map(|remedy| remedy.way).collect()));
    Told { line, steps, warning, access }
}

fn of_misaligned(misaligned: Misaligned, instruction: &Instruction, verb: &str, whole: &Value) -> Told {
    let Misaligned { thread, byte, width } = misaligned;
    let message = format!(
        "{} accesses {width} aligned bytes a lane, and {whole} gives thread {thread} byte {byte}, which is no multiple of \
         {width}: the program faults",
        instruction.name
    );
    let line = format!("{verb} misaligned: {width} bytes at byte {byte}");
    let warning = Some(Warning { code: Code::MisalignedAccess, message, short: None });
    Told { line, steps: Vec::new(), warning, access: None }
}

/// Whether the hardware may serve more lanes at once than are counted: some have the same vector, and it is not documented which
/// of them share a phase.
fn may_share_phases(cost: &Cost<Wavefronts>) -> bool {
    let different: BTreeSet<i64> = cost.worst_bytes.iter().copied().collect();
    cost.bytes >= 8 && different.len() < cost.worst_bytes.len()
}

fn of_global(cost: &Cost<SectorCount>, instruction: &Instruction, verb: &str) -> Told {
    let (worst, name) = (cost.worst, &instruction.name);
    let mut steps = vec![accesses_text("gmem", verb, name, cost)];
    let sectors = plural(worst.moved, "sector");
    steps.push(format!(
        "{} sectors of 32 bytes in all, {} at least, from an aligned beginning",
        cost.total.found(),
        cost.total.least()
    ));
    let line = match worst.moved == worst.least {
        true => format!("gmem {verb}: {sectors} an access, the least"),
        false => format!("gmem {verb}: {sectors} an access, {} would do", worst.least),
    };
    Told { line, steps, warning: None, access: None }
}

/// `smem read by ldmatrix.x4: 16 bytes a lane, 8 accesses of each of 4 warps`.
fn accesses_text<C>(memory: &str, verb: &str, name: &str, cost: &Cost<C>) -> String {
    let accesses = if cost.accesses == 1 { "1 access" } else { &format!("{} accesses", cost.accesses) };
    let warps = if cost.warps == 1 { "1 warp".to_owned() } else { format!("each of {} warps", cost.warps) };
    let bytes = plural(cost.bytes, "byte");
    format!("{memory} {verb} by {name}: {bytes} a lane, {accesses} of {warps}")
}

fn plural(count: i64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
