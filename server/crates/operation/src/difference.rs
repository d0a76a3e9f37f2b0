//! How two layouts stand to each other, and where they differ first.

use layout_algebra::{
    AnyLayout, Coordinate, Error, IntTuple, Layout,
    analysis::{ENUMERATION_LIMIT, OffsetFunction},
    coalesce, idx2crd,
    symbolic::{Integer, ScaledBasis, SymbolicLayout},
};

use crate::{
    Operation, Value,
    symbolic::{self, layout_of},
};

/// How two layouts stand to each other, as functions of the 1-D coordinate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// They have one shape and one stride.
    Equal,
    /// They have the same offset at every coordinate.
    SameFunction(Otherwise),
    /// They have different offsets at a coordinate, and at none before it.
    Different(Difference),
    /// One of them ends where both are still the same.
    Sizes(i64, i64),
    /// It is not told, for this reason.
    Unknown(String),
}

/// What two layouts that are the same function have otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Otherwise {
    /// Their shapes.
    Shape,
    /// Strides of modes that have one element.
    Stride,
    /// One has a swizzle or more functions where the other needs none, or others.
    Form,
}

/// The first coordinate at which two layouts differ, in the order in which coordinates are counted: the leftmost mode fastest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The coordinate, as the shape of the first has it.
    pub at: String,
    /// The 1-D coordinate, where sizes are known.
    pub index: Option<i64>,
    /// What the first has there, and what the second.
    pub values: [String; 2],
    /// What must hold for there to be such a coordinate: `M > 1`.
    pub when: Option<String>,
    /// Their sizes, where these differ.
    pub sizes: Option<(i64, i64)>,
}

impl Comparison {
    /// Compares two layouts.
    pub fn of(left: &Value, right: &Value) -> Self {
        if let Some(reason) = left.unknown_reason().or(right.unknown_reason()) {
            return Self::Unknown(reason.to_owned());
        }
        if left == right || symbolic::equal(left, right) == Some(true) {
            return Self::Equal;
        }
        if matches!(left, Value::Swizzled(_)) || matches!(right, Value::Swizzled(_)) {
            return Self::Unknown("one is swizzled behind a layout with run-time integers".to_owned());
        }
        if matches!(left, Value::SymbolicLayout(_)) || matches!(right, Value::SymbolicLayout(_)) {
            return of_run_time(left, right);
        }
        let [one, other] = match [left, right].map(Function::of) {
            [Ok(one), Ok(other)] => [one, other],
            [Err(reason), _] | [_, Err(reason)] => return Self::Unknown(reason),
        };
        if one.is_of_coordinates() != other.is_of_coordinates() {
            let reason =
                "one has integers for offsets and the other coordinates: such layouts are not compared";
            return Self::Unknown(reason.to_owned());
        }
        compared(&one, &other).unwrap_or_else(|error| Self::Unknown(error.to_string()))
    }
}

/// A layout that can be asked for the offset of a coordinate.
enum Function {
    Plain(Layout),
    Integer(Box<dyn OffsetFunction>, Option<IntTuple>),
    Coordinate(Layout<Coordinate>),
}

impl Function {
    fn of(value: &Value) -> Result<Self, String> {
        Ok(match value {
            Value::Layout(layout) => Self::Plain(layout.as_ref().clone()),
            Value::Composed(composed) => {
                Self::Integer(Box::new(composed.as_ref().clone()), Some(composed.layout().shape()))
            }
            Value::XorLayout(layout) => {
                Self::Integer(Box::new(layout.as_ref().clone()), Some(layout.shape()))
            }
            Value::Chain(chain) if let Some(domain) = chain.domain() => {
                Self::Integer(Box::new(AnyLayout::Chain(chain.clone())), Some(domain.shape()))
            }
            Value::Smem(smem) => match smem.position_independent() {
                Ok(AnyLayout::Layout(layout)) => Self::Plain(layout),
                Ok(other) => Self::Integer(Box::new(other), Some(smem.layout().shape())),
                Err(error) => return Err(error.to_string()),
            },
            Value::CoordinateLayout(layout) => Self::Coordinate(layout.as_ref().clone()),
            other => return Err(format!("`{other}` is {}, and layouts are compared", other.kind())),
        })
    }

    fn is_of_coordinates(&self) -> bool {
        matches!(self, Self::Coordinate(_))
    }

    fn size(&self) -> i64 {
        match self {
            Self::Plain(layout) => layout.size(),
            Self::Integer(function, _) => function.size(),
            Self::Coordinate(layout) => layout.size(),
        }
    }

    fn shape(&self) -> Option<IntTuple> {
        match self {
            Self::Plain(layout) => Some(layout.shape()),
            Self::Integer(_, shape) => shape.clone(),
            Self::Coordinate(layout) => Some(layout.shape()),
        }
    }

    /// What it has at a 1-D coordinate.
    fn at(&self, index: i64) -> Result<Offset, Error> {
        match self {
            Self::Plain(layout) => layout.at(index).map(Offset::Integer),
            Self::Integer(function, _) => function.offset_at(index).map(Offset::Integer),
            Self::Coordinate(layout) => layout.at(index).map(Offset::Coordinate),
        }
    }
}

#[derive(PartialEq)]
enum Offset {
    Integer(i64),
    Coordinate(Coordinate),
}

impl Offset {
    fn shown(&self) -> String {
        match self {
            Self::Integer(offset) => offset.to_string(),
            Self::Coordinate(offset) => offset.to_string(),
        }
    }
}

fn compared(one: &Function, other: &Function) -> Result<Comparison, Error> {
    let sizes = (one.size(), other.size());
    let is_simplified_same = match (one, other) {
        (Function::Plain(a), Function::Plain(b)) => sizes.0 == sizes.1 && coalesce(a) == coalesce(b),
        _ => false,
    };
    if is_simplified_same {
        return Ok(Comparison::SameFunction(otherwise(one, other)));
    }
    let common = sizes.0.min(sizes.1);
    for index in 0..common.min(ENUMERATION_LIMIT) {
        let (a, b) = (one.at(index)?, other.at(index)?);
        if a != b {
            let at = match one.shape() {
                Some(shape) => idx2crd(index, &shape)?.to_string(),
                None => index.to_string(),
            };
            let values = [a.shown(), b.shown()];
            let sizes = (sizes.0 != sizes.1).then_some(sizes);
            return Ok(Comparison::Different(Difference {
                at,
                index: Some(index),
                values,
                when: None,
                sizes,
            }));
        }
    }
    Ok(match common > ENUMERATION_LIMIT {
        true => Comparison::Unknown(format!(
            "the first {ENUMERATION_LIMIT} coordinates have the same offsets, and no more are compared: compare a part"
        )),
        false if sizes.0 != sizes.1 => Comparison::Sizes(sizes.0, sizes.1),
        false => Comparison::SameFunction(otherwise(one, other)),
    })
}

fn otherwise(one: &Function, other: &Function) -> Otherwise {
    match (one, other) {
        _ if one.shape() != other.shape() => Otherwise::Shape,
        (Function::Plain(_), Function::Plain(_)) | (Function::Coordinate(_), Function::Coordinate(_)) => {
            Otherwise::Stride
        }
        _ => Otherwise::Form,
    }
}

/// Layouts with sizes or strides that are known at run time only.
fn of_run_time(left: &Value, right: &Value) -> Comparison {
    let (Some(one), Some(other)) = (layout_of(left), layout_of(right)) else {
        let other = if layout_of(left).is_none() { left } else { right };
        return Comparison::Unknown(format!(
            "one has sizes of run time and the other is {}: state the sizes, `with M = 128`",
            other.kind()
        ));
    };
    let simplified =
        |value: &Value| Operation::Coalesce.run(std::slice::from_ref(value)).ok().map(|it| it.value);
    if let (Some(a), Some(b)) = (simplified(left), simplified(right))
        && (a == b || symbolic::equal(&a, &b) == Some(true))
    {
        let otherwise = if one.shape() == other.shape() { Otherwise::Stride } else { Otherwise::Shape };
        return Comparison::SameFunction(otherwise);
    }
    match one.shape() == other.shape() {
        true => first_other_stride(&one, &other),
        false => Comparison::Unknown(format!("{}: state them, `with M = 128`", open_sizes(&one, &other))),
    }
}

/// Which names the sizes are made of.
fn open_sizes(one: &SymbolicLayout, other: &SymbolicLayout) -> String {
    let names: Vec<String> =
        one.names().union(&other.names()).map(|name| format!("`{}`", name.text)).collect();
    match names.is_empty() {
        true => "their sizes are known at run time only".to_owned(),
        false => format!("it depends on {}", names.join(" and ")),
    }
}

/// Of one shape: they differ first at the unit of the first mode whose strides differ, for the modes before it have the same.
fn first_other_stride(one: &SymbolicLayout, other: &SymbolicLayout) -> Comparison {
    let shape = one.shape();
    let (sizes, strides, others) = (shape.leaves(), one.stride(), other.stride());
    let leaves = sizes.iter().zip(strides.leaves()).zip(others.leaves()).enumerate();
    for (place, ((size, one), other)) in leaves {
        if one == other || size.is_constant(1) {
            continue;
        }
        let at = unit(&shape, place);
        if !certainly_differ(one, other) {
            return Comparison::Unknown(format!(
                "at {at} the offsets are {one} and {other}, and whether these are the same is known at run time only: \
                 state the sizes, `with M = 128`"
            ));
        }
        let is_there = size.known().is_some_and(|size| size > 1);
        return Comparison::Different(Difference {
            at,
            index: None,
            values: [one.to_string(), other.to_string()],
            when: (!is_there).then(|| format!("{size} > 1")),
            sizes: None,
        });
    }
    Comparison::SameFunction(Otherwise::Stride)
}

/// The coordinate of this shape that is 1 in one leaf and 0 in all others.
fn unit(shape: &IntTuple<Integer>, place: usize) -> String {
    let mut leaf = 0;
    let coordinate: IntTuple = shape.map(|_| {
        leaf += 1;
        i64::from(leaf == place + 1)
    });
    coordinate.to_string()
}

fn certainly_differ(one: &ScaledBasis, other: &ScaledBasis) -> bool {
    one.path != other.path
        || one.parts != other.parts
        || one.value.expression().compare(&other.value.expression()).is_some_and(std::cmp::Ordering::is_ne)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> Value {
        text.parse::<Layout>().map(Value::from).expect(text)
    }

    #[test]
    fn the_first_difference_is_found_in_the_order_of_coordinates() {
        let Comparison::Different(found) = Comparison::of(&layout("(4,8):(8,1)"), &layout("(4,8):(1,4)"))
        else {
            panic!("they differ");
        };
        assert_eq!((found.at.as_str(), found.index), ("(1,0)", Some(1)));
        assert_eq!(found.values, ["8", "1"]);
    }

    #[test]
    fn a_layout_and_what_it_is_coalesced_to_are_one_function() {
        let same = Comparison::of(&layout("(4,8):(1,4)"), &layout("32:1"));
        assert_eq!(same, Comparison::SameFunction(Otherwise::Shape));
        // More coordinates than are looked at.
        let large = Comparison::of(&layout("(4096,4096):(1,4096)"), &layout("16777216:1"));
        assert_eq!(large, Comparison::SameFunction(Otherwise::Shape));
    }

    #[test]
    fn one_may_end_before_the_other() {
        assert_eq!(Comparison::of(&layout("8:2"), &layout("(8,4):(2,1)")), Comparison::Sizes(8, 32));
        let Comparison::Different(found) = Comparison::of(&layout("8:2"), &layout("16:1")) else {
            panic!("they differ");
        };
        assert_eq!(found.sizes, Some((8, 16)));
    }

    #[test]
    fn what_is_too_large_to_look_at_is_not_told() {
        let one = layout("(4096,4096):(1,4096)");
        let Comparison::Unknown(reason) = Comparison::of(&one, &layout("(16777216,2):(1,0)")) else {
            panic!("more than is looked at");
        };
        assert!(reason.contains("compare a part"), "{reason}");
    }
}
