//! Descriptors: lists of basis vectors in the form that equal ones share.

use layout_algebra::{Coordinate, Descriptor, IntTuple};

use super::{
    Arguments, Refusal,
    columns::{Columns, tuple},
};
use crate::{Evaluated, Value, size::Size, value::Leaf};

pub(super) static NORMALIZE: Columns = Columns::new(&[tuple("descriptor")], normalize).says(
    "a descriptor without redundant groups",
    &["the descriptor is a list of bases, 1@0"],
    &["fractions that are whole are numbers; any other is an error"],
);

fn normalize(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let descriptor = match arguments.value(0)? {
        Value::Tuple(tuple @ IntTuple::Tuple(_)) => bases(tuple)?,
        Value::CoordinateLayout(layout) => Descriptor::of_layout(layout)?,
        other => {
            let message =
                format!("a descriptor is a list of bases such as `(1@0, 8@1)`, not {}", other.kind());
            return Err(Refusal::Kind { argument: 0, message });
        }
    };
    Ok(Value::Tuple(descriptor.stride().map(|basis| Leaf::Coordinate(basis.clone()))).into())
}

/// The descriptor of a tuple whose leaves are bases; 0 is the basis that adds nothing.
fn bases(tuple: &IntTuple<Leaf>) -> Result<Descriptor, Refusal> {
    let bases = tuple.try_map(&mut |leaf| match leaf {
        Leaf::Coordinate(basis) => Ok(basis.clone()),
        Leaf::Size(Size::Known(0)) => Ok(Coordinate::Zero),
        other => {
            let message = format!("`{other}` is no entry of a descriptor: write `count@mode`, as in `1@0`");
            Err(Refusal::Kind { argument: 0, message })
        }
    })?;
    Ok(Descriptor::new(&bases)?)
}
