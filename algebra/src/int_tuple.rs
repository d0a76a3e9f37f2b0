//! Hierarchical tuples of integers (`IntTuple` in CuTe's `int_tuple.hpp`).

/// An integer, or a tuple of such: a shape, a stride, a coordinate, a profile, an order.
///
/// `Int(4)` is `4`; `Tuple(vec![Int(4)])` is `(4)`, a different thing (rank-1 tuple).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum IntTuple<T = i64> {
    /// One integer.
    Int(T),
    /// A tuple; `()` when empty.
    Tuple(Vec<IntTuple<T>>),
}
