//! Whether the brackets of C++ match: code in which they do not is broken, which is known before it is parsed.

/// How deep brackets and `#if`s may be open at a `#if`: what was open there is noted.
const MAX_OPEN: usize = 64;

/// Reads the brackets of a file in the order of its text.
#[derive(Debug, Default)]
pub(super) struct Balance {
    open: Vec<u8>,
    /// What was open at each `#if` that is open.
    conditionals: Vec<Vec<u8>>,
    is_broken: bool,
    /// More is open than is noted: nothing is said then.
    is_unknown: bool,
}

impl Balance {
    pub(super) fn symbol(&mut self, symbol: u8) {
        let opens = match symbol {
            b'(' | b'[' | b'{' => {
                self.open.push(symbol);
                return;
            }
            b')' => b'(',
            b']' => b'[',
            b'}' => b'{',
            _ => return,
        };
        self.is_broken |= self.open.pop() != Some(opens);
    }

    /// A directive of the preprocessor: the branches of a conditional begin with the same brackets open.
    pub(super) fn directive(&mut self, name: &str) {
        if name.starts_with("if") {
            self.is_unknown |= self.open.len() > MAX_OPEN || self.conditionals.len() > MAX_OPEN;
            let open = if self.is_unknown { Vec::new() } else { self.open.clone() };
            self.conditionals.push(open);
        } else if name.starts_with("el") {
            self.open = self.conditionals.last().cloned().unwrap_or_default();
        } else if name.starts_with("endif") {
            self.conditionals.pop();
        }
    }

    /// Whether a bracket does not match, to be asked at the end of the text.
    pub(super) fn is_broken(&self) -> bool {
        !self.is_unknown && (self.is_broken || !self.open.is_empty())
    }
}
