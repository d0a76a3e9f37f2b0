//! What CUTLASS's epilogues call: a thread's part of a tile of the output, accumulators in several stages, strides of C
//! and D (`cutlass/epilogue/fusion/sm90_visitor_tma_warpspecialized.hpp`, `cutlass/detail/sm100_tmem_helper.hpp`,
//! `cutlass/epilogue/collective/detail.hpp`).

use std::slice;

use layoutlens_host_value::{
    call::{Call, CallArgument, Computed, LibraryFunction, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    value::HostValue,
};

use crate::{
    cute::{
        called::called_in,
        layout,
        mma::fragment,
        operand::{argument, bare, template_number, template_type},
        policy, tensor, thread_part, tuple,
    },
    family::Family,
};

/// The names of this family.
pub(super) const FAMILY: Family = Family { function, ..Family::NONE };

/// The families of what these functions call.
const CALLED: &[Family] = &[tuple::FAMILY, layout::FAMILY, tensor::FAMILY];

const FUNCTIONS: &[(&str, PlainFunction)] = &[
    ("sm90_partition_for_epilogue", partition_for_epilogue),
    ("make_sm100_accumulator", accumulator),
    ("get_epilogue_stride", stride),
];

/// The function of this name, in whatever namespace of CUTLASS it stands.
fn function(name: &str) -> Option<LibraryFunction> {
    let last = bare(name).rsplit("::").next()?;
    FUNCTIONS.iter().find(|(known, _)| *known == last).map(|(_, function)| (*function).into())
}

/// `sm90_partition_for_epilogue<ReferenceSrc>(tile, epilogue_tile, tiled_copy, thread)`; with the whole tensor, the tile's
/// shape and its coordinates in the place of the tile.
fn partition_for_epilogue(call: &Call<'_>) -> Outcome {
    let [first, rest @ ..] = call.arguments else {
        return unknown("sm90_partition_for_epilogue of nothing is not computed");
    };
    let is_of_source = template_number(template_type(call, 0)?)? != 0;
    let (tile, rest) = match rest {
        [tile_shape, coordinates, rest @ ..] if rest.len() == 3 => {
            let sizes = called_in(
                CALLED,
                "take",
                &[HostValue::static_int(0), HostValue::static_int(2)],
                slice::from_ref(&tile_shape.value),
            )?;
            let Some([m, n, _, l]) =
                coordinates.value.elements().and_then(|all| <[HostValue; 4]>::try_from(all).ok())
            else {
                return unknown("the coordinates of the tile are not known");
            };
            let at = HostValue::tuple(vec![m, n, l]);
            (called_in(CALLED, "local_tile", &[], &[first.value.clone(), sizes, at])?, rest)
        }
        rest => (first.value.clone(), rest),
    };
    let [epilogue_tile, copy, thread] = rest else {
        return unknown("sm90_partition_for_epilogue of these is not computed");
    };
    let parts = called_in(CALLED, "flat_divide", &[], &[tile, epilogue_tile.value.clone()])?;
    refuse_unknown([&copy.value, &parts])?;
    let slice = thread_part::get_slice(&Call {
        name: "get_slice",
        receiver: Some(&copy.value),
        template: &[],
        arguments: slice::from_ref(thread),
        range: call.range.clone(),
    })?;
    let parts = [CallArgument { keyword: None, value: parts, range: call.range.clone() }];
    thread_part::partition(&Call {
        name: if is_of_source { "partition_S" } else { "partition_D" },
        receiver: Some(&slice.value),
        template: &[],
        arguments: &parts,
        range: call.range.clone(),
    })
}

/// `make_sm100_accumulator<Stages, IsOverlapping>(tiled_mma, shape, epilogue_tile)`.
fn accumulator(call: &Call<'_>) -> Outcome {
    let (mma, shape) = (argument(call, 0)?, argument(call, 1)?);
    refuse_unknown([mma, shape])?;
    let stages = template_number(template_type(call, 0)?)?;
    if template_number(template_type(call, 1)?)? != 0 {
        return unknown("make_sm100_accumulator of stages that overlap is not computed");
    }
    let staged = called_in(CALLED, "append", &[], &[shape.clone(), HostValue::static_int(stages)])?;
    let staged = [CallArgument { keyword: None, value: staged, range: call.range.clone() }];
    fragment::make_fragment(&Call {
        name: "make_fragment_C",
        receiver: Some(mma),
        template: &[],
        arguments: &staged,
        range: call.range.clone(),
    })
}

/// `get_epilogue_stride<Schedule>(stride)`.
fn stride(call: &Call<'_>) -> Outcome {
    let stride = argument(call, 0)?;
    refuse_unknown([stride])?;
    match (policy::is_transposed(template_type(call, 0)?), stride.elements().as_deref()) {
        (Some(false), _) => Ok(Computed::plain(stride.clone())),
        (Some(true), Some([m, n, l])) => {
            Ok(Computed::plain(HostValue::tuple(vec![n.clone(), m.clone(), l.clone()])))
        }
        _ => unknown("whether the epilogue swaps rows and columns is not known"),
    }
}
