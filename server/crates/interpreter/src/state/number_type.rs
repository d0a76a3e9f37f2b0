//! The types of C++'s numbers.

use layoutlens_syntax::program::BIT_FIELD;

/// An integer type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NumberType {
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    /// Whether it is `char` or `wchar_t`, of which the platform says whether it has a sign.
    is_char: bool,
}

/// `int`.
pub(crate) const INT: NumberType = NumberType { bits: 32, is_signed: true, is_char: false };

/// `bool`: one bit, and no number but 0 becomes 0.
pub(crate) const BOOL: NumberType = NumberType { bits: 1, is_signed: false, is_char: false };

/// A type whose numbers are not computed here: with a fraction, or of a field's number of bits.
pub(crate) const OPEN: NumberType = NumberType { bits: 0, is_signed: true, is_char: false };

impl NumberType {
    /// The type of a name; `None` for what is no integer type, or not of one size everywhere.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let name = name.trim_start_matches("::");
        let name = name.strip_prefix("std::").or(name.strip_prefix("cuda::std::")).unwrap_or(name);
        let of = |bits, is_signed| Some(Self { bits, is_signed, is_char: false });
        match name {
            "bool" => Some(BOOL),
            "float" | "double" | "long double" | BIT_FIELD => Some(OPEN),
            "char" => Some(Self { bits: 8, is_signed: true, is_char: true }),
            "wchar_t" => Some(Self { bits: 32, is_signed: true, is_char: true }),
            "short" => of(16, true),
            "int" | "signed" => of(32, true),
            "unsigned" => of(32, false),
            "long" | "ptrdiff_t" | "ssize_t" | "intptr_t" => of(64, true),
            "size_t" | "uintptr_t" => of(64, false),
            _ if name.contains(' ') => {
                let has = |word: &str| name.split(' ').any(|own| own == word);
                let bits = match () {
                    () if has("char") => 8,
                    () if has("short") => 16,
                    () if has("long") => 64,
                    () => 32,
                };
                let is_known = name
                    .split(' ')
                    .all(|word| matches!(word, "unsigned" | "signed" | "char" | "short" | "long" | "int"));
                is_known.then_some(Self { bits, is_signed: !has("unsigned"), is_char: false })
            }
            _ => {
                let base = name.strip_suffix("_t")?;
                let (base, is_signed) = match base.strip_prefix('u') {
                    Some(rest) => (rest, false),
                    None => (base, true),
                };
                match base.strip_prefix("int")?.trim_start_matches("_least") {
                    "8" | "_fast8" => of(8, is_signed),
                    "16" => of(16, is_signed),
                    "32" => of(32, is_signed),
                    "64" => of(64, is_signed),
                    _ => None,
                }
            }
        }
    }

    /// Whether a name is that of an integer type which is computed here.
    pub(crate) fn is_integer(name: &str) -> bool {
        Self::named(name).is_some_and(|of| of != OPEN)
    }

    /// The number that a variable of the type holds when it is given one; `None` where platforms differ, or where it is
    /// larger than what is computed here.
    pub(crate) fn holds(self, number: i128) -> Option<i64> {
        match self {
            BOOL => return Some(i64::from(number != 0)),
            OPEN => return None,
            _ => {}
        }
        let size = 1_i128 << self.bits;
        let wrapped = number.rem_euclid(size);
        let held = if self.is_signed && wrapped >= size / 2 { wrapped - size } else { wrapped };
        if self.is_char && !(0..128).contains(&held) {
            return None;
        }
        i64::try_from(held).ok()
    }

    /// The type in which an operator computes with it.
    pub(crate) fn promoted(self) -> Self {
        if self != OPEN && self.bits < INT.bits { INT } else { self }
    }

    /// The type of one of two that is chosen.
    pub(crate) fn of_either(self, other: Self) -> Self {
        if self == other { self } else { self.common(other) }
    }

    /// The type in which an operator computes with two.
    pub(crate) fn common(self, other: Self) -> Self {
        let (one, other) = (self.promoted(), other.promoted());
        if one == OPEN || other == OPEN {
            return OPEN;
        }
        if one.bits == other.bits {
            return Self { is_signed: one.is_signed && other.is_signed, ..one };
        }
        if one.bits > other.bits { one } else { other }
    }
}
