//! Branches, loops and jumps.

use super::{Generator, Statement};

/// What is drawn from.
pub(super) const STATEMENTS: &[Statement] = &[
    (5, branch),
    (4, counted),
    (2, whilst),
    (1, until),
    (2, switch),
    (2, of_the_compiler),
    (1, over_elements),
    (1, block),
    (1, branch_with_declaration),
    (1, broken),
    (1, preprocessor),
    (1, jump),
    (1, late),
];

fn branch(g: &mut Generator) {
    let condition = g.condition();
    g.say(format!("if ({condition}) {{"));
    g.block();
    if g.chance(0.5) {
        if g.chance(0.4) {
            let other = g.condition();
            g.say(format!("}} else if ({other}) {{"));
            g.block();
        }
        g.say("} else {");
        g.block();
    }
    g.say("}");
}

fn branch_with_declaration(g: &mut Generator) {
    let (name, value, literal) = (g.fresh("i"), g.expression(), g.literal());
    g.say(format!("if (int {name} = {value}; {name} > {literal}) {{"));
    g.open();
    g.scope().places.push(name);
    g.block();
    g.close();
    g.say("}");
}

fn of_the_compiler(g: &mut Generator) {
    let (constant, literal) = (g.any(|scope| &scope.constants), g.literal());
    let constant = constant.unwrap_or_else(|| "sizeof(int)".to_owned());
    g.say(format!("if constexpr ({constant} < {literal}) {{"));
    g.block();
    g.say("} else {");
    g.block();
    g.say("}");
}

/// The body of a loop, with its counter as a value.
fn repeated(g: &mut Generator, counter: Option<&str>) {
    let was = std::mem::replace(&mut g.is_repeated, true);
    g.open();
    if let Some(counter) = counter {
        g.scope().values.push(counter.to_owned());
    }
    g.block();
    g.close();
    g.is_repeated = was;
}

fn counted(g: &mut Generator) {
    let (name, rounds) = (g.fresh("i"), g.random.i64(0..5));
    let condition = match g.random.u32(0..4) {
        0 => format!("int {name} = {rounds}; {name} > 0; --{name}"),
        1 => format!("int {name} = 0; {name} < {rounds}; {name} += 2"),
        2 => format!("int {name} = 1; {name} <= {rounds}; {name} = {name} + 1"),
        _ => format!("int {name} = 0; {name} < {rounds}; ++{name}"),
    };
    if g.chance(0.2) {
        g.say("CUTE_UNROLL");
    }
    g.say_showing(format!("for ({condition}) {{"), &[&name]);
    repeated(g, Some(&name));
    g.say("}");
}

fn whilst(g: &mut Generator) {
    let (name, rounds) = (g.fresh("w"), g.random.i64(0..4));
    g.say(format!("int {name} = {rounds};"));
    let condition = if g.chance(0.5) { format!("{name}-- > 0") } else { format!("{name} > 0") };
    g.say(format!("while ({condition}) {{"));
    if !condition.contains("--") {
        g.say(format!("  {name} -= 1;"));
    }
    repeated(g, Some(&name));
    g.say("}");
    g.scope().values.push(name);
}

fn until(g: &mut Generator) {
    let (name, rounds) = (g.fresh("w"), g.random.i64(0..3));
    g.say(format!("int {name} = 0;"));
    g.say("do {");
    repeated(g, Some(&name));
    g.say(format!("}} while (++{name} < {rounds});"));
    g.scope().values.push(name);
}

fn broken(g: &mut Generator) {
    let (name, condition) = (g.fresh("i"), g.condition());
    let how = g.pick(&["break;", "continue;"]);
    g.say(format!("for (int {name} = 0; {name} < 3; ++{name}) {{"));
    repeated(g, Some(&name));
    g.say(format!("  if ({condition}) {how}"));
    repeated(g, Some(&name));
    g.say("}");
}

fn switch(g: &mut Generator) {
    let value = g.value();
    let of = g.number_of(2, 4);
    g.say(format!("switch ({value} % {of}) {{"));
    for case in 0..g.number_of(1, of) {
        g.say(format!("case {case}: {{"));
        g.block();
        let end = if g.chance(0.7) { " break;" } else { "" };
        g.say(format!("}}{end}"));
    }
    if g.chance(0.6) {
        g.say("default: {");
        g.block();
        g.say("}");
    }
    g.say("}");
}

fn over_elements(g: &mut Generator) {
    let (name, first, second) = (g.fresh("e"), g.expression(), g.expression());
    let all = g.fresh("a");
    g.say(format!("int {all}[] = {{{first}, {second}}};"));
    g.scope().places.push(format!("{all}[1]"));
    let declared = g.pick(&["int", "auto", "auto&", "int const&"]);
    g.say(format!("for ({declared} {name} : {all}) {{"));
    if declared == "auto&" && g.chance(0.6) {
        g.say(format!("  {name} += 2;"));
    }
    repeated(g, Some(&name));
    g.say("}");
}

fn block(g: &mut Generator) {
    g.say("{");
    g.block();
    g.say("}");
}

fn preprocessor(g: &mut Generator) {
    let literal = g.literal();
    let name = g.fresh(&format!("MACRO_{}_", g.number));
    g.body.push(super::Line { text: format!("#define {name} {literal}"), ..Default::default() });
    g.macros.push(name.clone());
    let other = g.literal();
    g.body.push(super::Line { text: format!("#if {name} < {other}"), ..Default::default() });
    g.block();
    g.body.push(super::Line { text: "#else".to_owned(), ..Default::default() });
    g.block();
    g.body.push(super::Line { text: "#endif".to_owned(), ..Default::default() });
    g.scope().values.push(name);
}

fn jump(g: &mut Generator) {
    let (label, condition) = (g.fresh("label"), g.condition());
    if g.chance(0.5) {
        g.say(format!("if ({condition}) goto {label};"));
        let (place, value) = (g.place(), g.expression());
        g.say(format!("{place} = {value};"));
        g.say(format!("{label}:;"));
    } else {
        let (name, place) = (g.fresh("j"), g.place());
        g.say(format!("static int {name}; {name} = 0;"));
        g.say(format!("{label}:"));
        g.say(format!("{place} = {place} % 7 + 3;"));
        g.probe();
        // Back over declarations is allowed; forward over them is not.
        g.say(format!("if (++{name} < 3) goto {label};"));
    }
}

/// A chain of variables of which each round of a loop, or each way back to a label, writes one more.
fn late(g: &mut Generator) {
    let (length, rounds) = (g.number_of(2, 9), g.random.i64(0..12));
    let chain: Vec<String> = (0..=length).map(|_| g.fresh("late")).collect();
    for name in &chain {
        g.say(format!("int {name} = 0;"));
    }
    let (counter, label) = (g.fresh("w"), g.fresh("label"));
    let is_loop = g.chance(0.6);
    match is_loop {
        true => {
            g.say(format!("int {counter} = {rounds};"));
            g.say(format!("while ({counter}-- > 0) {{"));
        }
        false => {
            g.say(format!("static int {counter}; {counter} = 0;"));
            g.say(format!("{label}:"));
        }
    }
    for pair in chain.windows(2).rev() {
        if let [before, behind] = pair {
            g.say(format!("if ({before} == 1) {behind} = 1;"));
        }
    }
    g.probe();
    if let Some(first) = chain.first() {
        g.say(format!("{first} = 1;"));
    }
    match is_loop {
        true => g.say("}"),
        false => g.say(format!("if (++{counter} < {rounds}) goto {label};")),
    }
    g.scope().values.extend(chain);
    g.probe();
}
