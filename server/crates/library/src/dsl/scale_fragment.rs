//! Scale factors as the warps of an MMA read them, `get_layoutSFA_TV`, `partition_fragment_SFB`, and how their MMAs are tiled.

use layoutlens_host_value::{
    call::{AskingFunction, Call, Computed, Outcome, Runner},
    library::unknown,
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal};

use crate::dsl::{
    atom::typed,
    calls::{ALL, Calls, int, ints, layout_of, tuple},
    enumeration, number,
    operand::{argument, optional},
};
use layoutlens_library_cute::cute::hardware::hardware;

pub(super) const ASKING: &[(&str, AskingFunction)] = &[
    ("cutlass.utils.sm100.get_permutation_mnk", permutation),
    ("cutlass.utils.sm100.sm103_make_blockscaled_trivial_tiled_mma", ultra_mma),
    ("cutlass.utils.sm100.get_layoutSFA_TV", |runner, call| layout_tv(runner, call, Which::A)),
    ("cutlass.utils.sm100.get_layoutSFB_TV", |runner, call| layout_tv(runner, call, Which::B)),
    ("cutlass.utils.sm100.partition_fragment_SFA", |runner, call| fragment(runner, call, Which::A)),
    ("cutlass.utils.sm100.partition_fragment_SFB", |runner, call| fragment(runner, call, Which::B)),
];

/// `get_permutation_mnk(tile_shape_mnk, sf_vec_size, use_mxf8f6f4)`.
fn permutation(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let tile = argument(call, "tile_shape_mnk", 0)?.elements();
    let Some(m) = tile.and_then(|tile| tile.first()?.known_int()) else {
        return unknown("the tile of the thread block is not known");
    };
    let Some(is_of_bytes) = number::truth(argument(call, "use_mxf8f6f4", 2)?) else {
        return unknown("which instruction is meant is not known");
    };
    if !matches!(argument(call, "sf_vec_size", 1)?.known_int(), Some(16 | 32)) {
        return unknown("how many elements share a scale factor is not known");
    }
    let along_n = Calls::of(runner, call).layout(ints([8, 2, 2]), ints([1, 16, 8]))?;
    let parts = tuple([int(m.min(128)), along_n, int(if is_of_bytes { 32 } else { 64 })]);
    Ok(Computed::plain(parts))
}

/// `sm103_make_blockscaled_trivial_tiled_mma(sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source)`.
fn ultra_mma(runner: &mut dyn Runner, call: &Call<'_>) -> Outcome {
    let (factor, group) = (argument(call, "sf_dtype", 0)?, argument(call, "cta_group", 2)?);
    let Some(tile) = argument(call, "mma_tiler_mn", 3)?.elements() else {
        return unknown("the tile of the MMA is not known");
    };
    let shape = HostValue::tuple(tile.into_iter().chain([int(96)]).collect());
    let source = optional(call, "a_source", 4).cloned();
    let source = source.unwrap_or_else(|| enumeration::value("tcgen05.OperandSource", "SMEM"));
    let rest = [shape, group.clone(), source];
    let mut calls = Calls::of(runner, call);
    let atom = match argument(call, "sf_vec_size", 1)?.known_int() {
        Some(32) => calls.call("cutlass.cute.nvgpu.tcgen05.SM103MmaMXF4Op", &rest)?,
        Some(16) => {
            let arguments: Vec<HostValue> = [factor.clone()].into_iter().chain(rest).collect();
            calls.call("cutlass.cute.nvgpu.tcgen05.SM103MmaMXF4NVF4Op", &arguments)?
        }
        _ => return unknown("how many elements share a scale factor is not known"),
    };
    calls.call("cutlass.cute.make_tiled_mma", &[atom]).map(Computed::plain)
}

/// The operand whose factors are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    A,
    B,
}

impl Which {
    /// Its place among M, N and K.
    fn mode(self) -> usize {
        match self {
            Self::A => 0,
            Self::B => 1,
        }
    }
}

/// A tiled MMA, or the slice of a thread of one.
struct Mma {
    shape: [i64; 3],
    permutation: Vec<HostValue>,
    threads: HostValue,
    /// How many threads, or groups of them, are beside each other in M, N and K.
    counts: [i64; 3],
}

impl Mma {
    fn of(calls: &mut Calls<'_, '_>, value: &HostValue) -> Result<Self, Refusal> {
        let value = match value {
            HostValue::ThreadSlice(slice) => &slice.tiled,
            value => value,
        };
        let mma = match hardware(&typed(value).0) {
            Some(Hardware::TiledMma(mma)) => mma.clone(),
            _ => return unknown("the tiled MMA is not known"),
        };
        let permutation = calls.member(value, "permutation_mnk")?.elements().unwrap_or_default();
        let threads = calls.member(value, "thr_layout_vmnk")?;
        let sizes: Vec<i64> =
            mma.thr_layout_vmnk().modes().iter().map(layout_algebra::Layout::size).collect();
        match (sizes.as_slice(), permutation.len()) {
            ([_, m, n, k], 3) => {
                Ok(Self { shape: mma.atom().shape_mnk(), permutation, threads, counts: [*m, *n, *k] })
            }
            _ => unknown("how this MMA is tiled is not known"),
        }
    }

    /// The tensor as (thread, value) of the factors.
    fn parts(
        &self,
        calls: &mut Calls<'_, '_>,
        factors: &HostValue,
        which: Which,
    ) -> Result<HostValue, Refusal> {
        let [.., k] = self.shape;
        let (shape_k, one_more) = match k {
            32 => (ints([32, 1]), true),
            64 => (int(64), false),
            _ => return unknown("this instruction has no scale factors"),
        };
        let stride_k = |stride: i64| if one_more { ints([stride, 0]) } else { int(stride) };
        let atom = match which {
            Which::A => {
                calls.layout(tuple([ints([2, 2, 8]), shape_k]), tuple([ints([8, 0, 1]), stride_k(16)]))?
            }
            Which::B => calls.layout(tuple([ints([4, 8]), shape_k]), tuple([ints([0, 1]), stride_k(8)]))?,
        };
        let mode = which.mode();
        let (Some(along), Some(last)) = (self.permutation.get(mode), self.permutation.last()) else {
            return unknown("how this MMA is tiled is not known");
        };
        let divided = calls
            .call("cutlass.cute.logical_divide", &[factors.clone(), tuple([along.clone(), last.clone()])])?;
        let mut extent = |size: i64| calls.call("cutlass.cute.make_layout", &[int(size)]);
        let of_atom = tuple([extent(self.shape[mode])?, extent(k)?]);
        let of_thread = tuple([ALL, tuple([extent(self.counts[mode])?, extent(self.counts[2])?])]);
        let zipped = "cutlass.cute.zipped_divide";
        let by_atom = calls.call(zipped, &[divided, of_atom])?;
        let by_value = calls.call("cutlass.cute.composition", &[by_atom, tuple([atom, ALL])])?;
        calls.call(zipped, &[by_value, of_thread])
    }
}

/// `get_layoutSFA_TV(tiled_mma)`.
fn layout_tv(runner: &mut dyn Runner, call: &Call<'_>, which: Which) -> Outcome {
    let mut calls = Calls::of(runner, call);
    let mma = Mma::of(&mut calls, argument(call, "tiled_mma", 0)?)?;
    let (Some(along), Some(last)) = (mma.permutation.get(which.mode()), mma.permutation.last()) else {
        return unknown("how this MMA is tiled is not known");
    };
    let mut size = |mode: &HostValue| calls.call("cutlass.cute.size", std::slice::from_ref(mode));
    let tile = tuple([size(along)?, size(last)?]);
    let reference = calls.call("cutlass.cute.make_layout", &[tile])?;
    let parts = mma.parts(&mut calls, &reference, which)?;
    let stride = match which {
        Which::A => ints([1, 0]),
        Which::B => ints([0, 1]),
    };
    let [m, n, _] = mma.counts;
    let warps = calls.layout(ints([m, n]), stride)?;
    let tile = tuple([ALL, tuple([warps, ALL])]);
    let compose = "cutlass.cute.composition";
    let by_warp = calls.call(compose, &[parts, tuple([tile, ALL])])?;
    let threads = calls.call("cutlass.cute.right_inverse", &[mma.threads])?;
    calls.call(compose, &[by_warp, tuple([threads, ALL])]).map(Computed::plain)
}

/// `partition_fragment_SFA(sfa_tensor, thr_mma, tidx)`: registers for the factors that a thread reads. All threads have as
/// many.
fn fragment(runner: &mut dyn Runner, call: &Call<'_>, which: Which) -> Outcome {
    let keyword = if which == Which::A { "sfa_tensor" } else { "sfb_tensor" };
    let factors = argument(call, keyword, 0)?;
    let HostValue::Tensor(tensor) = factors else { return unknown("only a tensor is partitioned") };
    let mut calls = Calls::of(runner, call);
    let mma = Mma::of(&mut calls, argument(call, "thr_mma", 1)?)?;
    let parts = mma.parts(&mut calls, &layout_of(factors)?, which)?;
    let first = tuple([tuple([int(0), ints([0, 0])]), tuple([ALL, ALL])]);
    let part = calls.sliced(&parts, &first)?;
    let flat = calls.call("cutlass.cute.flatten", &[part])?;
    let group = "cutlass.cute.group_modes";
    let mut grouped = calls.call(group, &[flat, int(0), int(2)])?;
    if which == Which::B {
        grouped = calls.call(group, &[grouped, int(1), int(3)])?;
    }
    let part = calls.call("cutlass.cute.make_tensor", &[calls.member(factors, "iterator")?, grouped])?;
    calls.call("cutlass.cute.make_fragment_like", &[part, tensor.element.clone()]).map(Computed::plain)
}
