//! What a reader of one file cannot follow: a value that depends on it is unknown, or right.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (2, stream),
    (3, elsewhere),
    (1, exception),
    (1, virtual_function),
    (1, union),
    (1, function_pointer),
    (1, vector),
    (1, algorithm),
    (1, variadic),
    (1, placement),
    (1, volatile),
    (1, static_local),
    (1, destructor),
    (1, erased_function),
    (1, optional),
    (1, elsewhere_by_class),
    (1, elsewhere_template),
    (1, escaped),
    (1, exception_in_function),
    (1, long_jump),
    (1, thread),
    (1, member_pointer_call),
    (1, const_cast_write),
    (1, mutable_member),
    (1, iterator),
    (1, map),
    (1, literal_operator),
    (1, past_an_index),
];

fn stream(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("in"), g.variable(), g.literal());
    g.include("sstream");
    let other = g.variable();
    g.say(format!("std::istringstream {name}(\"{value} {}\");", value + 1));
    if g.chance(0.5) {
        g.say(format!("{name} >> {variable} >> {other};"));
    } else {
        g.say(format!("while ({name} >> {variable}) {{ }}"));
    }
}

/// Functions of another translation unit.
fn elsewhere(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("h"), g.variable(), g.literal());
    let (declared, body, call) = match g.random.u32(0..7) {
        0 => (format!("void {name}(int& x)"), format!("x = {value};"), format!("{name}({variable});")),
        1 => (format!("void {name}(int* x)"), format!("*x += {value};"), format!("{name}(&{variable});")),
        2 => (
            format!("int {name}(int x)"),
            format!("return x + {value};"),
            format!("{variable} = {name}({value});"),
        ),
        3 => {
            (format!("int& {name}(int& x)"), "return x;".to_owned(), format!("{name}({variable}) = {value};"))
        }
        4 => (
            format!("void {name}(int&& x)"),
            format!("x = {value};"),
            format!("{name}(std::move({variable}));"),
        ),
        5 => (
            format!("bool {name}(int const& x)"),
            format!("const_cast<int&>(x) = {value}; return true;"),
            format!("if ({name}({variable})) {{ {variable} += 1; }}"),
        ),
        _ => {
            let global = g.fresh("g");
            g.global(format!("int {global} = 3;"));
            g.scope().places.push(global.clone());
            (format!("void {name}()"), format!("{global} = {value};"), format!("{name}();"))
        }
    };
    g.include("utility");
    g.global(format!("{declared};"));
    g.elsewhere.push(format!("{declared} {{ {body} }}"));
    g.say(call);
}

fn elsewhere_by_class(g: &mut Generator) {
    let (name, value, object) = (g.fresh("S"), g.literal(), g.fresh("s"));
    g.global(format!(
        "struct {name} {{ int m = 2; int n; {name}(); void parse(int& x); static int count(); ~{name}(); }};"
    ));
    let variable = g.variable();
    g.elsewhere.push(format!("{name}::{name}() : n({value}) {{ m = {value} + 1; }}"));
    g.elsewhere.push(format!("void {name}::parse(int& x) {{ x = {value}; ++m; }}"));
    g.elsewhere.push(format!("int {name}::count() {{ return {value}; }}"));
    g.elsewhere.push(format!("{name}::~{name}() {{}}"));
    g.say(format!("{name} {object};"));
    if g.chance(0.7) {
        g.say(format!("{object}.parse({variable});"));
    }
    g.scope().places.extend([format!("{object}.m"), format!("{object}.n")]);
    g.scope().values.push(format!("{name}::count()"));
}

fn elsewhere_template(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("h"), g.variable(), g.literal());
    g.global(format!("template <class T> T {name}(T& x);"));
    g.elsewhere.push(format!("template <class T> T {name}(T& x) {{ x = {value}; return x + 1; }}"));
    g.elsewhere.push(format!("template int {name}<int>(int&);"));
    let place = g.place();
    g.say(format!("{place} = {name}({variable});"));
}

/// A pointer that leaves the file, and what is written through it later.
fn escaped(g: &mut Generator) {
    let (keep, write, variable, value) = (g.fresh("h"), g.fresh("h"), g.variable(), g.literal());
    g.global(format!("void {keep}(int* x); void {write}();"));
    g.elsewhere.push(format!("static int* kept{keep}; void {keep}(int* x) {{ kept{keep} = x; }} void {write}() {{ *kept{keep} = {value}; }}"));
    g.say(format!("{keep}(&{variable});"));
    g.say(format!("{variable} = {};", value + 1));
    g.probe();
    g.say(format!("{write}();"));
    let probe = g.fresh("l");
    g.say_showing(format!("auto {probe} = make_layout(make_shape({variable}, 3));"), &[&probe]);
}

fn exception(g: &mut Generator) {
    let (variable, first, second, condition) = (g.variable(), g.expression(), g.expression(), g.condition());
    g.say("try {");
    g.say(format!("  {variable} = {first};"));
    g.say(format!("  if ({condition}) throw 3;"));
    g.say(format!("  {variable} = {second};"));
    if g.chance(0.5) {
        g.say("} catch (int x) {");
        g.say(format!("  {variable} += x;"));
    } else {
        g.say("} catch (...) {");
        g.say(format!("  {variable} = 2;"));
    }
    g.say("}");
}

fn exception_in_function(g: &mut Generator) {
    let (name, variable, value) = (g.fresh("f"), g.variable(), g.value());
    let literal = g.literal();
    g.include("stdexcept");
    g.global(format!(
        "void {name}(int& x, int y) {{ x = 4; if (y > {literal}) throw std::runtime_error(\"y\"); x = 9; }}"
    ));
    g.say(format!("try {{ {name}({variable}, {value}); {variable} += 1; }} catch (std::exception const&) {{ {variable} += 2; }}"));
}

fn virtual_function(g: &mut Generator) {
    let (base, derived, object, read) = (g.fresh("B"), g.fresh("D"), g.fresh("s"), g.fresh("r"));
    let (first, second, place) = (g.literal(), g.literal(), g.place());
    g.global(format!("struct {base} {{ virtual int get() const {{ return {first}; }} int twice() const {{ return 2 * get(); }} virtual ~{base}() = default; }};"));
    g.global(format!("struct {derived} : {base} {{ int get() const override {{ return {second} + 1; }} }};"));
    g.say(format!("{derived} {object};"));
    g.say(format!("{base} const& {read} = {object};"));
    let call = g.pick(&["get", "twice"]);
    g.say(format!("{place} = {read}.{call}();"));
}

fn union(g: &mut Generator) {
    let (name, object, first, second) = (g.fresh("U"), g.fresh("u"), g.literal(), g.literal());
    g.global(format!("union {name} {{ int m; int n; unsigned char bytes[4]; }};"));
    g.say(format!("{name} {object}; {object}.m = {first}; {object}.n = {second};"));
    if g.chance(0.5) {
        g.say(format!("{object}.bytes[0] = 9;"));
    }
    g.scope().places.extend([format!("{object}.m"), format!("{object}.n")]);
}

fn function_pointer(g: &mut Generator) {
    let (first, second, pointer) = (g.fresh("f"), g.fresh("f"), g.fresh("p"));
    g.global(format!("int {first}(int& x) {{ x += 1; return 5; }}"));
    g.global(format!("int {second}(int& x) {{ x = 2; return 6; }}"));
    let (variable, place, condition) = (g.variable(), g.place(), g.condition());
    g.say(format!("int (*{pointer})(int&) = {first};"));
    g.say(format!("if ({condition}) {pointer} = &{second};"));
    g.say(format!("{place} = {pointer}({variable});"));
}

fn member_pointer_call(g: &mut Generator) {
    let (class, object, pointer, value) = (g.fresh("S"), g.fresh("s"), g.fresh("p"), g.literal());
    g.global(format!("struct {class} {{ int m; void one() {{ m = 1; }} void two() {{ m = 2; }} }};"));
    g.say(format!("{class} {object}{{{value}}};"));
    g.say(format!("void ({class}::*{pointer})() = &{class}::two;"));
    g.say(format!("({object}.*{pointer})();"));
    g.scope().places.push(format!("{object}.m"));
}

fn vector(g: &mut Generator) {
    let (name, first, second) = (g.fresh("w"), g.expression(), g.expression());
    g.include("vector");
    g.say(format!("std::vector<int> {name} = {{{first}, {second}}};"));
    if g.chance(0.5) {
        let value = g.value();
        g.say(format!("{name}.push_back({value}); {name}[0] = {name}.back();"));
    }
    if g.chance(0.3) {
        g.say(format!("for (auto& x : {name}) x += 1;"));
    }
    g.scope().places.extend([format!("{name}[0]"), format!("{name}[1]"), format!("{name}.front()")]);
    g.scope().values.push(format!("int({name}.size())"));
}

fn algorithm(g: &mut Generator) {
    let (name, first, second) = (g.fresh("a"), g.expression(), g.expression());
    g.include("algorithm");
    g.include("numeric");
    g.say(format!("int {name}[3] = {{{first}, {second}, 2}};"));
    let variable = g.variable();
    let text = match g.random.u32(0..8) {
        0 => format!("std::sort({name}, {name} + 3);"),
        1 => format!("std::reverse({name}, {name} + 3);"),
        2 => format!("std::fill({name}, {name} + 2, 6);"),
        3 => format!("std::for_each({name}, {name} + 3, [&](int& x) {{ x += 1; {variable} += x; }});"),
        4 => format!("{variable} = std::accumulate({name}, {name} + 3, 0) % 13;"),
        5 => format!("std::iota({name}, {name} + 3, 4);"),
        6 => format!("{variable} = *std::max_element({name}, {name} + 3);"),
        _ => format!("std::swap({name}[0], {name}[1]);"),
    };
    g.say(text);
    for at in 0..3 {
        g.scope().places.push(format!("{name}[{at}]"));
    }
}

fn variadic(g: &mut Generator) {
    let (variable, value) = (g.variable(), g.literal());
    g.include("cstdio");
    if g.chance(0.5) {
        g.say(format!("std::sscanf(\"{value}\", \"%d\", &{variable});"));
    } else {
        let name = g.fresh("f");
        g.include("cstdarg");
        g.global(format!("void {name}(int count, ...) {{ va_list all; va_start(all, count); *va_arg(all, int*) = {value}; va_end(all); }}"));
        g.say(format!("{name}(1, &{variable});"));
    }
}

fn placement(g: &mut Generator) {
    let (variable, value) = (g.variable(), g.literal());
    g.include("new");
    if g.chance(0.5) {
        g.say(format!("new (&{variable}) int({value});"));
    } else {
        let name = g.fresh("p");
        g.say(format!("int* {name} = new int({value}); *{name} += 1;"));
        g.scope().places.push(format!("*{name}"));
    }
}

fn volatile(g: &mut Generator) {
    let (name, value) = (g.fresh("x"), g.literal());
    g.say(format!("volatile int {name} = {value};"));
    g.say(format!("{name} = {name} + 1;"));
    g.scope().values.push(name);
}

fn static_local(g: &mut Generator) {
    let (name, place, literal) = (g.fresh("f"), g.place(), g.literal());
    g.global(format!("int {name}() {{ static int count = {literal}; return ++count; }}"));
    for _ in 0..g.number_of(1, 3) {
        g.say(format!("{place} = {name}();"));
    }
}

fn destructor(g: &mut Generator) {
    let (class, variable, literal, object) = (g.fresh("S"), g.variable(), g.literal(), g.fresh("s"));
    g.global(format!("struct {class} {{ int& m; ~{class}() {{ m = {literal}; }} }};"));
    g.say("{");
    if g.chance(0.7) {
        g.say(format!("  {class} {object}{{{variable}}};"));
    } else {
        g.say(format!("  {class}{{{variable}}};"));
    }
    g.say(format!("  {variable} = {literal} + 3;"));
    g.probe();
    g.say("}");
}

fn erased_function(g: &mut Generator) {
    let (name, variable, literal) = (g.fresh("f"), g.variable(), g.literal());
    g.include("functional");
    g.say(format!("std::function<void(int)> {name} = [&](int x) {{ {variable} = x + {literal}; }};"));
    if g.chance(0.8) {
        g.say(format!("{name}(2);"));
    }
}

fn optional(g: &mut Generator) {
    let (name, value) = (g.fresh("o"), g.expression());
    g.include("optional");
    g.say(format!("std::optional<int> {name};"));
    let condition = g.condition();
    g.say(format!("if ({condition}) {name} = {value};"));
    g.scope().values.push(format!("{name}.value_or(4)"));
}

fn long_jump(g: &mut Generator) {
    let (name, variable) = (g.fresh("f"), g.variable());
    // The compiler may keep what changes between in a register, unless told otherwise.
    g.include("csetjmp");
    let literal = g.literal();
    g.global(format!("jmp_buf buffer{name}; int value{name} = {literal}; void {name}() {{ value{name} = 8; longjmp(buffer{name}, 1); }}"));
    g.say(format!("if (setjmp(buffer{name}) == 0) {{ {name}(); value{name} = 5; }}"));
    g.say(format!("{variable} = value{name};"));
}

fn thread(g: &mut Generator) {
    let (variable, literal) = (g.variable(), g.literal());
    g.include("thread");
    g.say(format!("std::thread([&] {{ {variable} = {literal}; }}).join();"));
}

fn const_cast_write(g: &mut Generator) {
    let (name, variable, literal) = (g.fresh("r"), g.variable(), g.literal());
    g.say(format!("int const& {name} = {variable};"));
    g.say(format!("const_cast<int&>({name}) = {literal};"));
    g.scope().values.push(name);
}

fn mutable_member(g: &mut Generator) {
    let (class, object, place) = (g.fresh("S"), g.fresh("s"), g.place());
    g.global(format!("struct {class} {{ mutable int m = 1; int get() const {{ return ++m; }} }};"));
    g.say(format!("const {class} {object};"));
    g.say(format!("{place} = {object}.get() + {object}.m;"));
    g.scope().places.push(format!("{object}.m"));
}

fn iterator(g: &mut Generator) {
    let (name, pointer, literal) = (g.fresh("a"), g.fresh("p"), g.literal());
    let (first, second) = (g.expression(), g.expression());
    g.say(format!("int {name}[4] = {{{first}, {second}, 3}};"));
    g.say(format!("int* {pointer} = {name};"));
    let text = match g.random.u32(0..4) {
        0 => format!("*{pointer}++ = {literal}; *{pointer} = 2;"),
        1 => format!("{pointer}[1] = {literal}; {pointer} += 2;"),
        2 => format!("*({pointer} + 2) = {literal}; ++{pointer};"),
        _ => format!("1[{pointer}] = {literal};"),
    };
    g.say(text);
    g.scope().places.extend([
        format!("*{pointer}"),
        format!("{name}[0]"),
        format!("{name}[1]"),
        format!("{name}[2]"),
    ]);
}

fn map(g: &mut Generator) {
    let (name, first, second) = (g.fresh("d"), g.literal(), g.expression());
    g.include("map");
    g.say(format!("std::map<int, int> {name}; {name}[{first}] = {second}; {name}[2] = 7;"));
    g.scope().places.extend([format!("{name}[{first}]"), format!("{name}[2]")]);
}

fn literal_operator(g: &mut Generator) {
    let (name, place, literal) = (g.fresh("_u"), g.place(), g.literal());
    g.global(format!("constexpr int operator\"\"{name}(unsigned long long x) {{ return int(x) + 2; }}"));
    g.say(format!("{place} = {literal}{name};"));
}

/// A pointer to one element reaches the others.
fn past_an_index(g: &mut Generator) {
    let (class, object, pointer, literal) = (g.fresh("S"), g.fresh("s"), g.fresh("p"), g.literal());
    g.global(format!("struct {class} {{ int m[2]; int n; }};"));
    g.say(format!("{class} {object}{{{{1, 2}}, 3}};"));
    g.say(format!("int* {pointer} = &{object}.m[0];"));
    g.say(format!("{pointer}[1] = {literal};"));
    g.scope().places.extend([format!("{object}.m[1]"), format!("{object}.n"), format!("{object}.m[0]")]);
}
