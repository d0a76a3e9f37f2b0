//! Conditions of the preprocessor that this reading decides: it is of code that nvcc compiles for NVIDIA's devices.

use tree_sitter::Node;

use super::children;
use crate::mask::{is_word, word_end};

/// How deep a condition may be nested.
const MAX_DEPTH: usize = 40;

/// Words of names that are defined where others than NVIDIA's devices are compiled for: `GGML_USE_HIP`, but no `CHIP_SIZE`.
const OTHERS: [&str; 7] = ["AMDGCN", "HIP", "HIPBLAS", "HIPCC", "HIPRTC", "MUSA", "ROCM"];

/// Whether a name is defined, where that is certain.
pub(crate) fn is_defined(name: &str) -> Option<bool> {
    if matches!(name, "__CUDACC__" | "__NVCC__" | "__cplusplus") {
        return Some(true);
    }
    let is_of_others = name.split('_').any(|word| OTHERS.contains(&word));
    is_of_others.then_some(false)
}

/// Whether the condition of an `#if` holds, where that is certain.
pub(crate) fn holds(condition: &str) -> Option<bool> {
    let mut rest = Rest { bytes: condition.as_bytes(), text: condition, at: 0, depth: 0 };
    let value = rest.either()?;
    rest.blanks();
    (rest.at == rest.bytes.len()).then_some(value).flatten()
}

/// What is left of a condition. A part is `None` where it is not read, `Some(None)` where it may be either.
struct Rest<'t> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Rest<'t> {
    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn takes(&mut self, sign: &str) -> bool {
        self.blanks();
        let is_there = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(sign));
        self.at += if is_there { sign.len() } else { 0 };
        is_there
    }

    fn either(&mut self) -> Option<Option<bool>> {
        let mut value = self.both()?;
        while self.takes("||") {
            let other = self.both()?;
            value = match (value, other) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
        }
        Some(value)
    }

    fn both(&mut self) -> Option<Option<bool>> {
        let mut value = self.one()?;
        while self.takes("&&") {
            let other = self.one()?;
            value = match (value, other) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
        }
        Some(value)
    }

    fn one(&mut self) -> Option<Option<bool>> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let value = self.compared();
        self.depth -= 1;
        value
    }

    /// `a >= b` may be either.
    fn compared(&mut self) -> Option<Option<bool>> {
        let mut value = self.operand()?;
        while ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%"].iter().any(|sign| self.takes(sign))
        {
            self.operand()?;
            value = None;
        }
        Some(value)
    }

    fn operand(&mut self) -> Option<Option<bool>> {
        if self.takes("!") {
            return Some(self.one()?.map(|value| !value));
        }
        if self.takes("(") {
            let value = self.either()?;
            return self.takes(")").then_some(value);
        }
        let word = self.word()?;
        if word == "defined" {
            let is_bracketed = self.takes("(");
            let name = self.word()?;
            if is_bracketed && !self.takes(")") {
                return None;
            }
            return Some(is_defined(name));
        }
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Some(match word {
                "0" => Some(false),
                "1" => Some(true),
                _ => None,
            });
        }
        // A name that is not defined is zero; of a call, `__has_include(..)`, nothing is known.
        if self.takes("(") {
            return None;
        }
        Some(is_defined(word).filter(|is_defined| !is_defined))
    }

    fn word(&mut self) -> Option<&'t str> {
        self.blanks();
        self.bytes.get(self.at).filter(|byte| is_word(**byte))?;
        let end = word_end(self.bytes, self.at);
        let word = self.text.get(self.at..end)?;
        self.at = end;
        Some(word)
    }
}

/// Whether the first branch of an `#if`, `#ifdef` or `#elif` is compiled, where that is certain.
pub(crate) fn is_taken(node: Node<'_>, text: &str) -> Option<bool> {
    let word = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    match node.kind() {
        "preproc_if" | "preproc_elif" => holds(word(node.child_by_field_name("condition")?)),
        "preproc_ifdef" | "preproc_elifdef" => {
            let name = word(node.child_by_field_name("name")?);
            let is_negative = node.child(0).is_some_and(|first| word(first).contains("ndef"));
            is_defined(name).map(|is| is != is_negative)
        }
        _ => None,
    }
}

/// The children of a node that may be compiled.
pub(crate) fn compiled<'n>(node: Node<'n>, text: &str) -> Vec<Node<'n>> {
    let all = children(node);
    let other = node.child_by_field_name("alternative");
    match is_taken(node, text) {
        None => all,
        Some(true) => all.into_iter().filter(|child| Some(*child) != other).collect(),
        Some(false) => other.into_iter().collect(),
    }
}

/// The paths that a file includes, as written, `<a.h>`, `"a.h"`, where that may be compiled.
pub fn included(text: &str) -> Vec<&str> {
    // Of each `#if` around, whether its branch is compiled, and whether one before it was.
    let mut around: Vec<(Option<bool>, bool)> = Vec::new();
    let mut found = Vec::new();
    for line in text.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#').map(str::trim_start) else { continue };
        let (word, rest) = directive.split_at(directive.bytes().take_while(|byte| is_word(*byte)).count());
        let rest = rest.trim().split("//").next().unwrap_or_default().trim();
        let opened = match word {
            "if" => Some(holds(rest)),
            "ifdef" => Some(is_defined(rest)),
            "ifndef" => Some(is_defined(rest).map(|is| !is)),
            _ => None,
        };
        if let Some(taken) = opened {
            around.push((taken, taken == Some(true)));
            continue;
        }
        let is_compiled = around.iter().all(|(taken, _)| *taken != Some(false));
        match (word, around.last_mut()) {
            ("elif", Some(last)) => {
                let taken = if last.1 { Some(false) } else { holds(rest) };
                *last = (taken, last.1 || taken == Some(true));
            }
            ("else", Some(last)) => {
                last.0 = match (last.1, last.0) {
                    (true, _) => Some(false),
                    (false, _) => None,
                };
            }
            ("endif", _) => {
                around.pop();
            }
            ("include", _) if is_compiled => {
                let end = match rest.as_bytes().first() {
                    Some(b'<') => rest.find('>'),
                    Some(b'"') => rest.get(1..).and_then(|inner| inner.find('"')).map(|end| end + 1),
                    _ => None,
                };
                found.extend(end.and_then(|end| rest.get(..=end)));
            }
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{holds, included};

    #[test]
    fn conditions_of_other_devices_do_not_hold() {
        assert_eq!(holds("defined(GGML_USE_HIP) && defined(X)"), Some(false));
        assert_eq!(holds("!defined(USE_ROCM)"), Some(true));
        assert_eq!(holds("!(defined(GGML_USE_HIP) && X > 3) || Y"), Some(true));
        assert_eq!(holds("0"), Some(false));
        for open in [
            "defined(X)",
            "__CUDA_ARCH__ >= 800",
            "X",
            "defined(CHIP_SIZE)",
            "defined(",
            "__has_include(<a.h>)",
            "",
        ] {
            assert_eq!(holds(open), None, "{open}");
        }
    }

    #[test]
    fn what_other_devices_include_is_left_out() {
        let text = "#if defined(GGML_USE_HIP)\n#include \"hip.h\"\n#elif defined(USE_MUSA)\n#include \"musa.h\"\n#else\n\
                    #  include <cuda.h> // x\n#endif\n#ifdef X\n#include \"x.h\"\n#else\n#include \"y.h\"\n#endif\n#include MACRO\n";
        assert_eq!(included(text), ["<cuda.h>", "\"x.h\"", "\"y.h\""]);
    }
}
