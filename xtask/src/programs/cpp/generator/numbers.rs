//! Types of numbers, commas in conditions, and references into memory: what a value is in them is right, or unknown.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (2, narrowed),
    (2, compared),
    (2, comma_in_condition),
    (1, comma_returned),
    (2, element_reference),
    (1, switch_without_braces),
    (1, head_before_directive),
    (1, truth_parameter),
    (1, deduced_truth),
    (1, specialised_for_const),
    (1, used_overload),
];

const TYPES: &[&str] =
    &["int", "unsigned", "size_t", "long", "short", "uint8_t", "int8_t", "bool", "uint32_t"];

/// Shows which of two layouts a condition takes.
fn taken(g: &mut Generator, condition: &str) {
    let name = g.fresh("l");
    g.say_showing(format!("auto {name} = make_layout({condition} ? 11 : 12);"), &[&name]);
}

fn narrowed(g: &mut Generator) {
    let (of, name, value) = (g.pick(TYPES), g.fresh("n"), g.pick(&["3", "300", "-1", "70000", "200", "128"]));
    g.say(format!("{of} {name} = static_cast<{of}>({value});"));
    let other = g.pick(&["5", "5u", "-1", "sizeof(int)", "true"]);
    let sign = g.pick(&["+", "-", "*", "&", "|"]);
    let bound = g.pick(&["4", "4u", "-1"]);
    taken(g, &format!("({name} {sign} {other}) < {bound}"));
}

fn compared(g: &mut Generator) {
    let place = g.place();
    let value = g.pick(&["0", "-1", "1", "0u", "0x80000000"]);
    let sign = g.pick(&["<", ">", "==", "<=", ">="]);
    let side = g.pick(&["", "-", "~", "1u * "]);
    taken(g, &format!("({side}{place}) {sign} {value}"));
}

fn comma_in_condition(g: &mut Generator) {
    let (written, value, condition) = (g.variable(), g.literal(), g.condition());
    let head = g.pick(&["if", "while"]);
    let end = if head == "while" { "break;" } else { "" };
    g.say(format!("{head} (({written} = {value}, {condition})) {{"));
    g.block();
    g.say(format!("{end} }}"));
    g.probe();
}

fn comma_returned(g: &mut Generator) {
    let (name, first, second) = (g.fresh("f"), g.literal(), g.literal());
    g.global(format!(
        "constexpr int {name}(int n) {{ int b = 2; if (n > {first}) return (b = {second}, n + b); return 7; }}"
    ));
    let value = g.value();
    let shown = g.fresh("l");
    g.say_showing(format!("auto {shown} = make_layout({name}({value} % 9) + 1);"), &[&shown]);
}

fn element_reference(g: &mut Generator) {
    let (all, reference, value, other) = (g.fresh("a"), g.fresh("r"), g.literal(), g.literal());
    g.say(format!("int {all}[2] = {{3, 4}};"));
    match g.chance(0.5) {
        true => g.say(format!("int& {reference} = {all}[0];")),
        false => g.say(format!("auto& [{reference}, {reference}b] = {all};")),
    }
    g.say(format!("{reference} = {value};"));
    match g.chance(0.5) {
        true => g.say(format!("{all}[0] = {other} + 1;")),
        false => g.say(format!("int* {all}p = {all}; *{all}p = {other} + 1;")),
    }
    let shown = g.fresh("l");
    g.say_showing(format!("auto {shown} = make_layout({reference} + 1);"), &[&shown]);
}

fn switch_without_braces(g: &mut Generator) {
    let (name, value, other) = (g.fresh("f"), g.literal(), g.literal());
    g.global(format!("constexpr int {name}(int n) {{ int s = 3; switch (n) case {value}:"));
    g.global("#pragma unroll".to_owned());
    g.global(format!("s = {other} + 1; return s; }}"));
    let (shown, given) = (g.fresh("l"), g.literal());
    g.say_showing(format!("auto {shown} = make_layout({name}({given}));"), &[&shown]);
}

fn head_before_directive(g: &mut Generator) {
    let (place, first, second) = (g.variable(), g.literal(), g.literal());
    let condition = g.condition();
    g.say(format!("if ({condition}) {{ {place} = {first}; }} else"));
    g.say("#if 1");
    g.say(format!("{place} = {second}; {place} += 1;"));
    g.say("#endif");
    g.probe();
}

fn truth_parameter(g: &mut Generator) {
    let (name, bound, value) = (g.fresh("F"), g.literal(), g.literal());
    g.global(format!(
        "template <bool on> struct {name} {{ static constexpr int value = on > {bound} ? 3 : 4; }};"
    ));
    taken(g, &format!("{name}<({value} > 1)>::value == 3"));
}

fn deduced_truth(g: &mut Generator) {
    let name = g.fresh("f");
    g.global(format!("template <class T> constexpr T {name}(T x) {{ return x + 1; }}"));
    let value = g.pick(&["true", "uint8_t(255)", "int8_t(127)", "255", "3u"]);
    taken(g, &format!("{name}({value}) > 1"));
}

fn specialised_for_const(g: &mut Generator) {
    let name = g.fresh("S");
    g.global(format!("template <class T> struct {name} {{ static constexpr int value = 1; }};"));
    g.global(format!("template <class T> struct {name}<T const> {{ static constexpr int value = 2; }};"));
    let of = g.pick(TYPES);
    taken(g, &format!("{name}<{of}>::value == 1"));
}

fn used_overload(g: &mut Generator) {
    let (one, two, name) = (g.fresh("one"), g.fresh("two"), g.fresh("h"));
    g.global(format!("namespace {one} {{ constexpr int {name}(int) {{ return 4; }} }}"));
    g.global(format!(
        "namespace {two} {{ constexpr int {name}(long) {{ return 5; }} using {one}::{name}; }}"
    ));
    let argument = g.pick(&["3", "3l"]);
    taken(g, &format!("{two}::{name}({argument}) == 4"));
}
