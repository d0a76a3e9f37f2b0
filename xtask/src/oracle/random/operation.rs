//! The operations: how operands are drawn, and how C++ spells the call.

use super::{
    choice::Choice,
    layout::{self, SMALL, USUAL},
    shape,
    term::Term,
    tiler,
};

/// An operation under the name of the test vectors.
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

const fn call(name: &'static str, operands: Draw) -> Operation {
    Operation { name, kind: "", operands, expression: "{}" }
}

const fn written(name: &'static str, operands: Draw, expression: &'static str) -> Operation {
    Operation { name, kind: "", operands, expression }
}

const fn kind(name: &'static str, kind: &'static str, operands: Draw) -> Operation {
    Operation { name, kind, operands, expression: "{}" }
}

pub(super) const OPERATIONS: &[Operation] = &[
    call("composition", composition),
    kind("composition", "coordinate strides", composition_of_coordinates),
    kind("composition", "swizzled", composed_and_tiler),
    call("complement", complement),
    call("right_inverse", one),
    call("left_inverse", one),
    kind("right_inverse", "swizzled", composed),
    kind("left_inverse", "swizzled", composed),
    call("logical_divide", layout_and_tiler),
    call("zipped_divide", layout_and_tiler),
    call("tiled_divide", layout_and_tiler),
    call("flat_divide", layout_and_tiler),
    kind("logical_divide", "coordinate strides", coordinates_and_tiler),
    kind("zipped_divide", "coordinate strides", coordinates_and_tiler),
    kind("tiled_divide", "coordinate strides", coordinates_and_tiler),
    kind("flat_divide", "coordinate strides", coordinates_and_tiler),
    kind("logical_divide", "swizzled", composed_and_tiler),
    kind("tiled_divide", "swizzled", composed_and_tiler),
    kind("flat_divide", "swizzled", composed_and_tiler),
    call("logical_product", product),
    call("zipped_product", product),
    call("tiled_product", product),
    call("flat_product", product),
    kind("logical_product", "swizzled", composed_product),
    kind("zipped_product", "swizzled", composed_product),
    call("blocked_product", block_and_grid),
    call("raked_product", block_and_grid),
    kind("blocked_product", "swizzled", composed_block_and_grid),
    kind("raked_product", "swizzled", composed_block_and_grid),
    call("tile_to_shape", tile_to_shape),
    call("coalesce", maybe_with_profile),
    kind("coalesce", "coordinate strides", coordinates_maybe_with_profile),
    kind("coalesce", "swizzled", composed),
    call("filter", maybe_with_profile),
    call("filter_zeros", one),
    call("flatten", one),
    call("nullspace", one),
    call("max_alignment", one),
    call("max_common_vector", two_alike),
    call("max_common_layout", two_alike),
    call("domain_distribute", shape_and_count),
    call("shape_div", shape_and_divisors),
    call("ceil_div", shape_and_divisors),
    call("round_up", shape_and_divisors),
    call("evenly_divides", shape_and_divisors),
    call("congruent", coarse_and_fine),
    call("weakly_congruent", coarse_and_fine),
    call("compatible", coarse_and_fine),
    call("idx2crd", index_and_shape),
    call("crd2idx", coordinate_and_shape),
    written("eval", layout_and_coordinate, "{0}({1})"),
    Operation {
        name: "eval",
        kind: "coordinate strides",
        operands: coordinates_and_coordinate,
        expression: "{0}({1})",
    },
    written("eval_all", one_small, "offsets({0})"),
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
    written("upcast", layout_and_factor, "upcast<{1:text}>({0})"),
    written("downcast", layout_and_factor, "downcast<{1:text}>({0})"),
    written("recast", layout_and_bits, "recast_layout<{1:type},{2:type}>({0})"),
    written("group", mode_range, "group<{1:text},{2:text}>({0})"),
    written("take", mode_range, "take<{1:text},{2:text}>({0})"),
    written("mode", layout_and_mode, "layout<{1:text}>({0})"),
    written("select", layout_and_modes, "select<{1:list}>({0})"),
    written("replace", layout_mode_and_layout, "replace<{1:text}>({0},{2})"),
    call("append", one_and_small),
    call("prepend", one_and_small),
    written("append_to_rank", layout_rank_and_layout, "append<{1:text}>({0},{2})"),
    call("slice", slice_and_layout),
    call("dice", slice_and_layout),
    written("slice_offset", any_slice_and_layout, "second(slice_and_offset({0},{1}))"),
    written("swizzle_apply", swizzle_and_offset, "{0}({1:text})"),
    written("composed_eval_all", composed_small, "offsets({0})"),
    call("composed_cosize", composed),
    call("composed_composition", composed_and_tiler),
    call("composed_zipped_divide", composed_and_tiler),
    written("composed_upcast", composed_and_factor, "upcast<{1:text}>({0})"),
    call("composed_tile_to_shape", composed_tile_to_shape),
    written("local_tile", tile_and_coordinate, "part(local_tile(counting({0}),{1},{2}))"),
    written("inner_partition", tile_and_coordinate, "part(inner_partition(counting({0}),{1},{2}))"),
    written("outer_partition", tile_and_element, "part(outer_partition(counting({0}),{1},{2}))"),
    written("local_partition", partition, "part(local_partition(counting({0}),{1},{2:text}))"),
    Operation {
        name: "local_partition",
        kind: "thread shape",
        operands: partition_by_shape,
        expression: "part(local_partition(counting({0}),make_layout({1}),{2:text}))",
    },
];

fn one(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL)]
}

fn one_small(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, SMALL)]
}

fn one_shape(choice: &mut Choice) -> Vec<Term> {
    vec![shape::shape(choice, USUAL)]
}

fn one_and_small(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL), layout::layout(choice, SMALL)]
}

fn two_alike(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let other = if choice.chance(0.55) { shape.clone() } else { shape::shape(choice, USUAL) };
    let first = layout::of_shape(choice, &shape);
    let second = if choice.chance(0.1) { first.clone() } else { layout::of_shape(choice, &other) };
    vec![first, second]
}

fn maybe_with_profile(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![layout::of_shape(choice, &shape)];
    if choice.chance(0.5) {
        operands.push(shape::profile(choice, &shape));
    }
    operands
}

fn coordinates_maybe_with_profile(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    let mut operands = vec![layout];
    if choice.chance(0.4) {
        operands.push(shape::profile(choice, &shape));
    }
    operands
}

fn composition(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let second = if choice.chance(0.05) {
        Term::layout(Term::Int(choice.divisor(shape.product())), Term::Int(choice.any_stride()))
    } else {
        tiler::tiler(choice, &shape)
    };
    vec![layout::of_shape(choice, &shape), second]
}

fn composition_of_coordinates(choice: &mut Choice) -> Vec<Term> {
    if choice.chance(0.5) {
        return coordinates_and_tiler(choice);
    }
    let shape = shape::tuple(choice, USUAL);
    vec![layout::of_shape(choice, &shape), layout::into_coordinates_of(choice, &shape)]
}

fn layout_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![layout::of_shape(choice, &shape), tiler::tiler(choice, &shape)]
}

fn coordinates_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    vec![layout, tiler::tiler(choice, &shape)]
}

fn complement(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![layout::of_shape(choice, &shape)];
    match choice.between(0, 19) {
        0..=6 => {}
        7..=11 => {
            operands.push(Term::Int(choice.of(&[1, 8, 24, 48, 60, 64, 100, 128, 240, 243, 256, 512, 1000])))
        }
        12..=15 => operands.push(Term::Int(shape.product() * choice.of(&[1, 2, 3, 4, 6]))),
        _ => operands.push(shape::tuple(choice, USUAL)),
    }
    operands
}

fn product(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, SMALL);
    vec![layout::of_shape(choice, &shape), tiler::of_product(choice, &shape)]
}

fn composed_product(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    vec![composed, tiler::of_product(choice, &shape)]
}

fn block_and_grid(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, SMALL), layout::layout(choice, SMALL)]
}

fn composed_block_and_grid(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1, layout::layout(choice, SMALL)]
}

fn tile_to_shape(choice: &mut Choice) -> Vec<Term> {
    let rank = choice.count(1, 4);
    let block = match choice.chance(0.08) {
        true => Term::Int(choice.size()),
        false => shape::flat_tuple(choice, rank, SMALL),
    };
    let more = choice.of(&[0, 0, 0, 0, 0, 1, 1, 2]);
    let mut target: Vec<i64> = Vec::new();
    for index in 0..block.modes().len() + more {
        let size = block.modes().get(index).map_or(1, Term::product);
        let any = choice.size();
        target.push(if choice.chance(0.93) { size * choice.of(&[1, 1, 2, 3, 4]) } else { any });
    }
    let mut operands = vec![layout::of_shape(choice, &block)];
    add_target_and_order(choice, target, &mut operands);
    operands
}

fn composed_tile_to_shape(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    let target = shape.modes().iter().map(|mode| mode.product() * choice.of(&[1, 2, 3, 4])).collect();
    let mut operands = vec![composed];
    add_target_and_order(choice, target, &mut operands);
    operands
}

fn add_target_and_order(choice: &mut Choice, target: Vec<i64>, operands: &mut Vec<Term>) {
    let rank = target.len();
    operands.push(match target[..] {
        [only] if choice.chance(0.05) => Term::Int(only),
        _ => Term::integers(target),
    });
    if choice.chance(0.6) {
        let mut order: Vec<i64> = (0..).take(rank).collect();
        choice.shuffle(&mut order);
        let ties = choice.chance(0.1);
        let highest = order.len();
        operands.push(Term::integers(order.into_iter().map(|place| match ties {
            true => choice.between(0, i64::try_from(highest).unwrap_or(1)),
            false => place,
        })));
    }
}

fn shape_and_count(choice: &mut Choice) -> Vec<Term> {
    vec![shape::shape(choice, USUAL), Term::Int(choice.of(&[1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128]))]
}

fn shape_and_divisors(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    match choice.between(0, 9) {
        0..=3 => vec![shape, Term::Int(choice.of(&[1, 2, 3, 4, 6, 8, 12, 16, 24]))],
        4 | 5 => vec![Term::Int(shape.product()), shape],
        _ => {
            let divisors = shape::divisors(choice, &shape);
            vec![shape, divisors]
        }
    }
}

fn coarse_and_fine(choice: &mut Choice) -> Vec<Term> {
    let fine = shape::shape(choice, USUAL);
    let coarse = if choice.chance(0.2) { shape::shape(choice, USUAL) } else { shape::coarser(choice, &fine) };
    if choice.chance(0.15) { vec![fine, coarse] } else { vec![coarse, fine] }
}

fn index_and_shape(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![Term::Int(choice.between(0, shape.product() * 2 + 3)), shape]
}

fn coordinate_and_shape(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let mut operands = vec![shape::coordinate(choice, &shape, 0.2), shape.clone()];
    if let Term::Layout(_, stride) = layout::of_shape(choice, &shape) {
        operands.extend(choice.chance(0.5).then_some(*stride));
    }
    operands
}

fn layout_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    vec![layout::of_shape(choice, &shape), shape::coordinate(choice, &shape, 0.2)]
}

fn coordinates_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    let (shape, layout) = layout::with_coordinate_strides(choice);
    vec![layout, shape::coordinate(choice, &shape, 0.1)]
}

fn shape_and_order(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let order =
        if choice.chance(0.7) { shape::order(choice, &shape) } else { shape::coarse_order(choice, &shape) };
    vec![shape, order]
}

fn layout_and_factor(choice: &mut Choice) -> Vec<Term> {
    vec![layout::layout(choice, USUAL), Term::Int(choice.of(&[1, 2, 2, 2, 3, 4, 4, 8]))]
}

fn layout_and_bits(choice: &mut Choice) -> Vec<Term> {
    let old = Term::Int(choice.of(&[4, 8, 16, 32, 64]));
    vec![layout::layout(choice, USUAL), old, Term::Int(choice.of(&[1, 4, 8, 16, 32, 64, 128]))]
}

/// A tuple layout and its rank.
fn layout_of_rank(choice: &mut Choice) -> (Term, usize) {
    let shape = shape::tuple(choice, USUAL);
    (layout::of_shape(choice, &shape), shape.modes().len())
}

fn mode_range(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    let begin = choice.count(0, rank - 1);
    vec![layout, Term::index(begin), Term::index(choice.count(begin + 1, rank))]
}

fn layout_and_mode(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    vec![layout, Term::index(choice.count(0, rank - 1))]
}

fn layout_and_modes(choice: &mut Choice) -> Vec<Term> {
    let (layout, rank) = layout_of_rank(choice);
    let modes = (0..choice.count(1, rank)).map(|_| Term::index(choice.count(0, rank - 1))).collect();
    vec![layout, Term::Tuple(modes)]
}

fn layout_mode_and_layout(choice: &mut Choice) -> Vec<Term> {
    let mut operands = layout_and_mode(choice);
    operands.push(layout::layout(choice, SMALL));
    operands
}

fn layout_rank_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::shape(choice, USUAL);
    let rank = shape.modes().len() + choice.count(0, 3);
    vec![layout::of_shape(choice, &shape), Term::index(rank), layout::layout(choice, SMALL)]
}

fn slice_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::tuple(choice, USUAL);
    vec![shape::slice(choice, &shape, false), layout::of_shape(choice, &shape)]
}

fn any_slice_and_layout(choice: &mut Choice) -> Vec<Term> {
    let shape = shape::tuple(choice, USUAL);
    vec![shape::slice(choice, &shape, true), layout::of_shape(choice, &shape)]
}

fn swizzle_and_offset(choice: &mut Choice) -> Vec<Term> {
    vec![layout::swizzle(choice), Term::Int(choice.between(0, 8191))]
}

fn composed(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1]
}

fn composed_small(choice: &mut Choice) -> Vec<Term> {
    loop {
        let (shape, composed) = layout::composed(choice);
        if shape.product() <= SMALL {
            return vec![composed];
        }
    }
}

fn composed_and_tiler(choice: &mut Choice) -> Vec<Term> {
    let (shape, composed) = layout::composed(choice);
    vec![composed, tiler::tiler(choice, &shape)]
}

fn composed_and_factor(choice: &mut Choice) -> Vec<Term> {
    vec![layout::composed(choice).1, Term::Int(choice.of(&[1, 2, 4, 8]))]
}

/// A tile, and which of the tiles.
fn tile_and_coordinate(choice: &mut Choice) -> Vec<Term> {
    tensor_tile_and(choice, |size, extent| size / extent)
}

/// A tile, and which of its elements.
fn tile_and_element(choice: &mut Choice) -> Vec<Term> {
    tensor_tile_and(choice, |_, extent| extent)
}

fn tensor_tile_and(choice: &mut Choice, counted: fn(i64, i64) -> i64) -> Vec<Term> {
    let rank = choice.count(1, 3);
    let shape = shape::flat_tuple(choice, rank, USUAL);
    let (tile, coordinate) = tiler::with_coordinate(choice, &shape, counted);
    vec![layout::of_shape(choice, &shape), tile, coordinate]
}

fn partition(choice: &mut Choice) -> Vec<Term> {
    let (shape, threads) = tiler::shape_and_threads(choice);
    let index = Term::Int(choice.between(0, threads.product() - 1));
    vec![layout::of_shape(choice, &shape), layout::compact_of_shape(choice, &threads), index]
}

fn partition_by_shape(choice: &mut Choice) -> Vec<Term> {
    let (shape, threads) = tiler::shape_and_threads(choice);
    let index = Term::Int(choice.between(0, threads.product() - 1));
    vec![layout::of_shape(choice, &shape), threads, index]
}
