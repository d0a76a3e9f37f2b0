//! Statements that a macro is given as its last argument: `SWITCH(flag, FLAG, run<FLAG>(p););` and
//! `SWITCH(flag, FLAG, { run<FLAG>(p); });`. No call of C++ has such arguments, so the grammar reads neither them nor what follows.
//! They become the block behind a macro, `SWITCH(flag, FLAG){run<FLAG>(p);};`.

use std::ops::Range;

use super::{
    edit::{Edit, is_word, occurrences},
    lexeme::{is_first_of_line, length},
};

/// How many statements that macros are given may nest.
const MAX_DEPTH: usize = 4;

/// How often arguments may be looked through, in lengths of the text: those of calls in calls are, once for each.
const MAX_LOOKS: usize = 8;

/// Words in front of `(` that are none of a macro.
const OWN_WORDS: [&str; 12] = [
    "for",
    "if",
    "while",
    "switch",
    "catch",
    "return",
    "sizeof",
    "alignof",
    "decltype",
    "noexcept",
    "constexpr",
    "static_assert",
];

/// What an argument that is a statement may begin with.
const STATEMENTS: [&str; 14] = [
    "auto",
    "using",
    "const",
    "constexpr",
    "static",
    "if",
    "for",
    "while",
    "do",
    "switch",
    "return",
    "typename",
    "try",
    "throw",
];

/// All edits, in no order.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    // What holds no statement is not looked at: each key types this search.
    if !may_hold_statements(text) {
        return Vec::new();
    }
    let left = text.len().saturating_mul(MAX_LOOKS);
    let mut search = Search { text, bytes: text.as_bytes(), left, edits: Vec::new() };
    search.statements(0..text.len(), MAX_DEPTH);
    search.edits
}

/// Whether a `;` or `}` stands in front of a `)`, as it does behind a statement in parentheses.
fn may_hold_statements(text: &str) -> bool {
    occurrences(text, ")").any(|at| text[..at].trim_end().ends_with([';', '}']))
}

/// What is looked for, and found.
struct Search<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// How many bytes of arguments may be looked through yet.
    left: usize,
    edits: Vec<Edit>,
}

/// The commas between what a macro is given, and where its `)` stands.
struct Arguments {
    commas: Vec<usize>,
    close: usize,
}

impl Search<'_> {
    /// Goes through statements, of which those that macros are given nest so deep yet.
    fn statements(&mut self, range: Range<usize>, depth: usize) {
        let (mut at, mut begins_statement) = (range.start, true);
        while at < range.end {
            let byte = self.bytes[at];
            let is_aside = byte.is_ascii_whitespace()
                || matches!(self.bytes[at..], [b'/', b'/' | b'*', ..])
                || byte == b'#' && is_first_of_line(self.bytes, at);
            if is_aside {
                at += length(self.bytes, at);
            } else if begins_statement && let Some(end) = self.macro_with_statements(at, depth) {
                at = end;
            } else if is_word(char::from(byte)) {
                begins_statement = false;
                at += self.text[at..].find(|character| !is_word(character)).unwrap_or(range.end - at);
            } else {
                begins_statement = matches!(byte, b';' | b'{' | b'}');
                at += length(self.bytes, at);
            }
        }
    }

    /// Where the use of a macro ends that begins at `at`, if it is given statements; what makes a block of these is added.
    fn macro_with_statements(&mut self, at: usize, depth: usize) -> Option<usize> {
        let name = self.text[at..].split(|character| !is_word(character)).next()?;
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        let open = at + name.len();
        if !is_name || OWN_WORDS.contains(&name) || self.bytes.get(open) != Some(&b'(') {
            return None;
        }
        let Arguments { commas, close } = self.arguments(open)?;
        let inside = self.text[open + 1..close].trim_end();
        if !inside.ends_with([';', '}']) {
            return None;
        }
        let behind = |place: usize| commas.get(place + 1).copied().unwrap_or(close);
        let (_, &comma) = commas.iter().enumerate().find(|&(place, comma)| {
            is_statement(&self.text[comma + 1..behind(place)], &self.text[comma + 1..close])
        })?;
        let rest = &self.text[comma + 1..];
        let begin = comma + 1 + (rest.len() - rest.trim_start().len());
        let is_block = self.bytes[begin] == b'{' && self.arguments(begin)?.close == open + inside.len();
        let last_blank = begin - 1;
        // Without braces of its own it takes the place of a blank; a line's end stays one.
        if !is_block && !matches!(self.bytes[last_blank], b' ' | b'\t') {
            return None;
        }
        self.edit(comma, ")");
        if !is_block {
            self.edit(last_blank, "{");
        }
        self.edit(close, if is_block { " " } else { "}" });
        if depth > 0 {
            self.statements(begin..close, depth - 1);
        }
        Some(close + 1)
    }

    fn edit(&mut self, at: usize, with: &'static str) {
        self.edits.push(Edit { range: at..at + 1, with: Some(with) });
    }

    /// What stands between the bracket at `open` and the one that closes it.
    fn arguments(&mut self, open: usize) -> Option<Arguments> {
        let (mut at, mut depth, mut commas) = (open, 0_usize, Vec::new());
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(Arguments { commas, close: at });
                    }
                }
                b',' if depth == 1 => commas.push(at),
                _ => {}
            }
            let length = length(self.bytes, at);
            self.left = self.left.checked_sub(length)?;
            at += length;
        }
        None
    }
}

/// Whether a statement begins with an argument, up to its comma; `rest` goes on to the end.
fn is_statement(argument: &str, rest: &str) -> bool {
    let (argument, rest) = (argument.trim(), rest.trim());
    let word = argument.split(|character| !is_word(character)).next().unwrap_or_default();
    if let Some(inside) = rest.strip_prefix('{') {
        // An initializer list holds no statement of its own.
        return has_semicolon(inside.as_bytes());
    }
    // `run<FLAG` of `run<FLAG, 4>(p);`: the list of a template is cut by the comma.
    let is_template = || {
        let list = argument.rsplit('>').next().unwrap_or_default();
        list.match_indices('<').any(|(at, _)| list[..at].ends_with(is_word))
    };
    let is_whole = rest.ends_with(';') && (is_template() || has_semicolon(argument.as_bytes()));
    is_whole || STATEMENTS.contains(&word)
}

/// Whether a `;` stands in a text outside of all brackets that are opened in it.
fn has_semicolon(bytes: &[u8]) -> bool {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return false,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth == 0 => return true,
            _ => {}
        }
        at += length(bytes, at);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{MAX_LOOKS, edits};

    fn masked(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        for edit in edits(text) {
            bytes[edit.range].copy_from_slice(edit.with.unwrap().as_bytes());
        }
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn statements_that_a_macro_is_given_become_its_block() {
        for (text, expected) in [
            ("SWITCH(flag, FLAG, run<FLAG, 4>(p););", "SWITCH(flag, FLAG){run<FLAG, 4>(p);};"),
            ("SWITCH(flag, FLAG, { run<FLAG>(p); });", "SWITCH(flag, FLAG) { run<FLAG>(p); } ;"),
            (
                "f(); SWITCH(a < b, T, auto k = r<T, 4>; k(p););",
                "f(); SWITCH(a < b, T){auto k = r<T, 4>; k(p);};",
            ),
            ("A(x, T,\n  run<T, 4>(p);\n);", "A(x, T)\n {run<T, 4>(p);\n};"),
            ("{ A(x, T, B(y, F, run<T, F>(p);););}", "{ A(x, T){B(y, F){run<T, F>(p);};};}"),
            ("{ A(x, T, { B(y, F, { run(p); }); }); }", "{ A(x, T) { B(y, F) { run(p); } ; } ; }"),
        ] {
            assert_eq!(masked(text), expected);
        }
    }

    #[test]
    fn calls_and_heads_of_loops_stay() {
        for text in [
            "f(a, {1, 2});",
            "f(a, [&] { g(); });",
            "f(a, {1, [] { g(); }()});",
            "for (int i = 0, j = 1; i < n; ++i) { g(); }",
            "if (int i = 0, j = 1; i < j) { g(); }",
            "f(a, b < c, d > e);",
            "f(a, g<b, c>(d));",
            "f(Layout<Shape<_4, _6>, Stride<_2, _3>>{}, Layout<_6, _1>{});",
            "#define A(x) B(x, y, g(););\n",
            "// A(x, T, run(p););\n",
            "A(x, T, run(p);",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn brackets_that_are_not_closed_are_looked_through_a_limited_number_of_times() {
        let (open, used) = ("a(b,;\n", "S(x, F, g(););\n");
        let behind = |count: usize| masked(&format!("{}{used}", open.repeat(count)));
        assert!(behind(MAX_LOOKS / 2).ends_with("S(x, F){g();};\n"));
        assert!(behind(100 * MAX_LOOKS).ends_with(used));
    }
}
