//! What CUTLASS's GEMMs of two element types make their layouts with: `detail::get_smem_layout<Stages>(atom, tile, stride)`
//! (`cutlass/detail/collective/mixed_input_utils.hpp`), `detail::deduce_mixed_width_dtype_t<0, T>`
//! (`cutlass/detail/collective.hpp`), `cutlass::compute_memory_reordering_atom<T>()` (`cutlass/util/mixed_dtype_utils.hpp`).

use layoutlens_host_value::{
    call::{Call, Computed, Outcome, PlainFunction},
    library::{refuse_unknown, unknown},
    value::HostValue,
};
use layoutlens_operation::{Hardware, Refusal, Value};

use crate::{
    cute::{
        called::called_in,
        contiguous_mode::is_major,
        hardware::hardware,
        integer::{named_type, type_with},
        layout, mma,
        operand::{argument, bare, instance, template_number, template_type},
        tensor, tuple as tuples, type_trait,
    },
    family::{Family, find},
};

/// The families whose functions these call.
const CALLED: &[Family] = &[type_trait::FAMILY, tuples::FAMILY, layout::FAMILY, tensor::FAMILY, mma::FAMILY];

/// The names of this family.
pub(super) const FAMILY: Family = Family {
    function: |name| match bare(name).rsplit_once("::") {
        Some((space, last)) if is_detail(space) => find(OF_DETAIL, last),
        Some(_) => None,
        None => find(FUNCTIONS, bare(name)),
    },
    specialized: |name, arguments| match (bare(name).rsplit_once("::")?, arguments) {
        ((space, "deduce_mixed_width_dtype_t"), [index, of]) if is_detail(space) => {
            Some(part_of_operand(index, of))
        }
        _ => None,
    },
    ..Family::NONE
};

const FUNCTIONS: &[(&str, PlainFunction)] = &[("compute_memory_reordering_atom", reordering_atom)];

/// Functions of `cutlass::gemm::collective::detail`, which collectives call by the last of these names alone.
const OF_DETAIL: &[(&str, PlainFunction)] =
    &[("get_smem_layout", smem_layout), ("get_gmem_layout", gmem_layout)];

fn is_detail(space: &str) -> bool {
    space.rsplit("::").next() == Some("detail")
}

/// Whether strides are a layout of their own, as those of reordered operands are.
fn is_layout(stride: &HostValue) -> Result<bool, Refusal> {
    refuse_unknown([stride])?;
    Ok(stride.layout().is_some())
}

fn of_cute(name: &str, template: &[HostValue], arguments: &[HostValue]) -> Result<HostValue, Refusal> {
    called_in(CALLED, name, template, arguments)
}

/// `get_smem_layout<Stages>(atom, tile, stride)`: the tiles of all stages, one behind the other.
fn smem_layout(call: &Call<'_>) -> Outcome {
    let (atom, tile, stride) = (argument(call, 0)?, argument(call, 1)?, argument(call, 2)?);
    let stages = HostValue::static_int(template_number(template_type(call, 0)?)?);
    refuse_unknown([atom, tile])?;
    if is_layout(stride)? {
        let of_tile = of_cute("composition", &[], &[stride.clone(), tile.clone()])?;
        let of_stages = of_cute("make_layout", &[], &[stages, HostValue::run_time_int(0)])?;
        let all = of_cute("append", &[], &[of_tile, of_stages])?;
        return of_cute("make_layout_like", &[], &[all]).map(Computed::plain);
    }
    let order: &[i64] = if is_major(0, stride)? { &[2, 1, 3] } else { &[1, 2, 3] };
    let order = tuple(order);
    let shape = of_cute("append", &[], &[tile.clone(), stages])?;
    of_cute("tile_to_shape", &[], &[atom.clone(), shape, order]).map(Computed::plain)
}

/// `get_gmem_layout(shape, stride)`: a stride that is a layout is the layout itself.
fn gmem_layout(call: &Call<'_>) -> Outcome {
    let (shape, stride) = (argument(call, 0)?, argument(call, 1)?);
    match is_layout(stride)? {
        true => Ok(Computed::plain(stride.clone())),
        false => of_cute("make_layout", &[], &[shape.clone(), stride.clone()]).map(Computed::plain),
    }
}

/// `deduce_mixed_width_dtype_t<I, T>`: of a tuple its operand (0), scale (1) or bias (2), void where it has none; what is no tuple
/// is the operand.
fn part_of_operand(index: &HostValue, of: &HostValue) -> Result<HostValue, Refusal> {
    refuse_unknown([of])?;
    let at = template_number(index)?;
    let count = instance(of).elements().map_or(1, |elements| elements.len());
    let is_there = usize::try_from(at).is_ok_and(|at| at < count);
    match (is_there, instance(of).elements().is_some()) {
        (false, _) => Ok(named_type("void")),
        (true, false) => Ok(of.clone()),
        (true, true) => {
            let find =
                |family: &Family| (family.specialized)("tuple_element_t", &[index.clone(), of.clone()]);
            let element = CALLED.iter().find_map(find);
            element.unwrap_or_else(|| unknown("this element of the tuple is not computed"))
        }
    }
}

/// How many lanes a warp has.
const LANES: i64 = 32;

/// `compute_memory_reordering_atom<T>(atoms, values)`: how an operand lies in memory so that each thread of a warpgroup MMA that
/// reads A from registers finds its values side by side.
fn reordering_atom(call: &Call<'_>) -> Outcome {
    let element = template_type(call, 0)?;
    let one = HostValue::static_int(1);
    // Types of layouts are all that there is to them: what is not given is the default of its type.
    let given = |index: usize| {
        let given = call.argument(index).or(call.template.get(index + 1).map(instance)).cloned();
        given.map_or_else(|| of_cute("make_layout", &[], std::slice::from_ref(&one)), Ok)
    };
    let (atoms, values) = (given(0)?, given(1)?);
    refuse_unknown([&atoms, &values])?;
    let (of_mma, [rows, _, k]) = operand_in_registers(element)?;
    let of_all = number(&of_cute("size", &[HostValue::static_int(0)], std::slice::from_ref(&of_mma))?)?;
    let of_thread = number(&of_cute("size", std::slice::from_ref(&one), std::slice::from_ref(&of_mma))?)?;
    let (count, repeated) = (size(&values)?, size(&atoms)?);
    if of_all % LANES != 0 || count == 0 || of_thread % count != 0 {
        return unknown("the layout of values does not divide those that a thread has of the MMA");
    }
    // Warps have A's rows one behind the other, so that a warp's part is the beginning: (thread, value) to (m, k), and back.
    let of_warp = of_cute("composition", &[], &[of_mma, tuple(&[LANES, of_thread])])?;
    let of_warp = of_cute("make_layout_like", &[], &[of_warp])?;
    let whole = of_cute("make_layout", &[], &[tuple(&[rows / (of_all / LANES), k])])?;
    let inverse = of_cute("right_inverse", &[], std::slice::from_ref(&of_warp))?;
    let of_matrix = of_cute("composition", &[], &[inverse, whole])?;
    let of_matrix = of_cute("blocked_product", &[], &[of_matrix, atoms])?;
    // Where the values of each thread lie side by side.
    let side_by_side = HostValue::static_int(of_thread / count * repeated);
    let of_values = of_cute("logical_product", &[], &[values, side_by_side])?;
    let threads = of_cute("make_layout", &[], &[HostValue::static_int(LANES)])?;
    let of_both = of_cute("logical_product", &[], &[of_values, threads])?;
    let swapped = of_cute("select", &[one, HostValue::static_int(0)], &[of_both])?;
    of_cute("composition", &[], &[swapped, of_matrix]).map(Computed::plain)
}

/// The layout of A, (thread, value) to (m, k), and the shape of the warpgroup MMA that takes A of this type from registers.
/// Majors, the tile and the accumulator do not change how A lies there.
fn operand_in_registers(element: &HostValue) -> Result<(HostValue, [i64; 3]), Refusal> {
    let tile = type_with(tuple(&[64, 16, 32]));
    let template = [element.clone(), element.clone(), named_type("float"), tile];
    let mma = of_cute("GMMA::rs_op_selector", &template, &[])?;
    match hardware(&mma) {
        Some(Hardware::MmaAtom(mma)) => Ok((Value::from(mma.layout_a().clone()).into(), mma.shape_mnk())),
        _ => unknown("which MMA reads operands of this type from registers is not known"),
    }
}

fn tuple(numbers: &[i64]) -> HostValue {
    HostValue::tuple(numbers.iter().map(|&number| HostValue::static_int(number)).collect())
}

fn size(layout: &HostValue) -> Result<i64, Refusal> {
    number(&of_cute("size", &[], std::slice::from_ref(layout))?)
}

fn number(value: &HostValue) -> Result<i64, Refusal> {
    match value.known_int() {
        Some(number) => Ok(number),
        None => unknown("the size of a part of the MMA is not known"),
    }
}
