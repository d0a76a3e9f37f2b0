//! Templates of functions and classes, and names of types.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (2, function_of_an_integer),
    (2, function_of_a_type),
    (2, specialised),
    (1, class_of_integers),
    (1, alias),
    (1, branch_on_type),
    (1, pack),
    (1, variable_template),
    (1, default_parameter),
    (1, decltype_of_expression),
    (1, deduction),
    (1, fold),
    (1, nested_alias),
    (1, partial),
    (1, overloads_of_templates),
];

fn function_of_an_integer(g: &mut Generator) {
    let (name, literal) = (g.fresh("f"), g.literal());
    g.function(&format!("template <int N> auto {name}(int x)"), &["x"], |_| {
        Some(format!("make_layout(make_shape(Int<N>{{}}, x), make_stride(x, Int<N + {literal}>{{}}))"))
    });
    for _ in 0..g.number_of(1, 2) {
        let (layout, argument, value) = (g.fresh("l"), g.literal(), g.value());
        let argument = g.any(|scope| &scope.constants).unwrap_or_else(|| argument.to_string());
        g.say_showing(format!("auto {layout} = {name}<({argument})>({value});"), &[&layout]);
    }
}

fn function_of_a_type(g: &mut Generator) {
    let name = g.fresh("f");
    let inner = g.fresh("l");
    g.define(|g| {
        g.say(format!("template <class Shape_> auto {name}(Shape_ const& shape) {{"));
        g.say_showing(format!("  auto {inner} = make_layout(shape, LayoutRight{{}});"), &[&inner]);
        g.say(format!("  return make_layout({inner}, make_layout(size(shape)));"));
        g.say("}");
    });
    for _ in 0..g.number_of(1, 3) {
        let (layout, value, literal) = (g.fresh("l"), g.value(), g.literal());
        let shape = match g.random.u32(0..3) {
            0 => format!("make_shape({value}, Int<{literal}>{{}})"),
            1 => format!("Shape<_2, Int<{literal}>>{{}}"),
            _ => format!("make_shape(make_shape({value}, 2), {literal})"),
        };
        g.say_showing(format!("auto {layout} = {name}({shape});"), &[&layout]);
    }
}

fn specialised(g: &mut Generator) {
    let (name, first, second) = (g.fresh("S"), g.literal(), g.literal());
    g.global(format!("template <int N> struct {name} {{ static constexpr int value = N + {first}; using type = Layout<Shape<Int<N>, _2>>; }};"));
    g.global(format!("template <> struct {name}<{second}> {{ static constexpr int value = 11; using type = Layout<Shape<_7, _5>>; }};"));
    for _ in 0..g.number_of(1, 2) {
        let (layout, argument) = (g.fresh("l"), g.literal());
        g.say_showing(format!("auto {layout} = typename {name}<{argument}>::type{{}};"), &[&layout]);
        g.scope().constants.push(format!("{name}<{argument}>::value"));
    }
}

fn class_of_integers(g: &mut Generator) {
    let (name, object, first, second, value) =
        (g.fresh("S"), g.fresh("s"), g.literal(), g.literal(), g.value());
    g.global(format!("template <int M, int N> struct {name} {{ int m = M; auto layout() const {{ return make_layout(make_shape(Int<M>{{}}, m), make_stride(Int<N>{{}}, Int<M * N>{{}})); }} }};"));
    let layout = g.fresh("l");
    g.say(format!("{name}<{first}, {second}> {object};"));
    g.say(format!("{object}.m = {value};"));
    g.say_showing(format!("auto {layout} = {object}.layout();"), &[&layout]);
    g.scope().places.push(format!("{object}.m"));
}

fn alias(g: &mut Generator) {
    let (name, first, second) = (g.fresh("A"), g.literal(), g.literal());
    let text = match g.random.u32(0..4) {
        0 => format!("using {name} = Layout<Shape<Int<{first}>, _3>, Stride<_1, Int<{second}>>>;"),
        1 => format!("typedef Layout<Shape<Int<{first}>, Int<{second}>>> {name};"),
        2 => format!(
            "using {name} = decltype(make_layout(make_shape(Int<{first}>{{}}, Int<{second}>{{}}), LayoutRight{{}}));"
        ),
        _ => format!("using {name} = Shape<Int<{first}>, Shape<_2, Int<{second}>>>;"),
    };
    g.say_type(text, &name);
    let layout = g.fresh("l");
    g.say_showing(
        format!("auto {layout} = make_layout({name}{{}}, {name}{{}});")
            .replace("make_layout(A", "make_tuple(A"),
        &[&layout],
    );
}

fn branch_on_type(g: &mut Generator) {
    let (name, value) = (g.fresh("f"), g.value());
    let literal = g.literal();
    g.include("type_traits");
    g.global(format!("template <class T> auto {name}(T x) {{ if constexpr (std::is_same_v<T, int>) {{ return make_layout(make_shape(x, {literal})); }} else if constexpr (is_static<T>::value) {{ return make_layout(make_shape(x, _2{{}}, _2{{}})); }} else {{ return make_layout(_9{{}}); }} }}"));
    for argument in [value, format!("Int<{literal}>{{}}"), "2.0f".to_owned()] {
        if g.chance(0.6) {
            let layout = g.fresh("l");
            g.say_showing(format!("auto {layout} = {name}({argument});"), &[&layout]);
        }
    }
}

fn pack(g: &mut Generator) {
    let (name, first, second, layout) = (g.fresh("f"), g.value(), g.value(), g.fresh("l"));
    g.global(format!("template <class... T> auto {name}(T... x) {{ return make_layout(make_shape(x..., Int<sizeof...(T)>{{}})); }}"));
    let more = if g.chance(0.5) { ", _4{}" } else { "" };
    g.say_showing(format!("auto {layout} = {name}({first}, {second}{more});"), &[&layout]);
}

fn variable_template(g: &mut Generator) {
    let (name, literal, argument, layout) = (g.fresh("T"), g.literal(), g.literal(), g.fresh("l"));
    g.global(format!("template <int N> constexpr int {name} = N * {literal};"));
    if g.chance(0.4) {
        g.global(format!("template <> constexpr int {name}<{argument}> = 3;"));
    }
    g.say_showing(format!("auto {layout} = make_layout(Int<{name}<{argument}>>{{}});"), &[&layout]);
}

fn default_parameter(g: &mut Generator) {
    let (name, literal, value) = (g.fresh("f"), g.literal(), g.value());
    g.global(format!("template <int N = {literal}, class L = Layout<Shape<Int<N>, _2>>> auto {name}(int x, L l = {{}}) {{ return make_layout(l, make_layout(x)); }}"));
    let argument = g.literal();
    for call in [
        format!("{name}({value})"),
        format!("{name}<{argument}>({value})"),
        format!("{name}({value}, Layout<_5>{{}})"),
    ] {
        if g.chance(0.6) {
            let layout = g.fresh("l");
            g.say_showing(format!("auto {layout} = {call};"), &[&layout]);
        }
    }
}

fn decltype_of_expression(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("v"), g.variable(), g.expression());
    let text = match g.random.u32(0..3) {
        0 => format!("decltype({variable} + 1) {name} = {value};"),
        1 => format!("decltype(({variable})) {name} = {variable};"),
        _ => format!("std::remove_reference_t<decltype(({variable}))> {name} = {value};"),
    };
    g.include("type_traits");
    g.say_showing(text, &[&name]);
    g.scope().places.push(name);
}

fn deduction(g: &mut Generator) {
    let (name, first, second, object, layout) =
        (g.fresh("S"), g.value(), g.literal(), g.fresh("s"), g.fresh("l"));
    g.global(format!("template <class M, class N> struct {name} {{ M m; N n; {name}(M m, N n) : m(m), n(n) {{}} auto shape() const {{ return make_shape(n, m); }} }};"));
    g.say(format!("{name} {object}({first}, Int<{second}>{{}});"));
    g.say_showing(format!("auto {layout} = make_layout({object}.shape());"), &[&layout]);
}

fn fold(g: &mut Generator) {
    let (name, place, first, second) = (g.fresh("f"), g.place(), g.value(), g.literal());
    let body = g.pick(&["(x + ... + 1)", "(0 + ... + x)", "(x * ...)", "(x - ... - 2)", "(... , x)"]);
    g.global(format!("template <class... T> int {name}(T... x) {{ return {body}; }}"));
    g.say(format!("{place} = {name}({first}, {second}, 2) % 13 + 1;"));
}

fn nested_alias(g: &mut Generator) {
    let (name, first, second, layout) = (g.fresh("S"), g.literal(), g.literal(), g.fresh("l"));
    g.global(format!("template <class T, int N> struct {name} {{ using Tile = Shape<Int<N>, T>; template <int K> using Row = Layout<Shape<Int<K>, T>, Stride<T, Int<N>>>; struct Inner {{ static constexpr int n = N + 1; }}; }};"));
    g.say_showing(format!("auto {layout} = make_tuple(typename {name}<_4, {first}>::Tile{{}}, typename {name}<_3, {first}>::template Row<{second}>{{}});"), &[&layout]);
    g.scope().constants.push(format!("{name}<_1, {second}>::Inner::n"));
}

fn partial(g: &mut Generator) {
    let name = g.fresh("S");
    g.global(format!("template <class A, class B> struct {name} {{ static constexpr int value = 3; }};"));
    g.global(format!("template <class A> struct {name}<A, A> {{ static constexpr int value = 4; }};"));
    g.global(format!(
        "template <class A, int N> struct {name}<A, Int<N>> {{ static constexpr int value = N + 5; }};"
    ));
    let argument = g.pick(&["int, int", "int, float", "float, _3", "_2, int", "int, Int<6>"]);
    g.scope().constants.push(format!("{name}<{argument}>::value"));
    g.probe();
}

fn overloads_of_templates(g: &mut Generator) {
    let (name, value, layout, literal) = (g.fresh("f"), g.value(), g.fresh("l"), g.literal());
    g.global(format!("template <class T> auto {name}(T const& x) {{ return make_shape(x, _1{{}}); }}"));
    g.global(format!(
        "template <int N> auto {name}(Int<N> const& x) {{ return make_shape(x, Int<N + 1>{{}}); }}"
    ));
    g.global(format!(
        "template <class S, class D> auto {name}(Layout<S, D> const& x) {{ return x.shape(); }}"
    ));
    let argument = match g.random.u32(0..3) {
        0 => value,
        1 => format!("Int<{literal}>{{}}"),
        _ => format!("make_layout(make_shape({value}, Int<{literal}>{{}}))"),
    };
    g.say_showing(format!("auto {layout} = {name}({argument});"), &[&layout]);
}
