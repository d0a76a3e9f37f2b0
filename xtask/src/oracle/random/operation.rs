//! The operations: how operands are drawn, and how C++ spells the call.

use super::{choice::Choice, operands::*, term::Term};

/// An operation under the name of the test vectors.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) name: &'static str,
    /// Tells entries of the same operation apart.
    kind: &'static str,
    pub(super) operands: fn(&mut Choice) -> Vec<Term>,
    /// C++ with `{0}` for the first operand as a value, `{1:text}` for the second in CuTe's notation, `{1:list}`
    /// for it without parentheses, `{1:type}` for a type of so many bits. `{}` is the call itself: the operation's
    /// name and all operands.
    expression: &'static str,
}

impl Operation {
    /// What its cases are counted under.
    pub(super) fn group(&self) -> String {
        if self.kind.is_empty() { self.name.to_owned() } else { format!("{} ({})", self.name, self.kind) }
    }

    /// The call in C++.
    pub(super) fn expression(&self, operands: &[Term]) -> String {
        let values: Vec<String> = operands.iter().map(Term::cpp).collect();
        let name = self.name.strip_prefix("composed_").unwrap_or(self.name);
        let mut text = self.expression.replace("{}", &format!("{name}({})", values.join(",")));
        for (index, operand) in operands.iter().enumerate() {
            let notation = operand.to_string();
            text = text.replace(&format!("{{{index}}}"), &values[index]);
            text = text.replace(&format!("{{{index}:list}}"), notation.trim_matches(['(', ')']));
            text = text.replace(&format!("{{{index}:type}}"), type_of_bits(&notation));
            text = text.replace(&format!("{{{index}:text}}"), &notation);
        }
        text
    }
}

/// An element type for `recast_layout`.
fn type_of_bits(bits: &str) -> &'static str {
    match bits {
        "1" => "uint1b_t",
        "2" => "uint2b_t",
        "4" => "uint4b_t",
        "8" => "uint8_t",
        "16" => "uint16_t",
        "32" => "uint32_t",
        "64" => "uint64_t",
        _ => "uint128_t",
    }
}

type Draw = fn(&mut Choice) -> Vec<Term>;

/// C++ takes the operands in the same order, as values.
const fn call(name: &'static str, operands: Draw) -> Operation {
    Operation { name, kind: "", operands, expression: "{}" }
}

impl Operation {
    /// The same operation of other operands.
    const fn of(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// What C++ spells in another way.
    const fn spelled(self, expression: &'static str) -> Self {
        Self { expression, ..self }
    }
}

pub(super) const OPERATIONS: &[Operation] = &[
    call("composition", composition),
    call("composition", composition_of_coordinates).of("coordinate strides"),
    call("composition", composed_and_tiler).of("swizzled"),
    call("complement", complement),
    call("right_inverse", one),
    call("left_inverse", one),
    call("right_inverse", composed).of("swizzled"),
    call("left_inverse", composed).of("swizzled"),
    call("logical_divide", layout_and_tiler),
    call("zipped_divide", layout_and_tiler),
    call("tiled_divide", layout_and_tiler),
    call("flat_divide", layout_and_tiler),
    call("logical_divide", coordinates_and_tiler).of("coordinate strides"),
    call("zipped_divide", coordinates_and_tiler).of("coordinate strides"),
    call("tiled_divide", coordinates_and_tiler).of("coordinate strides"),
    call("flat_divide", coordinates_and_tiler).of("coordinate strides"),
    call("logical_divide", composed_and_tiler).of("swizzled"),
    call("tiled_divide", composed_and_tiler).of("swizzled"),
    call("flat_divide", composed_and_tiler).of("swizzled"),
    call("logical_product", product),
    call("zipped_product", product),
    call("tiled_product", product),
    call("flat_product", product),
    call("logical_product", composed_product).of("swizzled"),
    call("zipped_product", composed_product).of("swizzled"),
    call("blocked_product", block_and_grid),
    call("raked_product", block_and_grid),
    call("blocked_product", composed_block_and_grid).of("swizzled"),
    call("raked_product", composed_block_and_grid).of("swizzled"),
    call("tile_to_shape", tile_to_shape),
    call("coalesce", maybe_with_profile),
    call("coalesce", coordinates_maybe_with_profile).of("coordinate strides"),
    call("coalesce", composed).of("swizzled"),
    call("filter", maybe_with_profile),
    call("filter", coordinates_maybe_with_profile).of("coordinate strides"),
    call("filter_zeros", one),
    call("flatten", one),
    call("flatten", coordinates).of("coordinate strides"),
    call("flatten", composed).of("swizzled"),
    call("nullspace", one),
    call("max_alignment", one),
    call("max_common_vector", two_alike),
    call("max_common_layout", two_alike),
    call("domain_distribute", shape_and_count),
    call("shape_div", shape_and_divisors),
    call("ceil_div", shape_and_divisors),
    call("round_up", shape_and_divisors),
    call("product_each", one_shape),
    call("evenly_divides", shape_and_divisors),
    call("congruent", coarse_and_fine),
    call("weakly_congruent", coarse_and_fine),
    call("compatible", coarse_and_fine),
    call("idx2crd", index_and_shape),
    call("crd2idx", coordinate_and_shape),
    call("crd2crd", coordinate_and_two_shapes),
    call("coshape", one),
    call("coshape", coordinates).of("coordinate strides"),
    call("eval", layout_and_coordinate).spelled("{0}({1})"),
    call("eval", coordinates_and_coordinate).of("coordinate strides").spelled("{0}({1})"),
    call("eval_all", one_small).spelled("offsets({0})"),
    call("size", one),
    call("cosize", one),
    call("rank", one),
    call("depth", one),
    call("make_ordered_layout", shape_and_order),
    call("compact_col_major", one_shape),
    call("compact_row_major", one_shape),
    call("make_identity_layout", one_shape),
    call("make_layout_like", one),
    call("make_fragment_like", one),
    call("make_composed_layout", parts_of_composed),
    call("upcast", layout_and_factor).spelled("upcast<{1:text}>({0})"),
    call("downcast", layout_and_factor).spelled("downcast<{1:text}>({0})"),
    call("recast", layout_and_bits).spelled("recast_layout<{1:type},{2:type}>({0})"),
    call("group", mode_range).spelled("group<{1:text},{2:text}>({0})"),
    call("take", mode_range).spelled("take<{1:text},{2:text}>({0})"),
    call("group", composed_and_mode_range).of("swizzled").spelled("group<{1:text},{2:text}>({0})"),
    call("take", composed_and_mode_range).of("swizzled").spelled("take<{1:text},{2:text}>({0})"),
    call("with_shape", layout_and_shape).spelled("{0}.with_shape({1})"),
    call("unflatten", flat_layout_and_profile),
    call("mode", layout_and_mode).spelled("layout<{1:text}>({0})"),
    call("select", layout_and_modes).spelled("select<{1:list}>({0})"),
    call("replace", layout_mode_and_layout).spelled("replace<{1:text}>({0},{2})"),
    call("append", one_and_small),
    call("prepend", one_and_small),
    call("append_to_rank", layout_rank_and_layout).spelled("append<{1:text}>({0},{2})"),
    call("prepend_to_rank", layout_rank_and_layout).spelled("prepend<{1:text}>({0},{2})"),
    call("slice", slice_and_layout),
    call("dice", slice_and_layout),
    call("slice", slice_and_coordinates).of("coordinate strides"),
    call("dice", slice_and_coordinates).of("coordinate strides"),
    call("slice", slice_and_composed).of("swizzled"),
    call("slice_and_offset", any_slice_and_layout).spelled("at_offset({})"),
    call("slice_and_offset", slice_and_composed).of("swizzled").spelled("at_offset({})"),
    call("get_swizzle_portion", composed),
    call("get_nonswizzle_portion", composed),
    call("slice_offset", any_slice_and_layout).spelled("second(slice_and_offset({0},{1}))"),
    call("swizzle_apply", swizzle_and_offset).spelled("{0}({1:text})"),
    call("composed_eval_all", composed_small).spelled("offsets({0})"),
    call("composed_cosize", composed),
    call("composed_composition", composed_and_tiler),
    call("composed_zipped_divide", composed_and_tiler),
    call("downcast", composed_and_factor).of("swizzled").spelled("downcast<{1:text}>({0})"),
    call("recast", composed_and_bits).of("swizzled").spelled("recast_layout<{1:type},{2:type}>({0})"),
    call("max_alignment", composed).of("swizzled"),
    call("size", composed).of("swizzled"),
    call("composed_upcast", composed_and_factor).spelled("upcast<{1:text}>({0})"),
    call("composed_tile_to_shape", composed_tile_to_shape),
    call("local_tile", tile_and_coordinate).spelled("part(local_tile(counting({0}),{1},{2}))"),
    call("inner_partition", tile_and_coordinate).spelled("part(inner_partition(counting({0}),{1},{2}))"),
    call("outer_partition", tile_and_element).spelled("part(outer_partition(counting({0}),{1},{2}))"),
    call("local_partition", partition).spelled("part(local_partition(counting({0}),{1},{2:text}))"),
    call("local_partition", partition_by_shape)
        .of("thread shape")
        .spelled("part(local_partition(counting({0}),make_layout({1}),{2:text}))"),
];
