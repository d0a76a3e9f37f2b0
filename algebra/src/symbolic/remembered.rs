//! Proofs that were tried before.
//!
//! Code compares the same run-time integers over and over, in each round of a loop and after each edit, and a proof by
//! bounds is by far the longest part of that. Whether it succeeds depends on the expression alone.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::Expression;

/// How many proofs are remembered. Then all are forgotten: what is still asked for is soon there again.
const MAX_PROOFS: usize = 1 << 12;

static PROOFS: Mutex<Option<HashMap<Expression, bool>>> = Mutex::new(None);

/// What `prove` says of the expression, now or when it was asked before.
pub(super) fn remembered(expression: &Expression, prove: impl FnOnce() -> bool) -> bool {
    if let Some(known) = proofs().as_ref().and_then(|proofs| proofs.get(expression).copied()) {
        return known;
    }
    // Not under the lock: other threads go on.
    let is_proved = prove();
    let mut proofs = proofs();
    let proofs = proofs.get_or_insert_default();
    if proofs.len() >= MAX_PROOFS {
        proofs.clear();
    }
    proofs.insert(expression.clone(), is_proved);
    is_proved
}

/// Ignores poison: what is put in is complete.
fn proofs() -> MutexGuard<'static, Option<HashMap<Expression, bool>>> {
    PROOFS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_tried_once() {
        let expression: Expression = "7919*remembered+104729".parse().expect("an expression");
        let mut tries = 0;
        for _ in 0..3 {
            let is_proved = remembered(&expression, || {
                tries += 1;
                true
            });
            assert!(is_proved);
        }
        assert_eq!(tries, 1);
    }
}
