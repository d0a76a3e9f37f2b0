//! Tensors by the names of parameters: `mQ` in global memory, `gQ` a tile of it, `sQ` in shared memory, `rQ` in registers,
//! `tSrQ` a thread's part for the MMA that makes S.

use layoutlens_host_value::suggestions::{Generation, Spelled};

use super::{parts, stem};

/// Where a tensor of a name lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// `mQ`.
    Global,
    /// `gQ`.
    GlobalTile,
    /// `sQ`.
    Shared,
    /// `cQ`: coordinates.
    Coordinates,
    /// `acc`, `tSrS`.
    Accumulators,
    /// `tSrQ`, `tCrA`.
    FragmentA,
    /// `tSrK`, `tCrB`.
    FragmentB,
    /// `tQgQ`, `tQsQ`: what a thread copies.
    Copied,
    /// `tQcQ`.
    CopiedCoordinates,
}

/// What a tensor of this name is; behind it others of the rank, for where the code refuses that one.
pub(super) fn tensors(name: &str, generation: Generation, rank: Option<usize>) -> Vec<Spelled> {
    let kind = kind(name);
    let mut all = Vec::new();
    if let Some(kind) = kind {
        all.extend(of_kind(kind, generation, rank));
    }
    let ranks = rank.into_iter().chain([2, 3, 1, 4]);
    if kind.is_none() {
        all.push(accumulators(generation, rank));
    }
    for rank in ranks {
        if let Some(code) = parts::gmem_tensor(rank) {
            let global = Spelled { code, said: format!("of rank {rank} and half_t") };
            if !all.contains(&global) {
                all.push(global);
            }
        }
    }
    if kind.is_some() {
        all.push(accumulators(generation, rank));
    }
    all
}

/// Whether a name is that of a tensor.
pub(super) fn is_tensor(name: &str) -> bool {
    kind(stem(name)).is_some()
}

fn kind(name: &str) -> Option<Kind> {
    let lower = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if let Some((place, of)) = of_partition(name) {
        let is_a = matches!(of, 'A' | 'Q' | 'P' | 'X');
        let is_b = matches!(of, 'B' | 'K' | 'V' | 'W');
        return Some(match place {
            'r' if is_a => Kind::FragmentA,
            'r' if is_b => Kind::FragmentB,
            'r' => Kind::Accumulators,
            'c' => Kind::CopiedCoordinates,
            _ => Kind::Copied,
        });
    }
    if has(&["acc", "frag", "scores", "logits"]) {
        return Some(Kind::Accumulators);
    }
    let mut letters = name.chars();
    let (first, second) = (letters.next()?, letters.next());
    if !second.is_some_and(|second| second.is_ascii_uppercase()) {
        return None;
    }
    match first {
        'm' => Some(Kind::Global),
        'g' => Some(Kind::GlobalTile),
        's' => Some(Kind::Shared),
        'c' => Some(Kind::Coordinates),
        'r' => Some(Kind::Accumulators),
        _ => None,
    }
}

/// Of `tSrQ` where it lies, `r`, and what it is of, `Q`.
fn of_partition(name: &str) -> Option<(char, char)> {
    let rest = name.strip_prefix('t')?;
    let rest = rest.strip_prefix(|c: char| c.is_ascii_digit()).unwrap_or(rest);
    if !rest.starts_with(char::is_uppercase) {
        return None;
    }
    let at = rest.find(['r', 's', 'g', 'c'])?;
    let mut behind = rest.get(at..)?.chars();
    let (place, of) = (behind.next()?, behind.next()?);
    // `tAcc` is none.
    (of.is_ascii_uppercase() || of == 'd').then_some((place, of))
}

fn of_kind(kind: Kind, generation: Generation, rank: Option<usize>) -> Vec<Spelled> {
    let said = |code: String, said: &str| Spelled { code, said: said.to_owned() };
    match kind {
        Kind::Global => {
            let rank = rank.unwrap_or(2);
            let code = parts::gmem_tensor(rank);
            code.map(|code| said(code, &format!("of rank {rank} and half_t"))).into_iter().collect()
        }
        Kind::GlobalTile => vec![said(gmem_tile(rank), "a tile of 128x64 half_t in global memory")],
        Kind::Shared => {
            let ranks = rank.into_iter().chain([2, 3]);
            let of = |rank: usize| {
                said(parts::smem_tensor(generation, rank), "a tile of 128x64 half_t in shared memory")
            };
            ranks.map(of).collect()
        }
        Kind::Coordinates => {
            vec![said("make_identity_tensor(Shape<_128,_64>{})".to_owned(), "coordinates of 128x64")]
        }
        Kind::Accumulators => vec![accumulators(generation, rank)],
        Kind::FragmentA | Kind::FragmentB => {
            let operand = if kind == Kind::FragmentA { 'A' } else { 'B' };
            let code = format!(
                "{}.get_slice(threadIdx.x).partition_fragment_{operand}({})",
                parts::mma(generation),
                parts::smem_tensor(generation, 2)
            );
            let text = format!("fragments of {operand} of {}", parts::said_of_mma(generation));
            vec![said(code, &text), accumulators(generation, None)]
        }
        Kind::Copied => {
            let code = format!(
                "{}.get_slice(threadIdx.x).partition_S({})",
                parts::COPY,
                gmem_tile(rank.and_then(|rank| rank.checked_sub(1)))
            );
            vec![said(code, &format!("what a thread copies by {}", parts::SAID_OF_COPY))]
        }
        Kind::CopiedCoordinates => {
            let code = format!(
                "{}.get_slice(threadIdx.x).partition_S(make_identity_tensor(Shape<_128,_64>{{}}))",
                parts::COPY
            );
            vec![said(code, &format!("coordinates that a thread copies by {}", parts::SAID_OF_COPY))]
        }
    }
}

/// A tile in global memory; with a third mode, of as many tiles as there are.
fn gmem_tile(rank: Option<usize>) -> String {
    let layout = match rank {
        Some(3) => "make_shape(_128{}, _64{}, k), make_stride(ldm, _1{}, _64{})",
        _ => "make_shape(_128{}, _64{}), make_stride(ldm, _1{})",
    };
    format!("make_tensor(make_gmem_ptr(static_cast<half_t*>(nullptr)), {layout})")
}

/// Accumulators of a tile; those in tensor memory with a fourth mode, of stages.
fn accumulators(generation: Generation, rank: Option<usize>) -> Spelled {
    let (mma, of) = (parts::mma(generation), parts::said_of_mma(generation));
    let is_in_tensor_memory = matches!(generation, Generation::Blackwell | Generation::BlackwellScaled);
    match rank {
        Some(4) if is_in_tensor_memory => Spelled {
            code: format!(
                "{mma}.make_fragment_C(append(partition_shape_C({mma}, Shape<_128,_128>{{}}), _2{{}}))"
            ),
            said: format!("accumulators of {of}, in two stages"),
        },
        _ => Spelled {
            code: format!("partition_fragment_C({mma}, Shape<_128,_128>{{}})"),
            said: format!("accumulators of {of}"),
        },
    }
}
