//! What is composed with a layout in front of it: swizzles, pointers, offsets.

use super::{CommentedSwizzle, Cursor};
use crate::bracket::MAX_DEPTH;

/// How the operand begins that is the place of a tensor's elements.
const POINTERS: [&str; 12] = [
    "smem_ptr",
    "gmem_ptr",
    "rmem_ptr",
    "tmem_",
    "ptr[",
    "raw_ptr",
    "subptr",
    "ArithTuple",
    "counting_iter",
    "UMMA::DescriptorIterator",
    "GMMA::DescriptorIterator",
    "DescriptorIterator",
];

/// The most operands in front of a layout.
const MOST_OPERANDS: usize = 4;

impl Cursor<'_> {
    /// The operands in front of a layout, each with its `o`; the swizzle among them. `None` when it is prose.
    pub(super) fn prefix(&mut self) -> Option<Option<CommentedSwizzle>> {
        let mut swizzle: Option<CommentedSwizzle> = None;
        for _ in 0..MOST_OPERANDS {
            let start = self.at;
            let read = self.swizzle();
            let has_pointer = self.pointer()?;
            if read.is_none() && !has_pointer && !self.offset() {
                self.at = start;
                break;
            }
            if !self.composes() {
                // The tuple is the layout's shape, and was no offset; a swizzle or pointer alone is prose.
                self.at = start;
                let is_shape = read.is_none() && !has_pointer;
                return is_shape.then_some(swizzle);
            }
            match (&mut swizzle, read) {
                // What two swizzles are together is not compared.
                (Some(_), Some(_)) => return None,
                (Some(swizzle), None) => swizzle.has_pointer |= has_pointer,
                (None, Some(read)) => swizzle = Some(CommentedSwizzle { has_pointer, ..read }),
                (None, None) => {}
            }
        }
        Some(swizzle)
    }

    /// `Sw<3,4,3>`
    fn swizzle(&mut self) -> Option<CommentedSwizzle> {
        let start = self.at;
        let opening = ["Sw<", "S<", "Swizzle<"].into_iter().find(|word| self.rest().starts_with(word))?;
        let inside = self.rest().get(opening.len()..)?;
        let length = inside.find('>')?;
        let mut numbers = inside.get(..length)?.split(',').map(|number| number.trim().parse().ok());
        let three = [numbers.next()??, numbers.next()??, numbers.next()??];
        if numbers.next().is_some() {
            return None;
        }
        self.at += opening.len() + length + 1;
        Some(CommentedSwizzle { numbers: three, has_pointer: false, range: self.range_from(start) })
    }

    /// `smem_ptr[16b](unset)`, `_smem_ptr[16b](SMEM_ADDR)` behind a swizzle: whether there is one. `None` when its
    /// brackets are open.
    fn pointer(&mut self) -> Option<bool> {
        let start = self.at;
        self.take('_');
        if !POINTERS.iter().any(|pointer| self.rest().starts_with(pointer)) {
            self.at = start;
            return Some(false);
        }
        let is_callee = |c: char| c.is_ascii_alphanumeric() || "_[]:<>,-".contains(c);
        let rest = self.rest();
        self.at += rest.find(|c: char| !is_callee(c)).unwrap_or(rest.len());
        if self.rest().starts_with('(') {
            let mut open = 0_usize;
            let end = self.rest().find(|c: char| {
                match c {
                    '(' => open += 1,
                    ')' => open -= 1,
                    _ => {}
                }
                open == 0
            });
            self.at += end? + 1;
        }
        Some(true)
    }

    /// `0`, `(0,0)`
    fn offset(&mut self) -> bool {
        if self.rest().starts_with('(') {
            return self.pattern(MAX_DEPTH).is_some();
        }
        let digits =
            self.rest().bytes().take_while(|byte| byte.is_ascii_digit() || b"_-".contains(byte)).count();
        self.at += digits;
        digits > 0
    }

    /// Takes the `o` between two operands.
    fn composes(&mut self) -> bool {
        self.blanks();
        let is_composed = self.rest().starts_with("o ") || self.rest().starts_with('∘');
        if is_composed {
            let _ = self.take('o') || self.take('∘');
            self.blanks();
        }
        is_composed
    }
}
