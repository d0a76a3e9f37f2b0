//! Objects with members.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (3, aggregate),
    (2, with_methods),
    (1, constructor),
    (1, copy),
    (1, reference_member),
    (1, pointer_to_object),
    (1, inheritance),
    (1, call_operator),
    (1, overloaded_operator),
    (1, conversion),
    (1, static_member),
    (1, enumeration),
    (1, passed_object),
    (1, member_of_member),
    (1, default_member),
    (1, method_that_returns_itself),
];

/// A class with members `m` and `n`, and what more is said of it.
fn class(g: &mut Generator, members: &str, more: &str) -> String {
    let name = g.fresh("S");
    let keyword = g.pick(&["struct", "struct"]);
    g.global(format!("{keyword} {name} {{ {members} {more} }};"));
    name
}

fn object(g: &mut Generator, class: &str) -> String {
    let (name, first, second) = (g.fresh("s"), g.expression(), g.expression());
    let text = match g.random.u32(0..3) {
        0 => format!("{class} {name}{{{first}, {second}}};"),
        1 => format!("{class} {name} = {{{first}, {second}}};"),
        _ => format!("auto {name} = {class}{{{first}, {second}}};"),
    };
    g.say(text);
    g.scope().places.extend([format!("{name}.m"), format!("{name}.n")]);
    name
}

fn aggregate(g: &mut Generator) {
    let class = class(g, "int m; int n;", "");
    let name = object(g, &class);
    if g.chance(0.5) {
        let value = g.expression();
        g.say(format!("{name}.m = {value};"));
    }
}

fn with_methods(g: &mut Generator) {
    let literal = g.literal();
    let class = class(
        g,
        "int m; int n;",
        &format!(
            "void grow(int by) {{ m += by; this->n = {literal}; }} auto shape() const {{ return make_shape(m, n); }}"
        ),
    );
    let name = object(g, &class);
    let (value, layout) = (g.value(), g.fresh("l"));
    g.say(format!("{name}.grow({value});"));
    g.say_showing(format!("auto {layout} = make_layout({name}.shape());"), &[&layout]);
}

fn constructor(g: &mut Generator) {
    let literal = g.literal();
    let name = g.fresh("S");
    g.global(format!("struct {name} {{ int m; int n = {literal}; explicit {name}(int x) : m(x + 1) {{ n += m; }} {name}(int x, int y) : {name}(x) {{ n = y; }} }};"));
    let (object, value, other) = (g.fresh("s"), g.value(), g.value());
    if g.chance(0.5) {
        g.say(format!("{name} {object}({value});"));
    } else {
        g.say(format!("{name} {object}{{{value}, {other}}};"));
    }
    g.scope().places.extend([format!("{object}.m"), format!("{object}.n")]);
}

fn copy(g: &mut Generator) {
    let class = class(g, "int m; int n;", "");
    let first = object(g, &class);
    let (second, value) = (g.fresh("s"), g.expression());
    let declared = g.pick(&["auto", "auto&", "auto const", "auto&&"]);
    g.say(format!("{declared} {second} = {first};"));
    g.say(format!("{first}.n = {value};"));
    g.scope().values.push(format!("{second}.n"));
    if g.chance(0.4) && declared != "auto const" {
        g.say(format!("{second} = {class}{{3, 4}};"));
    }
}

fn reference_member(g: &mut Generator) {
    let name = g.fresh("S");
    g.global(format!("struct {name} {{ int& m; void set(int x) const {{ m = x; }} }};"));
    let (object, variable, value) = (g.fresh("s"), g.variable(), g.value());
    g.say(format!("{name} {object}{{{variable}}};"));
    g.say(format!("{object}.set({value});"));
    g.scope().places.push(format!("{object}.m"));
}

fn pointer_to_object(g: &mut Generator) {
    let class = class(g, "int m; int n;", "");
    let object = object(g, &class);
    let (pointer, member, value) = (g.fresh("p"), g.fresh("pm"), g.value());
    g.say(format!("{class}* {pointer} = &{object};"));
    g.say(format!("{pointer}->m = {value};"));
    g.scope().places.push(format!("{pointer}->n"));
    if g.chance(0.5) {
        g.say(format!("int {class}::* {member} = &{class}::n;"));
        g.say(format!("{object}.*{member} = {value} + 2;"));
    }
}

fn inheritance(g: &mut Generator) {
    let literal = g.literal();
    let (base, derived) = (g.fresh("B"), g.fresh("D"));
    g.global(format!(
        "struct {base} {{ int m = {literal}; int get() const {{ return m; }} void set(int x) {{ m = x; }} }};"
    ));
    let hides = g.chance(0.5);
    let more =
        if hides { "int get() const { return m + 5; }" } else { "int twice() const { return 2 * get(); }" };
    g.global(format!("struct {derived} : {base} {{ int n = 2; {more} }};"));
    let (object, value, place) = (g.fresh("s"), g.value(), g.place());
    g.say(format!("{derived} {object};"));
    g.say(format!("{object}.set({value});"));
    let read = g.fresh("r");
    g.say(format!("{base}& {read} = {object}; {read}.m += 1;"));
    g.say(format!("{place} = {object}.get() + {read}.get() % 5;"));
    g.scope().places.push(format!("{object}.m"));
}

fn call_operator(g: &mut Generator) {
    let name = g.fresh("S");
    g.global(format!("struct {name} {{ int count = 0; int operator()(int x) {{ return ++count + x; }} int operator[](int x) const {{ return count * x; }} }};"));
    let (object, place, value) = (g.fresh("s"), g.place(), g.value());
    g.say(format!("{name} {object};"));
    g.say(format!("{object}({value}); {place} = {object}({value}) + {object}[2];"));
}

fn overloaded_operator(g: &mut Generator) {
    let name = g.fresh("S");
    g.global(format!("struct {name} {{ int m; int n; {name} operator+({name} const& other) const {{ return {{m + other.n, n * 2}}; }} {name}& operator+=(int x) {{ m -= x; return *this; }} {name}& operator++() {{ n = 7; return *this; }} bool operator<({name} const& other) const {{ return m > other.m; }} }};"));
    let (first, second) = (object(g, &name), object(g, &name));
    let (sum, variable) = (g.fresh("s"), g.variable());
    g.say(format!("auto {sum} = {first} + {second};"));
    match g.random.u32(0..3) {
        0 => g.say(format!("{sum} += 3;")),
        1 => g.say(format!("++{sum};")),
        _ => g.say(format!("if ({first} < {second}) {{ {variable} = 4; }}")),
    }
    g.scope().places.extend([format!("{sum}.m"), format!("{sum}.n")]);
}

fn conversion(g: &mut Generator) {
    let (name, value, place, literal) = (g.fresh("S"), g.value(), g.place(), g.literal());
    g.global(format!("struct {name} {{ int m; operator int() const {{ return m + {literal}; }} }};"));
    let object = g.fresh("s");
    g.say(format!("{name} {object}{{{value}}};"));
    g.say(format!("{place} = {object};"));
}

fn static_member(g: &mut Generator) {
    let (name, literal, value) = (g.fresh("S"), g.literal(), g.value());
    g.global(format!("struct {name} {{ static inline int count = {literal}; static constexpr int size = {literal} + 2; static void add(int x) {{ count += x; }} {name}() {{ ++count; }} }};"));
    if g.chance(0.6) {
        let object = g.fresh("s");
        g.say(format!("{name} {object};"));
    }
    g.say(format!("{name}::add({value});"));
    g.scope().places.push(format!("{name}::count"));
    g.scope().constants.push(format!("{name}::size"));
}

fn enumeration(g: &mut Generator) {
    let (name, literal, variable) = (g.fresh("E"), g.literal(), g.variable());
    let scoped = g.chance(0.5);
    let keyword = if scoped { "enum class" } else { "enum" };
    g.global(format!("{keyword} {name} {{ {name}a, {name}b = {literal}, {name}c }};"));
    let value = format!("int({name}::{name}c)");
    g.scope().constants.push(value);
    let chosen = g.fresh("e");
    let which = g.pick(&["a", "b", "c"]);
    g.say(format!("auto {chosen} = {name}::{name}{which};"));
    g.say(format!("if ({chosen} == {name}::{name}b) {{ {variable} = 6; }} else {{ {variable} = 2; }}"));
}

fn passed_object(g: &mut Generator) {
    let class = class(g, "int m; int n;", "");
    let function = g.fresh("f");
    let how = g.pick(&["&", "", "*", "&&"]);
    let access = if how == "*" { "->" } else { "." };
    let literal = g.literal();
    g.global(format!("int {function}({class}{how} s) {{ s{access}m = {literal}; return s{access}n; }}"));
    let (object, place) = (object(g, &class), g.place());
    g.include("utility");
    let argument = match how {
        "*" => format!("&{object}"),
        "&&" => format!("std::move({object})"),
        _ => object,
    };
    g.say(format!("{place} = {function}({argument});"));
}

fn member_of_member(g: &mut Generator) {
    let inner = class(g, "int m; int n;", "");
    let outer = g.fresh("S");
    let literal = g.literal();
    g.global(format!("struct {outer} {{ {inner} first; {inner} all[2]; int last = {literal}; }};"));
    let (object, value, other) = (g.fresh("s"), g.value(), g.expression());
    g.say(format!("{outer} {object}{{{{{value}, 2}}, {{{{3, 4}}, {{5, {other}}}}}}};"));
    g.scope().places.extend([
        format!("{object}.first.m"),
        format!("{object}.all[1].n"),
        format!("{object}.all[0].m"),
        format!("{object}.last"),
    ]);
    if g.chance(0.5) {
        g.say(format!("{object}.all[0] = {object}.first;"));
    }
    if g.chance(0.5) {
        let reference = g.fresh("r");
        g.say(format!("auto& {reference} = {object}.all[1];"));
        g.scope().places.push(format!("{reference}.n"));
    }
}

fn default_member(g: &mut Generator) {
    let (name, literal, object, layout) = (g.fresh("S"), g.literal(), g.fresh("s"), g.fresh("l"));
    g.global(format!(
        "struct {name} {{ int m = {literal}; int n = m + 1; Layout<Shape<Int<{literal}>, _2>> layout{{}}; }};"
    ));
    g.say(format!("{name} {object};"));
    if g.chance(0.5) {
        g.say(format!("{object}.m = 5;"));
    }
    g.say_showing(
        format!("auto {layout} = make_layout({object}.layout, make_layout({object}.n));"),
        &[&layout],
    );
    g.scope().places.push(format!("{object}.n"));
}

fn method_that_returns_itself(g: &mut Generator) {
    let (name, first, second) = (g.fresh("S"), g.value(), g.value());
    let how = g.pick(&["&", ""]);
    g.global(format!("struct {name} {{ int m = 1; int n = 2; {name}{how} rows(int x) {{ m = x; return *this; }} {name}{how} columns(int x) {{ n = x; return *this; }} }};"));
    let object = g.fresh("s");
    g.say(format!("{name} {object};"));
    g.say(format!("{object}.rows({first}).columns({second});"));
    g.scope().places.extend([format!("{object}.m"), format!("{object}.n")]);
}
