//! The table of operations: the columns of each, in the file of its family.

use super::{
    Operation, analysis, cast, columns::Columns, compose, composed, coordinate, copy, descriptor, divide,
    inverse, make, max_common, mma, name::each_operation, partition, predicate, product, query, reshape,
    shape_division, simplify, smem, swizzle,
};

macro_rules! with_columns {
    ($($operation:ident $name:literal $family:ident::$columns:ident,)*) => {
        /// What the operation takes, and what it does on each kind of operand.
        pub(super) fn columns(operation: Operation) -> &'static Columns {
            match operation {
                $(Operation::$operation => &$family::$columns,)*
            }
        }
    };
}

each_operation!(with_columns);
