//! What has been written of a program, and the words that all statements use.

use fastrand::Rng;

use super::super::program::Line;

/// Deepest nesting of blocks and functions.
pub(super) const DEEPEST: usize = 3;

/// Something that writes statements, and how often it is drawn.
pub(super) type Statement = (u32, fn(&mut Generator));

/// What is visible where a statement is written.
#[derive(Debug, Default, Clone)]
pub(super) struct Scope {
    /// Integers that can be assigned: `a`, `*p`, `s.m`.
    pub(super) places: Vec<String>,
    /// Integers that cannot.
    pub(super) values: Vec<String>,
    /// Integers of the compiler: `constexpr int`.
    pub(super) constants: Vec<String>,
    /// Layouts `(int,int):(_1,int)`.
    pub(super) layouts: Vec<String>,
}

pub(super) struct Generator {
    pub(super) random: Rng,
    pub(super) number: usize,
    pub(super) names: usize,
    pub(super) scopes: Vec<Scope>,
    pub(super) depth: usize,
    /// Whether the code runs more than once, or goes away from where it is by a jump.
    pub(super) is_repeated: bool,
    pub(super) body: Vec<Line>,
    pub(super) definitions: Vec<Line>,
    pub(super) elsewhere: Vec<String>,
    pub(super) includes: Vec<&'static str>,
    pub(super) macros: Vec<String>,
}

impl Generator {
    pub(super) fn new(random: Rng, number: usize) -> Self {
        Self {
            random,
            number,
            names: 0,
            scopes: vec![Scope::default()],
            depth: 0,
            is_repeated: false,
            body: Vec::new(),
            definitions: Vec::new(),
            elsewhere: Vec::new(),
            includes: Vec::new(),
            macros: Vec::new(),
        }
    }

    pub(super) fn one_of(&mut self, statements: &[Statement]) {
        let total: u32 = statements.iter().map(|statement| statement.0).sum();
        let mut at = self.random.u32(0..total);
        for (weight, write) in statements {
            if at < *weight {
                return write(self);
            }
            at -= weight;
        }
    }

    pub(super) fn open(&mut self) {
        self.scopes.push(Scope::default());
        self.depth += 1;
    }

    pub(super) fn close(&mut self) {
        self.scopes.pop();
        self.depth -= 1;
    }

    /// Writes what `write` writes, in a scope of its own that sees nothing of those outside, before `main`.
    pub(super) fn define(&mut self, write: impl FnOnce(&mut Self)) {
        let body = std::mem::take(&mut self.body);
        let scopes = std::mem::replace(&mut self.scopes, vec![Scope::default()]);
        let depth = std::mem::replace(&mut self.depth, DEEPEST - 1);
        write(self);
        self.depth = depth;
        self.scopes = scopes;
        let written = std::mem::replace(&mut self.body, body);
        self.definitions.extend(written);
    }

    /// A line before `main`.
    pub(super) fn global(&mut self, text: impl Into<String>) {
        self.definitions.push(Line { text: text.into(), ..Line::default() });
    }

    /// A line of the function that is being written.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.say_showing(text, &[]);
    }

    /// The same, with values that the compiled program shows behind it.
    pub(super) fn say_showing(&mut self, text: impl Into<String>, values: &[&str]) {
        let text = format!("{}{}", "  ".repeat(self.depth.min(4)), text.into());
        let integers = if values.is_empty() { Vec::new() } else { self.visible_integers() };
        let values = values.iter().map(|&value| value.to_owned()).collect();
        self.body.push(Line { text, values, integers, types: Vec::new() });
    }

    /// The same for the name of a type.
    pub(super) fn say_type(&mut self, text: impl Into<String>, name: &str) {
        let text = format!("{}{}", "  ".repeat(self.depth.min(4)), text.into());
        self.body.push(Line { text, types: vec![name.to_owned()], ..Line::default() });
    }

    /// Integers by plain names.
    pub(super) fn visible_integers(&self) -> Vec<String> {
        let all = self.scopes.iter().flat_map(|scope| scope.places.iter().chain(&scope.values));
        all.filter(|name| name.chars().all(|character| character.is_ascii_alphanumeric())).cloned().collect()
    }

    pub(super) fn include(&mut self, header: &'static str) {
        if !self.includes.contains(&header) {
            self.includes.push(header);
        }
    }

    /// A name that nothing else has.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.random.f64() < probability
    }

    pub(super) fn number_of(&mut self, least: usize, most: usize) -> usize {
        self.random.usize(least..=most)
    }

    pub(super) fn literal(&mut self) -> i64 {
        self.random.i64(1..10)
    }

    pub(super) fn pick<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.random.usize(0..all.len())]
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    pub(super) fn any(&mut self, of: impl Fn(&Scope) -> &Vec<String>) -> Option<String> {
        let all: Vec<&String> = self.scopes.iter().flat_map(of).collect();
        // The last ones are what a block is about.
        let recent = all.len().saturating_sub(4);
        let from = if self.random.bool() { recent } else { 0 };
        (!all.is_empty()).then(|| all[self.random.usize(from..all.len())].clone())
    }

    /// An integer that can be assigned; a new one where there is none.
    pub(super) fn place(&mut self) -> String {
        match self.any(|scope| &scope.places) {
            Some(place) => place,
            None => self.integer(),
        }
    }

    /// An integer variable that can be assigned, by its plain name.
    pub(super) fn variable(&mut self) -> String {
        let places = self.scopes.iter().flat_map(|scope| &scope.places);
        let names: Vec<String> = places
            .filter(|place| place.chars().all(|character| character.is_ascii_alphanumeric()))
            .cloned()
            .collect();
        match names.len() {
            0 => self.integer(),
            length => names[self.random.usize(0..length)].clone(),
        }
    }

    /// A short expression of type `int`.
    pub(super) fn value(&mut self) -> String {
        let known = match self.random.u32(0..10) {
            0..=5 => self.any(|scope| &scope.places),
            6..=7 => self.any(|scope| &scope.values),
            8 => self.any(|scope| &scope.constants),
            _ => None,
        };
        known.unwrap_or_else(|| self.literal().to_string())
    }

    /// An expression of type `int`, from 1 to 13 for operands that are positive.
    pub(super) fn expression(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        let literal = self.literal();
        match self.random.u32(0..12) {
            0 | 1 => left,
            2 => literal.to_string(),
            3 | 4 => format!("({left} + {right}) % 13 + 1"),
            5 => format!("{left} * {literal} % 13 + 1"),
            6 => format!("({left} < {right} ? {left} : {right} + 1) % 13 + 1"),
            7 => format!("{left} % {} + 1", literal + 1),
            8 => format!("({left} - {right} + 20) / 3 % 13 + 1"),
            9 => format!("(({left} << 1) ^ {literal}) % 13 + 1"),
            10 => format!("({left} & 7) + 1"),
            _ => format!("(({left} | {literal}) % 13) + 1"),
        }
    }

    /// A condition: of what is known, mostly.
    pub(super) fn condition(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        let literal = self.literal();
        match self.random.u32(0..9) {
            0 => format!("{left} < {right}"),
            1 => format!("{left} == {literal}"),
            2 => format!("{left} % 2 == 0"),
            3 => format!("{left} > {literal} && {right} < 9"),
            4 => format!("{left} == {literal} || {right} != 3"),
            5 => format!("!({left} < {literal})"),
            6 => format!("{left} >= {literal}"),
            7 => self.pick(&["true", "false", "1", "0"]).to_owned(),
            _ => format!("{left} - {literal}"),
        }
    }

    /// A new integer.
    pub(super) fn integer(&mut self) -> String {
        let name = self.fresh("v");
        let value = self.expression();
        let text = match self.random.u32(0..8) {
            0 => format!("int {name}{{{value}}};"),
            1 => format!("int {name}({value});"),
            2 => format!("auto {name} = {value};"),
            3 => format!("int {name}; {name} = {value};"),
            4 => format!("int {name} = {value}, {name}n = {};", self.literal()),
            _ => format!("int {name} = {value};"),
        };
        self.say_showing(text, &[&name]);
        self.scope().places.push(name.clone());
        name
    }

    /// A layout made of what integers hold now.
    pub(super) fn probe(&mut self) {
        let name = self.fresh("l");
        let (left, right) = (self.value(), self.value());
        let literal = self.literal();
        let made = match self.random.u32(0..8) {
            0 => format!("make_shape({left}, {right})"),
            1 => {
                format!(
                    "make_layout(make_shape({left}, Int<{literal}>{{}}), make_stride(Int<1>{{}}, {right}))"
                )
            }
            2 => format!("make_layout({left})"),
            3 => {
                format!(
                    "make_layout(make_shape({left}, make_shape({right}, Int<{literal}>{{}})), LayoutRight{{}})"
                )
            }
            4 => format!("make_stride(_1{{}}, {left}, {right})"),
            _ => format!("make_layout(make_shape({left}, {right}))"),
        };
        self.say_showing(format!("auto {name} = {made};"), &[&name]);
    }
}
