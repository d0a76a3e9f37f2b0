//! The instructions of PTX that generated kernels may have: each with all its modifiers in order and all its operands.
//!
//! What is not here whole does not exist: a modifier that is missing, misspelt or in another place is refused as the
//! assembler would refuse it.

use std::{cmp::Reverse, fmt, sync::LazyLock};

use layout_algebra::atom::mma::MmaAtom;

use super::ptx::PtxError;

/// What an instruction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Move,
    ToShared,
    Convert,
    /// Two f32 to a pair of halves.
    Narrow,
    Differs,
    InBlock,
    Load,
    Store,
    CopyAsync,
    CommitCopies,
    WaitCopies,
    WaitAllCopies,
    Fetch,
    FetchForCluster,
    LoadMatrices,
    StoreMatrices,
    Multiply,
    MultiplyByWarpgroup,
    FenceMultiplications,
    CommitMultiplications,
    WaitMultiplications,
    BarrierInit,
    BarrierArrive,
    BarrierExpect,
    BarrierWait,
    FenceBarriers,
    FenceProxies,
    ClusterArrive,
    ClusterWait,
    NamedBarrier,
    /// How many registers a thread has from now on: nothing that is emulated.
    Registers,
}

/// What may stand as an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// So many bits that are read: a register or a number.
    Read(u8),
    /// So many bits that are written.
    Written(u8),
    /// A predicate that is read, or written.
    Predicate,
    /// A number that is the same in every run.
    Constant,
    /// `_`
    Sink,
    /// `[..]`
    Address(&'static [Kind]),
    /// `{..}` of so many.
    Group(&'static Kind, usize),
    /// `{..}` of as many as the instruction's shape says.
    Many(&'static Kind),
}

/// An instruction: its name as words between dots, `a|b` for one of them and `?a` for what may be left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form {
    pub(super) meaning: Meaning,
    name: &'static str,
    pub(super) operands: &'static [Kind],
}

use Kind::{Address, Constant, Group, Many, Predicate, Read, Sink, Written};
use Meaning as M;

const R16: Kind = Read(16);
const R32: Kind = Read(32);
const R64: Kind = Read(64);
const W16: Kind = Written(16);
const W32: Kind = Written(32);
const W64: Kind = Written(64);
/// An address of shared memory.
const SHARED: Kind = Address(&[R32]);
/// An address of global memory.
const GLOBAL: Kind = Address(&[R64]);
/// A tensor map and two coordinates.
const TENSOR: Kind = Address(&[R64, Group(&R32, 2)]);

const fn form(meaning: Meaning, name: &'static str, operands: &'static [Kind]) -> Form {
    Form { meaning, name, operands }
}

const FORMS: &[Form] = &[
    form(M::Move, "mov.u32|b32", &[W32, R32]),
    form(M::ToShared, "cvta.to.shared.u64", &[W64, R64]),
    form(M::Convert, "cvt.u32.u64", &[W32, R64]),
    form(M::Convert, "cvt.f32.f16|bf16", &[W32, R16]),
    form(M::Convert, "cvt.rn.f16|bf16.f32", &[W16, R32]),
    form(M::Narrow, "cvt.rn.f16x2|bf16x2.f32", &[W32, R32, R32]),
    form(M::Differs, "setp.ne.b32|u32|s32", &[Predicate, R32, R32]),
    form(M::InBlock, "mapa.shared::cluster.u32", &[W32, R32, R32]),
    form(M::Load, "ld.shared|shared::cta.b16|u16", &[W16, SHARED]),
    form(M::Load, "ld.shared|shared::cta.b32|u32|f32", &[W32, SHARED]),
    form(M::Load, "ld.shared|shared::cta.v2.b32|u32|f32", &[Group(&W32, 2), SHARED]),
    form(M::Load, "ld.shared|shared::cta.v4.b32|u32|f32", &[Group(&W32, 4), SHARED]),
    form(M::Store, "st.shared|shared::cta.b16|u16", &[SHARED, R16]),
    form(M::Store, "st.shared|shared::cta.b32|u32|f32", &[SHARED, R32]),
    form(M::Store, "st.shared|shared::cta.v2.b32|u32|f32", &[SHARED, Group(&R32, 2)]),
    form(M::Store, "st.shared|shared::cta.v4.b32|u32|f32", &[SHARED, Group(&R32, 4)]),
    form(M::CopyAsync, COPY, &[SHARED, GLOBAL, Constant]),
    form(M::CopyAsync, COPY, &[SHARED, GLOBAL, Constant, R32]),
    form(M::CommitCopies, "cp.async.commit_group", &[]),
    form(M::WaitCopies, "cp.async.wait_group", &[Constant]),
    form(M::WaitAllCopies, "cp.async.wait_all", &[]),
    form(
        M::Fetch,
        "cp.async.bulk.tensor.2d.shared::cluster.global.?tile.mbarrier::complete_tx::bytes",
        &[SHARED, TENSOR, SHARED],
    ),
    form(
        M::FetchForCluster,
        "cp.async.bulk.tensor.2d.shared::cluster.global.?tile.mbarrier::complete_tx::bytes.multicast::cluster",
        &[SHARED, TENSOR, SHARED, R16],
    ),
    form(
        M::LoadMatrices,
        "ldmatrix.sync.aligned.m8n8.x1.?trans.shared|shared::cta.b16",
        &[Group(&W32, 1), SHARED],
    ),
    form(
        M::LoadMatrices,
        "ldmatrix.sync.aligned.m8n8.x2.?trans.shared|shared::cta.b16",
        &[Group(&W32, 2), SHARED],
    ),
    form(
        M::LoadMatrices,
        "ldmatrix.sync.aligned.m8n8.x4.?trans.shared|shared::cta.b16",
        &[Group(&W32, 4), SHARED],
    ),
    form(
        M::StoreMatrices,
        "stmatrix.sync.aligned.m8n8.x1.?trans.shared|shared::cta.b16",
        &[SHARED, Group(&R32, 1)],
    ),
    form(
        M::StoreMatrices,
        "stmatrix.sync.aligned.m8n8.x2.?trans.shared|shared::cta.b16",
        &[SHARED, Group(&R32, 2)],
    ),
    form(
        M::StoreMatrices,
        "stmatrix.sync.aligned.m8n8.x4.?trans.shared|shared::cta.b16",
        &[SHARED, Group(&R32, 4)],
    ),
    form(M::MultiplyByWarpgroup, "wgmma.mma_async.sync.aligned.m64n#k16.f32.f16.f16", PRODUCT),
    form(M::MultiplyByWarpgroup, "wgmma.mma_async.sync.aligned.m64n#k16.f32.bf16.bf16", PRODUCT),
    form(M::FenceMultiplications, "wgmma.fence.sync.aligned", &[]),
    form(M::CommitMultiplications, "wgmma.commit_group.sync.aligned", &[]),
    form(M::WaitMultiplications, "wgmma.wait_group.sync.aligned", &[Constant]),
    form(M::BarrierInit, "mbarrier.init.shared|shared::cta.b64", &[SHARED, R32]),
    form(M::BarrierArrive, "mbarrier.arrive.shared|shared::cta|shared::cluster.b64", &[Sink, SHARED]),
    form(
        M::BarrierExpect,
        "mbarrier.arrive.expect_tx.shared|shared::cta|shared::cluster.b64",
        &[Sink, SHARED, R32],
    ),
    form(M::BarrierWait, "mbarrier.try_wait.parity.shared|shared::cta.b64", &[Predicate, SHARED, R32]),
    form(M::FenceBarriers, "fence.mbarrier_init.release.cluster", &[]),
    form(M::FenceProxies, "fence.proxy.async.?shared::cta|shared::cluster", &[]),
    form(M::ClusterArrive, "barrier.cluster.arrive.?release|relaxed.?aligned", &[]),
    form(M::ClusterWait, "barrier.cluster.wait.?acquire.?aligned", &[]),
    form(M::NamedBarrier, "bar.sync", &[R32]),
    form(M::NamedBarrier, "bar.sync", &[R32, R32]),
    form(M::Registers, "setmaxnreg.inc|dec.sync.aligned.u32", &[Constant]),
];

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Read(bits) => write!(f, "a register of {bits} bits or a number"),
            Written(bits) => write!(f, "a register of {bits} bits to write"),
            Predicate => f.write_str("a predicate"),
            Constant => f.write_str("a constant"),
            Sink => f.write_str("`_`"),
            Address(parts) => {
                f.write_str("[")?;
                for (number, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if number > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Group(kind, count) => write!(f, "a group of {count}, each {kind}"),
            Many(kind) => write!(f, "a group, each {kind}"),
        }
    }
}

const COPY: &str = "cp.async.ca|cg.shared|shared::cta.global.?L2::64B|L2::128B|L2::256B";

/// Sums, two descriptors, whether it adds, the signs, and whether the factors are turned.
const PRODUCT: &[Kind] = &[Many(&W32), R64, R64, Predicate, Constant, Constant, Constant, Constant];

/// `mma.sync`: sums, factors and what is added. Registers of 64 bits are those of f64.
const WARP_PRODUCT: [Form; 2] = [
    form(M::Multiply, "mma.sync", &[Many(&W32), Many(&R32), Many(&R32), Many(&R32)]),
    form(M::Multiply, "mma.sync", &[Many(&W64), Many(&R64), Many(&R64), Many(&R64)]),
];

/// The forms of the instruction with this name.
///
/// # Errors
/// [`PtxError::Unknown`], with the nearest name that there is.
pub(super) fn forms(name: &str) -> Result<Vec<Form>, PtxError> {
    let words: Vec<&str> = name.split('.').collect();
    let mut found: Vec<Form> =
        FORMS.iter().filter(|form| matches(&pattern(form.name), &words)).copied().collect();
    if name.starts_with("mma.sync.") && warp_products().iter().any(|known| known == name) {
        found.push(WARP_PRODUCT[usize::from(name.ends_with(".f64"))]);
    }
    if found.is_empty() {
        let products = if name.starts_with("mma") { warp_products() } else { &[] };
        let known = FORMS.iter().flat_map(|form| spellings(form.name)).chain(products.iter().cloned());
        let alike = |known: &String| {
            let same = known.split('.').zip(&words).take_while(|(known, word)| known == *word).count();
            (Reverse(same), strsim::levenshtein(known, name))
        };
        let nearest = known.min_by_key(alike).unwrap_or_default();
        return Err(PtxError::Unknown { name: name.to_owned(), nearest });
    }
    Ok(found)
}

/// The names of `mma.sync`: those of CuTe's atoms.
fn warp_products() -> &'static [String] {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let atoms = MmaAtom::names().filter_map(|name| MmaAtom::find(&name).ok());
        atoms.map(|atom| atom.ptx().to_owned()).filter(|ptx| ptx.starts_with("mma.sync.")).collect()
    });
    &NAMES
}

/// The words of a name with what may stand for each, and whether it may be left out.
fn pattern(name: &str) -> Vec<(Vec<&str>, bool)> {
    let word = |word: &'_ str| word.strip_prefix('?').is_some();
    name.split('.').map(|part| (part.trim_start_matches('?').split('|').collect(), word(part))).collect()
}

fn matches(pattern: &[(Vec<&str>, bool)], words: &[&str]) -> bool {
    let Some(((alternatives, optional), rest)) = pattern.split_first() else { return words.is_empty() };
    let taken = words.split_first().is_some_and(|(word, others)| {
        alternatives.iter().any(|known| is_word(known, word)) && matches(rest, others)
    });
    taken || *optional && matches(rest, words)
}

/// Whether a word is this one; `#` is the N of a `wgmma`.
fn is_word(known: &str, word: &str) -> bool {
    let Some((before, after)) = known.split_once('#') else { return known == word };
    let number = word.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
    number.is_some_and(|number| columns().any(|n| n.to_string() == number))
}

/// What N of a `wgmma` can be.
fn columns() -> impl Iterator<Item = usize> {
    (8..=256).step_by(8)
}

/// All names that a pattern stands for.
fn spellings(name: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    for (alternatives, optional) in pattern(name) {
        let mut more = if optional { names.clone() } else { Vec::new() };
        for before in &names {
            let dot = if before.is_empty() { "" } else { "." };
            for word in &alternatives {
                match word.contains('#') {
                    true => more.extend(
                        columns().map(|n| format!("{before}{dot}{}", word.replace('#', &n.to_string()))),
                    ),
                    false => more.push(format!("{before}{dot}{word}")),
                }
            }
        }
        names = more;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_the_table_is_found_and_means_one_thing() {
        for form in FORMS {
            for name in spellings(form.name) {
                let found = forms(&name).unwrap();
                assert!(found.iter().all(|found| found.meaning == form.meaning), "{name}");
            }
        }
        let product = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
        assert_eq!(forms(product).unwrap()[0].meaning, Meaning::Multiply);
    }

    #[test]
    fn a_modifier_that_is_misspelt_missing_or_elsewhere_is_refused_with_the_nearest_name() {
        let mut table = String::new();
        for name in [
            "wgmma.fence.sync.aljgned",
            "wgmma.fence.aligned.sync",
            "wgmma.fence",
            "wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16",
            "fence.proxy.asynk",
            "cp.async.cg.shared.global.L3::128B",
            "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32",
            "ld.shared.v3.b32",
            "",
        ] {
            table += &format!("{name}: {}\n", forms(name).unwrap_err());
        }
        assert!(forms("mma.synq.aligned").is_err());
        insta::assert_snapshot!(table, @r"
        wgmma.fence.sync.aljgned: the instruction `wgmma.fence.sync.aljgned`; the nearest that there is: `wgmma.fence.sync.aligned`
        wgmma.fence.aligned.sync: the instruction `wgmma.fence.aligned.sync`; the nearest that there is: `wgmma.fence.sync.aligned`
        wgmma.fence: the instruction `wgmma.fence`; the nearest that there is: `wgmma.fence.sync.aligned`
        wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16: the instruction `wgmma.mma_async.sync.aligned.m64n12k16.f32.f16.f16`; the nearest that there is: `wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16`
        fence.proxy.asynk: the instruction `fence.proxy.asynk`; the nearest that there is: `fence.proxy.async`
        cp.async.cg.shared.global.L3::128B: the instruction `cp.async.cg.shared.global.L3::128B`; the nearest that there is: `cp.async.cg.shared.global.L2::128B`
        mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32: the instruction `mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32`; the nearest that there is: `mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`
        ld.shared.v3.b32: the instruction `ld.shared.v3.b32`; the nearest that there is: `ld.shared.v2.b32`
        : the instruction ``; the nearest that there is: `mov.u32`
        ");
    }
}
