//! Ways to write an integer.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (4, assignment),
    (3, compound),
    (2, increment),
    (2, new_integer),
    (2, reference),
    (2, pointer),
    (1, conditional_place),
    (1, comma),
    (1, chain),
    (1, inside_an_expression),
    (1, unevaluated),
    (1, array),
    (1, swapped),
    (1, tied),
    (1, bindings),
    (1, narrow),
    (1, unsigned),
    (1, short_circuit),
    (1, shadow),
    (1, constant),
    (1, pointer_to_pointer),
    (1, string_of_bytes),
    (1, exchanged),
];

fn assignment(g: &mut Generator) {
    let (place, value) = (g.place(), g.expression());
    g.say(format!("{place} = {value};"));
}

fn compound(g: &mut Generator) {
    let (place, literal) = (g.place(), g.literal());
    let operator = g.pick(&["+=", "*=", "-=", "|=", "^=", "%=", "/=", "<<=", ">>=", "&="]);
    let literal = match operator {
        "*=" | "<<=" | ">>=" => literal % 2 + 1,
        "/=" => literal % 3 + 1,
        _ => literal,
    };
    g.say(format!("{place} {operator} {literal};"));
}

fn increment(g: &mut Generator) {
    let place = g.place();
    let text = match g.random.u32(0..5) {
        0 => format!("++{place};"),
        1 => format!("({place})++;"),
        2 => format!("--{place};"),
        3 => format!("({place})--;"),
        _ => format!("(++{place}) += 2;"),
    };
    g.say(text);
}

fn new_integer(g: &mut Generator) {
    g.integer();
}

fn reference(g: &mut Generator) {
    let (name, place) = (g.fresh("r"), g.place());
    let declared = g.pick(&["int&", "auto&", "auto&&", "decltype(auto)"]);
    if declared == "decltype(auto)" {
        g.say(format!("{declared} {name} = ({place});"));
    } else {
        g.say(format!("{declared} {name} = {place};"));
    }
    g.scope().places.push(name);
}

fn pointer(g: &mut Generator) {
    let (name, place) = (g.fresh("p"), g.variable());
    let declared = g.pick(&["int*", "auto*", "auto", "int* const"]);
    g.say(format!("{declared} {name} = &{place};"));
    g.scope().places.push(format!("*{name}"));
    if declared == "int*" && g.chance(0.3) {
        let other = g.variable();
        g.say(format!("{name} = &{other};"));
    }
}

fn pointer_to_pointer(g: &mut Generator) {
    let (pointer, outer, place, other) = (g.fresh("p"), g.fresh("q"), g.variable(), g.variable());
    g.say(format!("int* {pointer} = &{place};"));
    g.say(format!("int** {outer} = &{pointer};"));
    if g.chance(0.5) {
        g.say(format!("*{outer} = &{other};"));
    }
    let value = g.expression();
    g.say(format!("**{outer} = {value};"));
    g.scope().places.push(format!("*{pointer}"));
}

fn conditional_place(g: &mut Generator) {
    let (condition, left, right, value) = (g.condition(), g.place(), g.place(), g.expression());
    g.say(format!("(({condition}) ? {left} : {right}) = {value};"));
}

fn comma(g: &mut Generator) {
    let (left, right) = (g.place(), g.place());
    let (first, second) = (g.expression(), g.expression());
    g.say(format!("{left} = {first}, {right} = {second};"));
}

fn chain(g: &mut Generator) {
    let (left, right, value) = (g.place(), g.variable(), g.expression());
    g.say(format!("{left} = {right} = {value};"));
}

fn inside_an_expression(g: &mut Generator) {
    let (name, place, literal) = (g.fresh("v"), g.variable(), g.literal());
    let text = match g.random.u32(0..4) {
        0 => format!("int {name} = {place}++;"),
        1 => format!("int {name} = ++{place} + {literal};"),
        2 => format!("int {name} = ({place} = {literal}) + 1;"),
        _ => format!("int {name} = ({place} += {literal}, {place} * 2);"),
    };
    g.say_showing(text, &[&name]);
    g.scope().places.push(name);
}

/// Nothing of it happens.
fn unevaluated(g: &mut Generator) {
    let (name, place) = (g.fresh("u"), g.variable());
    let text = match g.random.u32(0..4) {
        0 => format!("auto {name} = sizeof({place}++);"),
        1 => format!("decltype({place} = 3) {name} = {place};"),
        2 => format!("bool {name} = noexcept({place} = 9);"),
        _ => format!("decltype(++{place}, 1L) {name} = 0;"),
    };
    g.say(text);
}

fn array(g: &mut Generator) {
    let name = g.fresh("a");
    let (first, second, third) = (g.expression(), g.expression(), g.literal());
    let text = match g.random.u32(0..3) {
        0 => format!("int {name}[3] = {{{first}, {second}, {third}}};"),
        1 => format!("int {name}[] = {{{first}, {second}, {third}}};"),
        _ => {
            g.include("array");
            format!("std::array<int, 3> {name} = {{{first}, {second}, {third}}};")
        }
    };
    g.say(text);
    for at in 0..3 {
        g.scope().places.push(format!("{name}[{at}]"));
    }
    if g.chance(0.4) {
        let (index, value) = (g.value(), g.expression());
        g.say(format!("{name}[{index} % 3 < 0 ? 0 : {index} % 3] = {value};"));
    }
}

fn swapped(g: &mut Generator) {
    let (left, right) = (g.variable(), g.variable());
    g.include("utility");
    let text = match g.random.u32(0..2) {
        0 => format!("std::swap({left}, {right});"),
        _ => format!("{{ using std::swap; swap({left}, {right}); }}"),
    };
    g.say(text);
}

fn exchanged(g: &mut Generator) {
    let (name, place, value) = (g.fresh("v"), g.variable(), g.literal());
    g.include("utility");
    g.say_showing(format!("int {name} = std::exchange({place}, {value});"), &[&name]);
    g.scope().places.push(name);
}

fn tied(g: &mut Generator) {
    let (left, right) = (g.variable(), g.variable());
    let (first, second) = (g.expression(), g.expression());
    g.include("tuple");
    g.say(format!("std::tie({left}, {right}) = std::make_tuple({first}, {second});"));
}

fn bindings(g: &mut Generator) {
    let (left, right, whole) = (g.fresh("b"), g.fresh("b"), g.fresh("t"));
    let (first, second) = (g.expression(), g.expression());
    g.include("tuple");
    g.include("utility");
    match g.random.u32(0..5) {
        0 => g.say(format!("auto [{left}, {right}] = std::make_pair({first}, {second});")),
        1 => {
            g.say(format!("std::pair<int, int> {whole}({first}, {second});"));
            g.say(format!("auto& [{left}, {right}] = {whole};"));
            g.scope().places.push(format!("{whole}.first"));
        }
        2 => {
            g.say(format!("int {whole}[2] = {{{first}, {second}}};"));
            g.say(format!("auto& [{left}, {right}] = {whole};"));
            g.scope().places.push(format!("{whole}[1]"));
        }
        3 => {
            g.say(format!("auto {whole} = std::make_tuple({first}, {second});"));
            g.say(format!("auto [{left}, {right}] = {whole};"));
            g.scope().places.push(format!("std::get<0>({whole})"));
        }
        _ => {
            g.say(format!("auto {whole} = make_tuple({first}, {second});"));
            g.say(format!("auto [{left}, {right}] = {whole};"));
            g.scope().places.push(format!("get<1>({whole})"));
        }
    }
    g.scope().places.extend([left, right]);
}

fn narrow(g: &mut Generator) {
    let (name, value) = (g.fresh("c"), g.expression());
    let text = match g.random.u32(0..6) {
        0 => format!("unsigned char {name} = 250 + {value};"),
        1 => format!("char {name} = 'a' + {value};"),
        2 => format!("short {name} = 65530 + {value};"),
        3 => format!("bool {name} = {value};"),
        4 => format!("int {name} = 3.9 * {value};"),
        _ => format!("signed char {name} = 125 + {value};"),
    };
    g.say(text);
    g.scope().values.push(format!("int({name})"));
}

fn unsigned(g: &mut Generator) {
    let (name, value, literal) = (g.fresh("u"), g.value(), g.literal());
    let text = match g.random.u32(0..6) {
        0 => format!("int {name} = (unsigned({value}) - 30u) % 11u;"),
        1 => format!("int {name} = ({value} - 30) % 11 + 11;"),
        2 => format!("int {name} = (-7 - {value}) / {literal} + 20;"),
        3 => format!("int {name} = int(uint8_t({value} - {literal})) % 17;"),
        4 => format!("int {name} = ({value} - 20) >> 1;"),
        _ => format!("int {name} = 0x1{literal} + 01{} + 1'0;", literal % 8),
    };
    g.say_showing(text, &[&name]);
    g.scope().places.push(name);
}

fn short_circuit(g: &mut Generator) {
    let (name, condition, place) = (g.fresh("s"), g.condition(), g.variable());
    let operator = g.pick(&["&&", "||"]);
    g.say(format!("bool {name} = ({condition}) {operator} ++{place} > 3;"));
}

fn shadow(g: &mut Generator) {
    let (place, value) = (g.variable(), g.literal());
    g.say("{");
    g.say(format!("  int {place} = {value};"));
    let probe = g.fresh("l");
    g.say_showing(format!("  auto {probe} = make_layout(make_shape({place}, 3));"), &[&probe]);
    g.say(format!("  {place} += 2;"));
    g.say("}");
}

fn constant(g: &mut Generator) {
    let (name, value) = (g.fresh("k"), g.expression());
    if g.chance(0.5) {
        g.say(format!("const int {name} = {value};"));
        g.scope().values.push(name);
    } else {
        let literal = g.literal();
        let other = g.any(|scope| &scope.constants).unwrap_or_else(|| "2".to_owned());
        g.say(format!("constexpr int {name} = {other} % 5 + {literal};"));
        g.scope().constants.push(name);
    }
}

fn string_of_bytes(g: &mut Generator) {
    let (place, value) = (g.variable(), g.literal());
    g.include("cstring");
    let bytes = g.fresh("y");
    match g.random.u32(0..3) {
        0 => {
            g.say(format!("int {bytes} = {value};"));
            g.say(format!("std::memcpy(&{place}, &{bytes}, sizeof(int));"));
        }
        1 => g.say(format!("*reinterpret_cast<int*>(&{place}) = {value};")),
        _ => g.say(format!("std::memset(&{place}, 0, sizeof {place}); {place} += {value};")),
    }
}
