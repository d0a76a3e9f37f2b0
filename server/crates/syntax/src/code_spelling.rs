//! Layouts as C++ and Python spell them, `make_layout(make_shape(Int<2>{}, 4))`, `Layout<Shape<_4,_8>>`,
//! `cute.make_layout((4,8), stride=(8,1))`, put into the notation of statements byte by byte, so that every place stays where
//! it is.

use std::borrow::Cow;

use crate::word_length::is_word_byte;

/// Stands for `Layout` in `Layout<Shape<_4,_8>>`, which makes a layout: a name of its length that nobody writes.
pub(crate) const LAYOUT_OF_CODE: &str = "La__ut";

/// Functions and templates that make a tuple of their operands.
const TUPLES: [&str; 7] =
    ["make_shape", "make_stride", "make_coord", "make_tuple", "Shape", "Stride", "Coord"];

/// Those that make a by-mode tiler.
const TILERS: [&str; 2] = ["make_tile", "Tile"];

/// Functions that take a `Step` as what it keeps, with an `X` or without; elsewhere it is a tuple of numbers.
const PROJECTING: [&str; 4] = ["local_tile", "local_partition", "inner_partition", "outer_partition"];

/// Operands that the DSL takes by a keyword, in the order in which statements take them.
const KEYWORDS: &[(&str, &[&str])] = &[
    ("make_layout", &["shape", "stride"]),
    ("make_ordered_layout", &["shape", "order"]),
    ("make_identity_layout", &["shape"]),
    ("coalesce", &["input", "target_profile"]),
    ("composition", &["lhs", "rhs"]),
    ("filter_zeros", &["input", "target_profile"]),
    ("complement", &["input", "cotarget"]),
    ("size", &["a", "mode"]),
    ("cosize", &["a", "mode"]),
    ("rank", &["a", "mode"]),
    ("depth", &["a", "mode"]),
];

/// The text with what is spelled as code in the notation of statements; every other byte is what it was.
pub(crate) fn in_notation(text: &str) -> Cow<'_, str> {
    let is_spelled = ["{", "make_", "<", "=", "None"].iter().any(|sign| text.contains(sign));
    if !is_spelled {
        return Cow::Borrowed(text);
    }
    let mut spelling = Spelling { text, bytes: text.as_bytes().to_vec(), open: Vec::new() };
    spelling.all();
    match String::from_utf8(spelling.bytes) {
        Ok(text) => Cow::Owned(text),
        // Only signs and letters of one byte are put in the place of such.
        Err(_) => Cow::Borrowed(text),
    }
}

/// A bracket that is open.
struct Open<'a> {
    /// What is put in the place of the one that closes it, where another one is.
    close: Option<u8>,
    /// What it closes with in the text.
    sign: u8,
    /// The function in front of it.
    callee: &'a str,
    commas: usize,
}

struct Spelling<'a> {
    text: &'a str,
    bytes: Vec<u8>,
    open: Vec<Open<'a>>,
}

impl<'a> Spelling<'a> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn put(&mut self, at: usize, byte: u8) {
        if let Some(place) = self.bytes.get_mut(at) {
            *place = byte;
        }
    }

    fn blank(&mut self, from: usize, to: usize) {
        (from..to).for_each(|at| self.put(at, b' '));
    }

    fn all(&mut self) {
        let mut at = 0;
        while at < self.text.len() {
            let byte = self.byte(at);
            let is_start = is_word_byte(byte) && (at == 0 || !is_word_byte(self.byte(at - 1)));
            at = match byte {
                _ if is_start => self.word(at),
                b'{' => self.braces(at),
                b'(' | b'[' => self.opened(at, "", None),
                b')' | b']' | b'>' => self.closed(at),
                b',' => {
                    if let Some(open) = self.open.last_mut() {
                        open.commas += 1;
                    }
                    at + 1
                }
                _ => at + 1,
            };
        }
    }

    fn opened(&mut self, at: usize, callee: &'a str, close: Option<u8>) -> usize {
        let sign = match self.byte(at) {
            b'(' => b')',
            b'[' => b']',
            _ => b'>',
        };
        self.open.push(Open { close, sign, callee, commas: 0 });
        at + 1
    }

    fn closed(&mut self, at: usize) -> usize {
        // A `>` that closes nothing compares.
        if self.open.last().is_some_and(|open| open.sign == self.byte(at))
            && let Some(Open { close: Some(close), .. }) = self.open.pop()
        {
            self.put(at, close);
        }
        at + 1
    }

    /// `{}` behind a type makes an object of it, which is what the type says.
    fn braces(&mut self, at: usize) -> usize {
        let inside = self.text.get(at + 1..).unwrap_or_default();
        let blanks = inside.len() - inside.trim_start_matches(' ').len();
        let end = at + 1 + blanks;
        let before = at.checked_sub(1).map_or(0, |before| self.byte(before));
        if self.byte(end) != b'}' || !(is_word_byte(before) || before == b'>') {
            return at + 1;
        }
        self.blank(at, end + 1);
        end + 1
    }

    fn word(&mut self, start: usize) -> usize {
        let from = |at: usize| self.text.get(at..).unwrap_or_default();
        let qualifier =
            ["cutlass.cute.", "cute::", "cute."].iter().find(|own| from(start).starts_with(**own));
        let plain = start + qualifier.map_or(0, |own| own.len());
        let length = from(plain).bytes().take_while(|byte| is_word_byte(*byte)).count();
        let end = plain + length;
        let word = self.text.get(plain..end).unwrap_or_default();
        let is_called = self.byte(end) == b'(';
        let is_template = self.byte(end) == b'<' && self.is_template(end);
        // What stands behind a dot or two colons is a part of another name.
        let is_part = start.checked_sub(1).is_some_and(|before| matches!(self.byte(before), b':' | b'.'))
            && qualifier.is_none();
        match word {
            _ if is_part => {}
            "None" if qualifier.is_none() && !self.open.is_empty() => {
                self.blank(start, end);
                self.put(start, b'_');
                return end;
            }
            _ if TUPLES.contains(&word) && (is_called || is_template) => {
                self.blank(start, end);
                self.put(end, b'(');
                return self.opened(end, "", is_template.then_some(b')'));
            }
            _ if TILERS.contains(&word) && (is_called || is_template) => {
                self.blank(start, end);
                self.put(end, b'<');
                return self.opened(end, "", is_called.then_some(b'>'));
            }
            "Layout" if is_template => {
                self.blank(start, plain);
                for (at, byte) in (plain..).zip(LAYOUT_OF_CODE.bytes()) {
                    self.put(at, byte);
                }
                self.put(end, b'(');
                return self.opened(end, "", Some(b')'));
            }
            "Step" if is_template && self.is_tuple(end) => {
                self.blank(start, end);
                self.put(end, b'(');
                return self.opened(end, "", Some(b')'));
            }
            "Int" | "C" if is_template => {
                self.blank(start, plain);
                return self.opened(end, "", None);
            }
            // Another template among the arguments of one.
            _ if is_template && self.open.last().is_some_and(|open| open.sign == b'>') => {
                return self.opened(end, "", None);
            }
            _ => {}
        }
        if is_called {
            return self.opened(end, word, None);
        }
        self.keyword(word, start, end).unwrap_or(end.max(start + 1))
    }

    /// `stride=` in front of the operand that it names, where that one stands in its place.
    fn keyword(&mut self, word: &str, start: usize, end: usize) -> Option<usize> {
        let rest = self.text.get(end..)?;
        let sign = end + rest.len() - rest.trim_start_matches(' ').len();
        if self.byte(sign) != b'=' || self.byte(sign + 1) == b'=' {
            return None;
        }
        let open = self.open.last()?;
        let (_, operands) = KEYWORDS.iter().find(|(operation, _)| *operation == open.callee)?;
        if operands.get(open.commas) != Some(&word) {
            return None;
        }
        self.blank(start, sign + 1);
        if word == "mode" {
            return Some(self.single(sign + 1));
        }
        Some(sign + 1)
    }

    /// `[1]` is the number in it: the DSL names a mode by a list.
    fn single(&mut self, at: usize) -> usize {
        let Some(number) = self.text.get(at..).and_then(|rest| rest.strip_prefix('[')?.split(']').next())
        else {
            return at;
        };
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            let close = at + 1 + number.len();
            self.blank(at, at + 1);
            self.blank(close, close + 1);
            return close + 1;
        }
        at
    }

    /// Whether the `Step` whose arguments begin here is a tuple of numbers.
    fn is_tuple(&self, at: usize) -> bool {
        let arguments = self.text.get(at..).and_then(|rest| rest.split('>').next()).unwrap_or_default();
        let is_projection = self.open.last().is_some_and(|open| PROJECTING.contains(&open.callee));
        !is_projection && !arguments.contains('X')
    }

    /// Whether the `<` here begins template arguments: types, numbers and objects of them, up to a `>` that closes it.
    fn is_template(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for byte in self.text.bytes().skip(at) {
            match byte {
                b'<' => depth += 1,
                b'>' if depth == 1 => return true,
                b'>' => depth -= 1,
                b',' | b':' | b' ' | b'-' | b'{' | b'}' | b'\n' | b'\r' | b'\t' => {}
                byte if is_word_byte(byte) => {}
                _ => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::in_notation;

    fn check(code: &str, notation: &str) {
        let read = in_notation(code);
        assert_eq!(read.len(), code.len(), "{code}");
        let plain: String = read.split_whitespace().collect();
        assert_eq!(plain, notation.split_whitespace().collect::<String>(), "{code}");
    }

    #[test]
    fn code_of_cpp_and_of_the_dsl_becomes_notation_of_the_same_length() {
        check("make_layout(make_shape(Int<2>{},4))", "make_layout((Int<2>,4))");
        check("Layout<Shape<_4,_8>>{}", "La__ut((_4,_8))");
        check(
            "Layout<Shape<_4,Shape<_2,_2>>, Stride<_8,Stride<_1,_4>>>",
            "La__ut((_4,(_2,_2)),(_8,(_1,_4)))",
        );
        check("cute.make_layout((4,8), stride=(8,1))", "cute.make_layout((4,8), (8,1))");
        check(
            "zipped_divide(A, make_tile(Int<4>{}, make_layout(_2{})))",
            "zipped_divide(A, <Int<4>,make_layout(_2)>)",
        );
        check("zipped_divide(A, Tile<_4,Layout<_2,_4>>{})", "zipped_divide(A, <_4,La__ut(_2,_4)>)");
        check("slice(make_coord(_, 1), cute::Shape<_4,_8>{})", "slice((_, 1), (_4,_8))");
        check("coalesce(A, Step<_1,_1>{})", "coalesce(A, (_1,_1))");
        check("local_tile(A, T, C, Step<_1,_1>{})", "local_tile(A, T, C, Step<_1,_1>)");
        check("slice((None, 1), A)", "slice((_, 1), A)");
        check("cute.size((4,8), mode=[1])", "cute.size((4,8), 1)");
    }

    #[test]
    fn notation_stays_what_it_is() {
        for text in [
            "assert size(Tile)<64",
            "assert Shape<8",
            "run copy (8,8):(1,8) -> (8,8):(8,1) : f32 (stages=3)",
            "let make_shape = (4,8)",
            "?{div=4}:1",
            "with stride = 4",
            "make_layout(stride=4)",
            "Int<4>",
            "((4,8):(1,4))(3)",
            "Sw<3,4,3> o 0 o (8,64):(64,1)",
            "assert a.Shape<4,8>(3) == 4",
        ] {
            assert_eq!(in_notation(text), text);
        }
    }
}
