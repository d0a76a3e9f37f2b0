//! Somebody who types: characters at random places, each taken back by the next edit.

use serde_json::{Value, json};

/// What is typed: letters, digits, and what opens and closes strings, comments and brackets.
const TYPED: &[&str] = &["x", "1", " ", "(", ")", ",", ":", "/", "*", "\"", "é", "\n", "{", "}"];

/// Types a character somewhere, then takes it back, and so on.
pub(super) struct Typing {
    /// UTF-16 length of each line.
    lines: Vec<usize>,
    typed: Option<(usize, usize, &'static str)>,
}

impl Typing {
    pub(super) fn new(source: &str) -> Self {
        Self { lines: source.lines().map(|line| line.encode_utf16().count()).collect(), typed: None }
    }

    pub(super) fn next(&mut self, random: &mut Random) -> Value {
        if let Some((line, column, text)) = self.typed.take() {
            let end = if text == "\n" { (line + 1, 0) } else { (line, column + 1) };
            return change((line, column), end, "");
        }
        let line = random.below(self.lines.len());
        let column = random.below(self.lines.get(line).map_or(1, |length| length + 1));
        let text = TYPED.get(random.below(TYPED.len())).copied().unwrap_or("x");
        self.typed = Some((line, column, text));
        change((line, column), (line, column), text)
    }
}

fn change(start: (usize, usize), end: (usize, usize), text: &str) -> Value {
    let position = |(line, character)| json!({"line": line, "character": character});
    json!({"range": {"start": position(start), "end": position(end)}, "text": text})
}

/// A xorshift generator: the same edits in every run.
pub(super) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Random {
    /// A number below `bound`; 0 when there is none.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}
