//! Tuples visited without recursion: how deep they nest is the user's choice, the stack is not.

use std::hash::{Hash, Hasher};
use std::{fmt, slice};

use smallvec::SmallVec;

use super::IntTuple;

/// What stands next in the text of a tuple.
pub(crate) enum Token<'a, T> {
    /// An integer.
    Leaf(&'a T),
    /// The start of a tuple of this rank.
    Open(usize),
    /// The end of the innermost tuple that is open.
    Close,
}

impl<T> Token<'_, T> {
    /// What begins here, for a message.
    pub(crate) fn described(&self) -> String {
        match self {
            Token::Leaf(_) => "an integer".to_owned(),
            Token::Open(rank) => format!("a tuple of rank {rank}"),
            Token::Close => "the end".to_owned(),
        }
    }
}

/// The tokens of a tuple from left to right.
pub(crate) struct Walk<'a, T> {
    root: Option<&'a IntTuple<T>>,
    open: SmallVec<[slice::Iter<'a, IntTuple<T>>; 4]>,
}

impl<'a, T> Iterator for Walk<'a, T> {
    type Item = Token<'a, T>;

    fn next(&mut self) -> Option<Token<'a, T>> {
        let next = match self.open.last_mut() {
            Some(modes) => modes.next(),
            None => Some(self.root.take()?),
        };
        Some(match next {
            Some(IntTuple::Int(leaf)) => Token::Leaf(leaf),
            Some(IntTuple::Tuple(modes)) => {
                self.open.push(modes.iter());
                Token::Open(modes.len())
            }
            None => {
                self.open.pop();
                Token::Close
            }
        })
    }
}

impl<T> IntTuple<T> {
    /// The tokens of the tuple from left to right.
    pub(crate) fn walk(&self) -> Walk<'_, T> {
        Walk { root: Some(self), open: SmallVec::new() }
    }

    /// The integers from left to right, one by one.
    pub(crate) fn iter_leaves(&self) -> impl Iterator<Item = &T> {
        self.walk().filter_map(|token| match token {
            Token::Leaf(leaf) => Some(leaf),
            Token::Open(_) | Token::Close => None,
        })
    }

    /// As [`map`](Self::map), for an `f` that can fail.
    pub fn try_map<U, E>(&self, f: &mut impl FnMut(&T) -> Result<U, E>) -> Result<IntTuple<U>, E> {
        if let IntTuple::Int(leaf) = self {
            return Ok(IntTuple::Int(f(leaf)?));
        }
        // The modes so far of each tuple that is open; the whole is the only mode of the lowest.
        let mut open: Vec<Vec<IntTuple<U>>> = vec![Vec::new()];
        for token in self.walk() {
            let finished = match token {
                Token::Leaf(leaf) => IntTuple::Int(f(leaf)?),
                Token::Open(rank) => {
                    open.push(Vec::with_capacity(rank));
                    continue;
                }
                Token::Close => IntTuple::Tuple(open.pop().unwrap_or_default()),
            };
            if let Some(modes) = open.last_mut() {
                modes.push(finished);
            }
        }
        // Each tuple that is closed was opened, and a tuple is walked whole.
        let whole = open.pop().and_then(|mut modes| modes.pop());
        Ok(whole.unwrap_or_else(|| IntTuple::Tuple(Vec::new())))
    }
}

impl<T: Clone> Clone for IntTuple<T> {
    fn clone(&self) -> Self {
        self.map(T::clone)
    }
}

impl<T: PartialEq> PartialEq for IntTuple<T> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (Token<'_, T>, Token<'_, T>)| match (a, b) {
            (Token::Leaf(a), Token::Leaf(b)) => a == b,
            (Token::Open(a), Token::Open(b)) => a == b,
            (Token::Close, Token::Close) => true,
            _ => false,
        };
        // Equal up to some token, both have as many more.
        self.walk().zip(other.walk()).all(same)
    }
}

impl<T: Eq> Eq for IntTuple<T> {}

impl<T: Hash> Hash for IntTuple<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for token in self.walk() {
            match token {
                Token::Leaf(leaf) => (0_u8, leaf).hash(state),
                Token::Open(rank) => (1_u8, rank).hash(state),
                Token::Close => {}
            }
        }
    }
}

impl<T> Drop for IntTuple<T> {
    fn drop(&mut self) {
        let IntTuple::Tuple(modes) = self else { return };
        if !modes.iter().any(IntTuple::is_tuple) {
            return;
        }
        // Each tuple is dropped without its modes.
        let mut open = std::mem::take(modes);
        while let Some(mut mode) = open.pop() {
            if let IntTuple::Tuple(modes) = &mut mode {
                open.append(modes);
            }
        }
    }
}

/// Writes a tuple with `leaf` for its integers.
fn write<T>(
    tuple: &IntTuple<T>,
    f: &mut fmt::Formatter<'_>,
    leaf: impl Fn(&T, &mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let mut is_first = true;
    for token in tuple.walk() {
        if !is_first && !matches!(token, Token::Close) {
            f.write_str(",")?;
        }
        match token {
            Token::Leaf(value) => leaf(value, f)?,
            Token::Open(_) => f.write_str("(")?,
            Token::Close => f.write_str(")")?,
        }
        is_first = matches!(token, Token::Open(_));
    }
    Ok(())
}

impl<T: fmt::Display> fmt::Display for IntTuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f, T::fmt)
    }
}

impl<T: fmt::Debug> fmt::Debug for IntTuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f, T::fmt)
    }
}
