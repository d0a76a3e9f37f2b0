//! Functions and lambdas, and how they are called.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (3, by_reference),
    (3, by_value),
    (2, by_pointer),
    (2, lambda_by_reference),
    (1, lambda_by_value),
    (1, lambda_called_at_once),
    (1, lambda_of_its_own),
    (1, generic_lambda),
    (2, returned_layout),
    (1, default_argument),
    (2, overloads),
    (1, returned_reference),
    (1, early_return),
    (1, function_of_the_compiler),
    (1, macro_call),
    (1, other_namespace),
    (1, global_variable),
    (1, recursion),
    (1, passed_lambda),
    (1, layout_by_reference),
    (1, evaluated_once),
    (1, two_results),
];

fn by_reference(g: &mut Generator) {
    let name = g.fresh("f");
    let changed = g.expression_of("x");
    g.function(&format!("void {name}(int& x, int y)"), &["x", "y"], |g| {
        g.say(format!("x = {changed};"));
        None
    });
    for _ in 0..g.number_of(1, 2) {
        let (place, value) = (g.place(), g.value());
        g.say(format!("{name}({place}, {value});"));
    }
}

fn by_value(g: &mut Generator) {
    let name = g.fresh("f");
    g.function(&format!("int {name}(int x, int y)"), &["x", "y"], |g| {
        g.one_of(super::writes::STATEMENTS);
        Some(g.expression())
    });
    for _ in 0..g.number_of(1, 2) {
        let (place, first, second) = (g.place(), g.value(), g.value());
        g.say(format!("{place} = {name}({first}, {second});"));
    }
}

fn by_pointer(g: &mut Generator) {
    let (name, variable, literal) = (g.fresh("f"), g.variable(), g.literal());
    g.function(&format!("void {name}(int* x)"), &["*x"], |g| {
        g.say(format!("*x = {literal};"));
        None
    });
    g.say(format!("{name}(&{variable});"));
}

fn lambda(g: &mut Generator, capture: &str, parameters: &str, visible: &[&str], is_mutable: bool) -> String {
    let name = g.fresh("f");
    let suffix = if is_mutable { " mutable" } else { "" };
    g.say(format!("auto {name} = [{capture}]({parameters}){suffix} {{"));
    g.open();
    let places = visible.iter().map(|&name| name.to_owned());
    g.scope().places.extend(places);
    g.block();
    let result = g.expression();
    g.say(format!("  return {result};"));
    g.close();
    g.say("};");
    name
}

fn lambda_by_reference(g: &mut Generator) {
    let name = lambda(g, "&", "int x", &["x"], false);
    // What it changes is seen only when it is called.
    g.probe();
    for _ in 0..g.number_of(0, 2) {
        let (place, value) = (g.place(), g.value());
        g.say(format!("{place} = {name}({value});"));
        g.probe();
    }
}

fn lambda_by_value(g: &mut Generator) {
    let (variable, name, literal) = (g.variable(), g.fresh("f"), g.literal());
    g.say(
        format!("auto {name} = [={{}}]() mutable {{ {variable} += {literal}; return {variable}; }};")
            .replace("={}", "="),
    );
    let other = g.place();
    g.say(format!("{variable} += 1;"));
    g.say(format!("{other} = {name}();"));
    if g.chance(0.5) {
        g.say(format!("{other} = {name}();"));
    }
}

fn lambda_called_at_once(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("v"), g.variable(), g.expression());
    let capture = g.pick(&["&", "&"]);
    g.say_showing(
        format!("int {name} = [{capture}] {{ {variable} = {value}; return {variable} + 1; }}();"),
        &[&name],
    );
    g.scope().places.push(name);
}

fn lambda_of_its_own(g: &mut Generator) {
    let (name, value, place) = (g.fresh("f"), g.expression(), g.place());
    g.say(format!("auto {name} = [n = {value}]() mutable {{ return ++n; }};"));
    if g.chance(0.5) {
        let copy = g.fresh("f");
        g.say(format!("{name}(); auto {copy} = {name}; {copy}();"));
    }
    g.say(format!("{place} = {name}() + {name}() % 2;"));
}

fn generic_lambda(g: &mut Generator) {
    let (name, first, second, layout) = (g.fresh("f"), g.value(), g.value(), g.fresh("l"));
    let literal = g.literal();
    g.say(format!("auto {name} = [&](auto x, auto const& y) {{"));
    let inner = g.fresh("l");
    g.say_showing(format!("  auto {inner} = make_layout(make_shape(x, y));"), &[&inner]);
    g.say(format!("  return make_layout({inner}, make_layout(x));"));
    g.say("};");
    g.say_showing(format!("auto {layout} = {name}({first}, Int<{literal}>{{}});"), &[&layout]);
    if g.chance(0.5) {
        let other = g.fresh("l");
        g.say_showing(format!("auto {other} = {name}(_2{{}}, {second});"), &[&other]);
    }
}

fn returned_layout(g: &mut Generator) {
    let (name, literal) = (g.fresh("f"), g.literal());
    let returned =
        g.pick(&["make_layout(make_shape(x, y))", "make_shape(x, make_shape(y, _3{}))"]).to_owned();
    g.function(&format!("auto {name}(int x, int y)"), &["x", "y"], |_| Some(returned));
    for _ in 0..g.number_of(1, 2) {
        let (layout, value) = (g.fresh("l"), g.value());
        g.say_showing(format!("auto {layout} = {name}({value}, {literal});"), &[&layout]);
    }
}

fn default_argument(g: &mut Generator) {
    let (name, first, second, place, value) = (g.fresh("f"), g.literal(), g.literal(), g.place(), g.value());
    let global = g.fresh("g");
    g.global(format!("int {global} = {first};"));
    g.function(&format!("int {name}(int x, int y = {global} + {second})"), &["x", "y"], |_| {
        Some("x + y".to_owned())
    });
    g.say(format!("{place} = {name}({value});"));
    g.say(format!("{global} = {second};"));
    g.say(format!("{place} = {name}({value}) % 13;"));
}

fn overloads(g: &mut Generator) {
    let name = g.fresh("f");
    let types: &[(&str, &str)] = &[
        ("int x", "1"),
        ("long x", "2"),
        ("double x", "3"),
        ("char x", "4"),
        ("bool x", "5"),
        ("unsigned x", "6"),
        ("int const* x", "7"),
        ("_4 x", "8"),
    ];
    let first = g.random.usize(0..types.len() - 1);
    for (parameter, result) in [types[0], types[first + 1]] {
        g.global(format!("int {name}({parameter}) {{ return {result}; }}"));
    }
    g.global(format!("template <class T> int {name}(T const& x, int y) {{ return y + 1; }}"));
    let (place, value, variable) = (g.place(), g.value(), g.variable());
    let argument = match types[first + 1].0 {
        "long x" => "2L".to_owned(),
        "double x" => "2.0f".to_owned(),
        "char x" => "'c'".to_owned(),
        "bool x" => format!("{value} == 3"),
        "unsigned x" => "3u".to_owned(),
        "int const* x" => format!("&{variable}"),
        _ => "_4{}".to_owned(),
    };
    g.say(format!("{place} = {name}({argument}) + {name}({value}) * 2;"));
    g.say(format!("{place} += {name}({argument}, 3);"));
}

fn returned_reference(g: &mut Generator) {
    let (name, variable, other, value) = (g.fresh("f"), g.variable(), g.variable(), g.expression());
    g.global(format!("int& {name}(int& x, int& y) {{ return x < y ? x : y; }}"));
    g.say(format!("{name}({variable}, {other}) = {value};"));
}

fn early_return(g: &mut Generator) {
    let (name, place, value) = (g.fresh("f"), g.place(), g.value());
    let literal = g.literal();
    g.function(&format!("int {name}(int x)"), &["x"], |g| {
        g.say(format!("if (x > {literal}) return 3;"));
        g.say("for (int i = 0; i < 4; ++i) {");
        g.say("  if (i * 2 > x) return i + 5;");
        g.say("}");
        g.probe();
        Some("x".to_owned())
    });
    g.say(format!("{place} = {name}({value});"));
}

fn function_of_the_compiler(g: &mut Generator) {
    let (name, first, second) = (g.fresh("f"), g.literal(), g.literal());
    g.global(format!(
        "constexpr int {name}(int x) {{ int y = 0; while (x > 0) {{ y += x; x -= {first}; }} return y; }}"
    ));
    let (layout, constant) = (g.fresh("l"), g.fresh("k"));
    g.say(format!("constexpr int {constant} = {name}({second});"));
    g.scope().constants.push(constant.clone());
    g.say_showing(format!("auto {layout} = Layout<Shape<Int<{constant}>, _3>>{{}};"), &[&layout]);
}

fn macro_call(g: &mut Generator) {
    let name = g.fresh(&format!("MACRO_{}_", g.number));
    let (place, value, literal) = (g.place(), g.value(), g.literal());
    let text = match g.random.u32(0..4) {
        0 => format!("#define {name}(x, y) x = y * 2 % 13"),
        1 => format!("#define {name}(x, y) do {{ x = y; x += {literal}; }} while (0)"),
        2 => format!("#define {name}(x, y) (x) = (y) + y % 5"),
        _ => format!("#define {name}(x, ...) x = std::max({{__VA_ARGS__, {literal}}})"),
    };
    if text.contains("std::") {
        g.include("algorithm");
    }
    g.body.push(super::Line { text, ..Default::default() });
    g.macros.push(name.clone());
    g.say(format!("{name}({place}, {value} + 1);"));
}

fn other_namespace(g: &mut Generator) {
    let (space, name, place) = (g.fresh("space"), g.fresh("n"), g.place());
    let (first, second) = (g.literal(), g.literal());
    g.global(format!("namespace {space} {{ int {name} = {first}; int twice() {{ return {name} * 2; }} }}"));
    let text = match g.random.u32(0..3) {
        0 => format!("{space}::{name} = {second}; {place} = {space}::twice();"),
        1 => format!("{{ using namespace {space}; {name} = {second}; {place} = twice() + {name}; }}"),
        _ => format!("namespace alias{space} = {space}; {place} = alias{space}::twice();"),
    };
    g.say(text);
}

fn global_variable(g: &mut Generator) {
    let (name, change, literal, value) = (g.fresh("g"), g.fresh("f"), g.literal(), g.value());
    let kind = g.pick(&["int", "static int", "thread_local int", "inline int"]);
    g.global(format!("{kind} {name} = {literal};"));
    g.global(format!("void {change}(int x) {{ {name} = x + 1; }}"));
    if g.chance(0.7) {
        g.say(format!("{change}({value});"));
    }
    g.scope().places.push(name);
}

fn recursion(g: &mut Generator) {
    let (name, place, value) = (g.fresh("f"), g.place(), g.value());
    g.global(format!("int {name}(int x) {{ return x <= 1 ? 1 : (x * {name}(x - 2)) % 13 + 1; }}"));
    g.say(format!("{place} = {name}({value});"));
}

fn passed_lambda(g: &mut Generator) {
    let (name, variable, value, rounds) = (g.fresh("f"), g.variable(), g.expression(), g.number_of(0, 2));
    g.global(format!("template <class F> void {name}(F&& f, int n) {{ for (int i = 0; i < n; ++i) f(i); }}"));
    g.say(format!("{name}([&](int i) {{ {variable} = {value} + i; }}, {rounds});"));
}

fn layout_by_reference(g: &mut Generator) {
    let (name, layout, first, second) = (g.fresh("f"), g.fresh("l"), g.value(), g.value());
    let probe = g.fresh("l");
    g.global(format!("template <class L> void {name}(L& l, int x) {{ l = make_layout(make_shape(x, 2)); }}"));
    g.say_showing(format!("auto {layout} = make_layout(make_shape({first}, 7));"), &[&layout]);
    g.say(format!("{name}({layout}, {second});"));
    g.say_showing(format!("auto {probe} = make_layout({layout}, _2{{}});").replace(", _2{}", ""), &[&probe]);
    g.scope().layouts.push(layout);
}

/// Arguments that write.
fn evaluated_once(g: &mut Generator) {
    let (name, variable, place) = (g.fresh("f"), g.variable(), g.place());
    g.global(format!("int {name}(int x, int y) {{ return x * 3 + y; }}"));
    let literal = g.literal();
    g.say(format!("{place} = {name}(++{variable}, {literal}) % 13 + 1;"));
}

fn two_results(g: &mut Generator) {
    let (name, left, right, value) = (g.fresh("f"), g.fresh("b"), g.fresh("b"), g.value());
    let literal = g.literal();
    g.global(format!(
        "auto {name}(int x) {{ return make_tuple(x + {literal}, make_layout(make_shape(x, _2{{}}))); }}"
    ));
    g.say_showing(format!("auto [{left}, {right}] = {name}({value});"), &[&left, &right]);
    g.scope().places.push(left);
}

impl Generator {
    /// An expression of one integer and literals.
    pub(super) fn expression_of(&mut self, name: &str) -> String {
        let literal = self.literal();
        match self.random.u32(0..4) {
            0 => format!("{name} + {literal}"),
            1 => format!("{name} * {literal} % 13 + 1"),
            2 => literal.to_string(),
            _ => format!("{name} > {literal} ? 2 : {name} + 1"),
        }
    }
}
