//! Layouts, and what is made of them.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (3, assigned),
    (3, of_constants),
    (2, of_run_time_integers),
    (2, queries),
    (1, tensors),
    (1, tiled),
    (1, swizzled),
    (1, tuples),
    (1, types_in_types),
    (1, loop_of_layouts),
    (1, integers_of_the_compiler),
];

/// A layout variable that is bound again.
fn assigned(g: &mut Generator) {
    let name = g.fresh("m");
    let (first, second, condition) = (g.value(), g.value(), g.condition());
    g.say_showing(format!("auto {name} = make_layout(make_shape({first}, {second}));"), &[&name]);
    g.scope().layouts.push(name.clone());
    let (value, literal) = (g.value(), g.literal());
    match g.random.u32(0..4) {
        0 => g.say(format!("{name} = make_layout(make_shape({value}, {literal}));")),
        1 => g.say(format!("if ({condition}) {{ {name} = make_layout(make_shape({literal}, {value})); }}")),
        2 => {
            let reference = g.fresh("r");
            g.say(format!(
                "auto& {reference} = {name}; {reference} = make_layout(make_shape({literal}, 2));"
            ));
        }
        _ => g.say(
            format!("get<0>({name}.shape()) = {literal};")
                .replace("get<0>", "(void) get<0>")
                .replace(&format!(" = {literal}"), ""),
        ),
    }
    let probe = g.fresh("l");
    g.say_showing(format!("auto {probe} = {name};"), &[&probe]);
}

/// Sizes that divide one another.
fn of_constants(g: &mut Generator) {
    let name = g.fresh("l");
    let m = 8 << g.random.u32(0..3);
    let n = 16 << g.random.u32(0..3);
    let (a, b) = (1 << g.random.u32(0..4), 1 << g.random.u32(0..5));
    let right = g.pick(&["", ", LayoutRight{}", ", GenColMajor{}", ", GenRowMajor{}"]);
    let whole = format!("make_layout(make_shape(Int<{m}>{{}}, Int<{n}>{{}}){right})");
    let tile = format!("Shape<Int<{a}>, Int<{b}>>{{}}");
    let small = format!("Layout<Shape<Int<{a}>, _2>>{{}}");
    let made = match g.random.u32(0..18) {
        0 => format!("logical_divide({whole}, {tile})"),
        1 => format!("zipped_divide({whole}, {tile})"),
        2 => format!("tiled_divide({whole}, {tile})"),
        3 => format!("flat_divide({whole}, {tile})"),
        4 => format!("logical_product({small}, Layout<Shape<_3, _2>>{{}})"),
        5 => format!("blocked_product({small}, Layout<Shape<_3, _2>>{{}})"),
        6 => format!("raked_product({small}, Layout<Shape<_3, _2>>{{}})"),
        7 => format!("coalesce({whole})"),
        8 => format!("composition({whole}, make_tile(Layout<Int<{a}>, _1>{{}}, _))"),
        9 => format!("complement(Layout<Int<{a}>, _2>{{}}, Int<{}>{{}})", 64 * a),
        10 => format!("right_inverse({whole})"),
        11 => {
            let order = g.pick(&["", ", LayoutRight{}", ", LayoutLeft{}", ", Step<_2, _1>{}"]);
            format!("tile_to_shape({small}, make_shape(Int<{}>{{}}, _16{{}}){order})", a * 4)
        }
        12 => format!("composition({whole}, Int<{m}>{{}})"),
        13 => format!("{whole}(_, Int<1>{{}})"),
        14 => format!("get<1>({whole})"),
        15 => format!("append<3>({whole}, Layout<_2, Int<{m}>>{{}})"),
        16 => format!("with_shape_of({whole})").replace("with_shape_of", "flatten"),
        _ => format!("make_layout_like({whole})"),
    };
    g.say_showing(format!("auto {name} = {made};"), &[&name]);
}

fn of_run_time_integers(g: &mut Generator) {
    let name = g.fresh("l");
    let (first, second) = (g.value(), g.value());
    let whole = format!("make_layout(make_shape({first}, {second}))");
    let made = match g.random.u32(0..11) {
        0 => format!("zipped_divide({whole}, Shape<_2, _3>{{}})"),
        1 => format!("tiled_divide({whole}, make_shape(_4{{}}, 2))"),
        2 => format!("logical_divide({whole}, make_tile(_2{{}}, Layout<_3, _2>{{}}))"),
        3 => format!("make_layout({whole}, make_layout(_2{{}}))"),
        4 => format!("select<1, 0>({whole})"),
        5 => format!("group<0, 2>({whole})"),
        6 => format!("{whole}(_, {first})").replace(&format!("(_, {first})"), "(_, 1)"),
        7 => format!("ceil_div(make_shape({first}, {second}), Shape<_3, _2>{{}})"),
        8 => format!("round_up(make_shape({first}, {second}), Shape<_4, _2>{{}})"),
        9 => format!("make_ordered_layout(make_shape({first}, {second}, _2{{}}), Step<_1, _2, _0>{{}})"),
        _ => format!(
            "composition(make_layout(make_shape({first}, {second}), LayoutRight{{}}), make_layout(_1{{}}))"
        )
        .replace("make_layout(_1{})", "make_tile(_, _)"),
    };
    g.say_showing(format!("auto {name} = {made};"), &[&name]);
}

/// Integers that layouts know.
fn queries(g: &mut Generator) {
    let (name, layout) = (g.fresh("v"), g.fresh("m"));
    let (first, second, literal) = (g.value(), g.value(), g.literal());
    g.say_showing(
        format!("auto {layout} = make_layout(make_shape({first}, Int<{literal}>{{}}), make_stride(_2{{}}, {second}));"),
        &[&layout],
    );
    let query = match g.random.u32(0..10) {
        0 => format!("size({layout})"),
        1 => format!("size<0>({layout})"),
        2 => format!("get<1>(shape({layout}))"),
        3 => format!("stride<1>({layout})"),
        4 => format!("rank({layout})"),
        5 => format!("cosize({layout})"),
        6 => format!("{layout}(1, 2)"),
        7 => format!("{layout}(3)"),
        8 => format!("depth({layout})"),
        _ => format!("shape<0>({layout}.shape())").replace("shape<0>", "get<0>"),
    };
    g.say_showing(format!("int {name} = int({query}) % 17;"), &[&name]);
    g.scope().places.push(name);
}

fn tensors(g: &mut Generator) {
    let (name, data) = (g.fresh("t"), g.fresh("d"));
    let (first, second) = (g.random.i64(1..4), g.random.i64(1..4));
    g.say(format!("float* {data} = nullptr;"));
    let layout = format!("make_layout(make_shape(Int<{}>{{}}, Int<{}>{{}}))", first * 8, second * 16);
    let pointer = match g.random.u32(0..3) {
        0 => format!("make_gmem_ptr({data})"),
        1 => format!("make_smem_ptr({data})"),
        _ => data,
    };
    g.say_showing(format!("auto {name} = make_tensor({pointer}, {layout});"), &[&name]);
    let (part, value) = (g.fresh("t"), g.value());
    let made = match g.random.u32(0..6) {
        0 => format!("local_tile({name}, Shape<_4, _8>{{}}, make_coord({value}, _))"),
        1 => format!("local_partition({name}, Layout<Shape<_4, _8>>{{}}, 3)"),
        2 => format!("{name}(_, 2)"),
        3 => format!("zipped_divide({name}, Shape<_8, _4>{{}})"),
        4 => format!("make_tensor_like({name})"),
        _ => format!("flat_divide({name}, Shape<_2, _8>{{}})(_, 1, _, _)"),
    };
    g.say_showing(format!("auto {part} = {made};"), &[&part]);
}

fn tiled(g: &mut Generator) {
    let (name, part) = (g.fresh("c"), g.fresh("t"));
    let (threads, values) =
        (g.pick(&["Shape<_4, _8>", "Shape<_8, _4>"]), g.pick(&["Shape<_1, _4>", "Shape<_2, _2>"]));
    if g.chance(0.6) {
        let order = g.pick(&["", ", GenRowMajor"]).trim_start_matches(", ");
        let stride = if order.is_empty() { String::new() } else { ", Stride<_1, _8>".to_owned() };
        g.say_showing(format!("auto {name} = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{{}}, Layout<{threads}{stride}>{{}}, Layout<{values}>{{}});"), &[&name]);
        let thread = g.random.u32(0..32);
        let data = g.fresh("d");
        g.say(format!("float* {data} = nullptr;"));
        let side = g.pick(&["S", "D"]);
        g.say_showing(format!("auto {part} = {name}.get_slice({thread}).partition_{side}(make_tensor({data}, make_layout(make_shape(_32{{}}, _64{{}}))));"), &[&part]);
    } else {
        let layout =
            g.pick(&["Shape<_2, _2, _1>", "Shape<_4, _1, _1>", "Shape<_1, _2>", "Shape<_8, _4, _1>"]);
        let third = g.pick(&[
            "",
            ", Tile<_16, _16, _1>{}",
            ", Layout<Shape<_1, _2, _1>>{}",
            ", Tile<_16>{}",
            ", Shape<_16, _16>{}",
        ]);
        g.say_showing(
            format!("auto {name} = make_tiled_mma(UniversalFMA<float>{{}}, Layout<{layout}>{{}}{third});"),
            &[&name],
        );
        let data = g.fresh("d");
        g.say(format!("float* {data} = nullptr;"));
        g.say_showing(format!("auto {part} = {name}.get_slice(1).partition_C(make_tensor({data}, make_layout(make_shape(_64{{}}, _64{{}}))));"), &[&part]);
    }
}

fn swizzled(g: &mut Generator) {
    let (name, whole) = (g.fresh("l"), g.fresh("l"));
    let (bits, base) = (g.random.u32(1..4), g.random.u32(0..4));
    g.say_showing(format!("auto {name} = composition(Swizzle<{bits}, {base}, 3>{{}}, Layout<Shape<_8, _64>, Stride<_64, _1>>{{}});"), &[&name]);
    let made = match g.random.u32(0..3) {
        0 => format!("tile_to_shape({name}, Shape<_16, _128>{{}})"),
        1 => format!("{name}(_, 0)").replace("(_, 0)", ".layout_b()"),
        _ => format!("composition({name}, Shape<_4, _16>{{}})"),
    };
    g.say_showing(format!("auto {whole} = {made};"), &[&whole]);
}

fn tuples(g: &mut Generator) {
    let (name, first, second, literal) = (g.fresh("l"), g.value(), g.value(), g.literal());
    let pair = format!("make_tuple({first}, Int<{literal}>{{}})");
    let made = match g.random.u32(0..12) {
        0 => format!("append({pair}, {second})"),
        1 => format!("prepend({pair}, {second})"),
        2 => format!("cute::tuple_cat({pair}, make_tuple({second}))"),
        3 => format!("replace<1>({pair}, {second})"),
        4 => format!("reverse({pair})"),
        5 => format!("transform({pair}, [](auto x) {{ return x + _1{{}}; }})"),
        6 => format!("make_shape(get<0>({pair}), product({pair}))"),
        7 => format!("take<0, 1>({pair})"),
        8 => format!("repeat<2>({second})"),
        9 => format!("elem_scale({pair}, make_tuple({second}, _2{{}}))"),
        10 => {
            format!("fold({pair}, {second}, [](auto x, auto y) {{ return x + y; }})")
                .replace("fold", "make_tuple(_1{}, cute::fold")
                + ")"
        }
        _ => format!("zip({pair}, make_tuple({second}, _2{{}}))"),
    };
    g.say_showing(format!("auto {name} = {made};"), &[&name]);
}

/// Types where CuTe takes types: what they are is what counts, not what they look like.
fn types_in_types(g: &mut Generator) {
    let (name, first, second) = (g.fresh("l"), g.literal(), g.literal());
    let text = match g.random.u32(0..10) {
        0 => format!("Layout<Layout<Int<{first}>, _1>, Layout<_4, Int<{second}>>> {name};"),
        1 => format!("Layout<Shape<Int<{first}>, _4>, Stride<_2, Int<{second}>>> {name};"),
        2 => format!("Layout<cute::tuple<Int<{first}>, _4>> {name};"),
        3 => format!("Layout<Int<{first}>, Int<{second}>> {name};"),
        4 => format!("Layout<C<{first}>, cute::C<{second}>> {name};"),
        5 => format!("Layout<cute::constant<int, {first}>, Int<{second}>> {name};"),
        6 => format!("cute::tuple<Layout<Int<{first}>, _1>, Int<{second}>> {name};"),
        7 => format!("Shape<Layout<Int<{first}>, _1>, Int<{second}>> {name};"),
        8 => format!("Layout<Shape<Int<{first}>>, Stride<Int<{second}>>> {name};"),
        _ => format!("Layout<Shape<Int<{first}>, X>, Stride<_1, Int<{second}>>> {name};")
            .replace(", X>", ", _2>"),
    };
    g.say_showing(text, &[&name]);
}

fn loop_of_layouts(g: &mut Generator) {
    let (counter, inner) = (g.fresh("i"), g.fresh("l"));
    let literal = g.literal();
    g.say(format!("cute::for_each(make_seq<3>{{}}, [&](auto {counter}) {{"));
    g.say_showing(
        format!("  auto {inner} = make_layout(make_shape({counter} + Int<{literal}>{{}}, _2{{}}));"),
        &[&inner],
    );
    if g.chance(0.5) {
        let variable = g.variable();
        g.say(format!("  {variable} += {counter};"));
    }
    g.say("});");
}

fn integers_of_the_compiler(g: &mut Generator) {
    let (name, layout, first, second) = (g.fresh("n"), g.fresh("l"), g.literal(), g.literal());
    let made = match g.random.u32(0..8) {
        0 => format!("Int<{first}>{{}} * Int<{second}>{{}}"),
        1 => format!("Int<{first}>{{}} + _2{{}}"),
        2 => format!("cute::max(Int<{first}>{{}}, Int<{second}>{{}})"),
        3 => format!("ceil_div(Int<{}>{{}}, Int<{second}>{{}})", first * 3),
        4 => format!("cute::conditional_return<({first} < {second})>(Int<{first}>{{}}, Int<{second}>{{}})"),
        5 => format!("cute::gcd(Int<{}>{{}}, Int<{second}>{{}})", first * 2),
        6 => format!("-Int<{first}>{{}} + Int<20>{{}}"),
        _ => format!("Int<{}>{{}} / Int<{second}>{{}}", first * second),
    };
    g.say_showing(format!("auto {name} = {made};"), &[&name]);
    g.say_showing(format!("auto {layout} = make_layout(make_shape({name}, {name} * 2));"), &[&layout]);
    g.scope().values.push(format!("int({name})"));
}
