//! Leaves: integers, and C expressions of the source's names.

use std::collections::BTreeSet;

use super::Names;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expression {
    Integer(i64),
    /// `m`, `blockIdx.x`, `params.k`.
    Name(String),
    Binary(char, Box<Expression>, Box<Expression>),
    /// `ceil_div(k,8)`.
    Call(String, Vec<Expression>),
}

impl Expression {
    pub(super) fn names<'t>(&'t self, names: &mut BTreeSet<&'t str>) {
        match self {
            Self::Integer(_) => {}
            Self::Name(name) => {
                names.insert(name);
            }
            Self::Binary(_, left, right) => {
                left.names(names);
                right.names(names);
            }
            Self::Call(_, arguments) => arguments.iter().for_each(|argument| argument.names(names)),
        }
    }

    /// The value as C++ computes it; `None` for a name without value, and where C++ has none.
    pub(super) fn value(&self, names: &Names) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Name(name) => names.get(name).copied(),
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(names)?, right.value(names)?);
                match operator {
                    '+' => left.checked_add(right),
                    '-' => left.checked_sub(right),
                    '*' => left.checked_mul(right),
                    '/' => left.checked_div(right),
                    '%' => left.checked_rem(right),
                    _ => None,
                }
            }
            Self::Call(function, arguments) => {
                let values: Vec<i64> =
                    arguments.iter().map(|argument| argument.value(names)).collect::<Option<_>>()?;
                match (function.trim_start_matches("cute::"), &values[..]) {
                    // Programs run as the first block of their cluster.
                    ("block_rank_in_cluster", []) => Some(0),
                    ("ceil_div", [size, part]) => size.checked_add(part - 1)?.checked_div(*part),
                    ("round_up", [size, part]) => {
                        size.checked_add(part - 1)?.checked_div(*part)?.checked_mul(*part)
                    }
                    ("min", _) => values.iter().min().copied(),
                    ("max", _) => values.iter().max().copied(),
                    ("int" | "abs", [value]) => Some(*value),
                    ("gcd", [left, right]) => Some(gcd(*left, *right)),
                    _ => None,
                }
            }
        }
    }
}

fn gcd(left: i64, right: i64) -> i64 {
    if right == 0 { left.abs() } else { gcd(right, left % right) }
}
