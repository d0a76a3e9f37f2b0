//! Integers of which a program's text does not tell the number, nor whether it is one of compile time:
//! `head_dim: int` of a constructor that nothing calls.
//!
//! Such an integer is an anonymous name, shown as `?`. CuTe decides by static numbers what it merges and simplifies, so
//! that only what comes out the same for each of them is computed with it.

use std::hash::{DefaultHasher, Hash, Hasher};

use layout_algebra::{
    IntTuple,
    symbolic::{Expression, Integer, Name, ScaledBasis, SymbolicLayout},
};
use layoutlens_operation::{Evaluated, Operation, Refusal, Value, symbolic};

use crate::{invariant, value::HostValue};

/// How the names of such integers begin; what stands behind it says what the number is.
const MARK: &str = "?=";

/// What a type of numbers is called of which only that is known: `dtype: Type[cutlass.Numeric]`.
pub const OPEN_TYPE: &str = "Numeric";

/// What closes the description in a name.
const END: char = '#';

/// Operations whose result is the same for all static numbers and for run-time ones.
const INDEPENDENT: &[Operation] = &[
    Operation::MakeIdentityLayout,
    Operation::Mode,
    Operation::Select,
    Operation::Group,
    Operation::Flatten,
    Operation::Append,
    Operation::Prepend,
    Operation::AppendToRank,
    Operation::PrependToRank,
    Operation::Dice,
    Operation::Size,
    Operation::Shape,
    Operation::Stride,
    Operation::Rank,
    Operation::Depth,
    Operation::SliceOffset,
    Operation::CeilDiv,
    Operation::Congruent,
];

/// Operations that give a mode of size 1 no stride, when its size is static.
const COMPACT: &[Operation] = &[Operation::MakeLayout, Operation::MakeOrderedLayout];

/// Divides: of modes that are one run-time integer each, for all numbers the same but for tiles of size 1.
const DIVIDES: &[Operation] = &[
    Operation::LocalTile,
    Operation::LogicalDivide,
    Operation::ZippedDivide,
    Operation::TiledDivide,
    Operation::FlatDivide,
];

/// An integer that `what` describes, the `index`-th of the program, of at least `least`.
pub fn open_number(what: &str, index: usize, least: i64) -> Integer {
    named(&format!("{MARK}{what}{END}{index}"), least)
}

fn named(text: &str, least: i64) -> Integer {
    Integer::Dynamic(Expression::of_name(Name { least, ..Name::new(text) }))
}

/// A text in which such integers go by what they are: `2*cta_tiler[1]`.
pub fn readable(text: &str) -> String {
    let mut parts = text.split(MARK);
    let mut readable = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (what, behind) = part.split_once(END).unwrap_or((part, ""));
        readable.push_str(what);
        readable.push_str(behind.trim_start_matches(|digit: char| digit.is_ascii_digit()));
    }
    readable
}

/// Whether the name is an open number's.
pub fn is_open_name(name: &str) -> bool {
    name.starts_with(MARK)
}

/// Whether the integer depends on an open number.
pub fn is_open(integer: &Integer) -> bool {
    integer.expression().names().iter().any(|name| is_open_name(&name.text))
}

/// The name, when the integer is an open number itself.
pub fn open_name(integer: &Integer) -> Option<Name> {
    let names = integer.expression().names();
    let name = names.first().filter(|name| is_open_name(&name.text))?;
    (integer.expression() == Expression::of_name(name.clone())).then(|| name.clone())
}

/// Whether a value is a type of numbers, no more of which is known than that it has a width.
pub fn is_open_type(value: &HostValue) -> bool {
    matches!(value, HostValue::Object(object) if object.kind == OPEN_TYPE)
}

/// What the numbers are on which the values depend.
fn described(values: &[Value]) -> Option<String> {
    let name = values.iter().flat_map(symbolic::names).find(|name| is_open_name(name))?;
    let text = name.strip_prefix(MARK)?;
    Some(text.split(END).next().unwrap_or(text).to_owned())
}

/// Runs an operation on values that may hold open numbers, where the result does not depend on them.
pub fn guarded(
    operation: Operation,
    values: &[Value],
    run: impl FnOnce() -> Result<Evaluated, Refusal>,
) -> Result<Evaluated, Refusal> {
    // A coordinate moves a part, whatever number it is; its layout stays.
    let read = match (operation, values) {
        (Operation::LocalTile, [layout, tiler, _, rest @ ..]) => {
            [&[layout.clone(), tiler.clone()], rest].concat()
        }
        _ => values.to_vec(),
    };
    let Some(number) = described(&read) else { return run() };
    if INDEPENDENT.contains(&operation) || operation == Operation::MakeLayout && values.len() == 2 {
        return run();
    }
    // Which mode comes first is told by the numbers of the order themselves.
    let has_open_order =
        operation == Operation::MakeOrderedLayout && values.get(1..).and_then(described).is_some();
    let is_compact = COMPACT.contains(&operation) && !has_open_order;
    let is_divide = DIVIDES.contains(&operation) && values.first().is_some_and(has_run_time_modes);
    if !is_compact && !is_divide {
        return Err(depends(&number));
    }
    let evaluated = run()?;
    match without_certain_strides(&evaluated.value) {
        Some(value) => Ok(Evaluated { value, ..evaluated }),
        None => Err(depends(&number)),
    }
}

fn depends(number: &str) -> Refusal {
    Refusal::Unknown(format!("the layout depends on a number that is not known: {number}"))
}

/// Whether each mode of a layout is one run-time integer.
fn has_run_time_modes(value: &Value) -> bool {
    let Value::SymbolicLayout(layout) = value else { return false };
    let is_leaf = |mode: &SymbolicLayout| match mode.shape() {
        IntTuple::Int(ref size) => !size.is_static() && !is_open(size),
        IntTuple::Tuple(_) => false,
    };
    layout.rank() > 0 && layout.modes().iter().all(is_leaf)
}

/// The layout with `?` for the strides of sizes that may be a static 1.
fn without_certain_strides(value: &Value) -> Option<Value> {
    let layout = match value {
        Value::SymbolicLayout(layout) => layout,
        // Its strides would have to be opened behind the swizzle.
        Value::Swizzled(_) => return None,
        _ => return Some(value.clone()),
    };
    let mut hasher = DefaultHasher::new();
    format!("{layout:?}").hash(&mut hasher);
    let layout_key = hasher.finish();
    let (shape, stride) = (layout.shape(), layout.stride());
    let sizes: Vec<Integer> = shape.leaves().into_iter().cloned().collect();
    let mut index = 0;
    let stride = stride.try_map(&mut |stride: &ScaledBasis| -> Result<ScaledBasis, ()> {
        let Some(size) = sizes.get(index) else {
            return invariant!(Err(()), "stride {index} of {} sizes", sizes.len());
        };
        index += 1;
        if !is_open(size) || is_more_than_one(size) {
            return Ok(stride.clone());
        }
        // The stride of a static 1 is 0, which is no coordinate.
        if !stride.path.is_empty() {
            return Err(());
        }
        let text = format!("{MARK}the stride of a mode that may have one element{END}{layout_key}.{index}");
        Ok(ScaledBasis { value: named(&text, 0), ..stride.clone() })
    });
    SymbolicLayout::new(&shape, &stride.ok()?).ok().map(Value::from)
}

fn is_more_than_one(size: &Integer) -> bool {
    size.expression().compare(&Expression::constant(1)).is_some_and(std::cmp::Ordering::is_gt)
}

/// How two integers compare, when that is certain. That a parameter is at least 1 is taken for granted where it is a
/// size, but decides no comparison.
pub fn compare(left: &Integer, right: &Integer) -> Option<std::cmp::Ordering> {
    let unbounded = |integer: &Integer| {
        integer.expression().substitute(&|name| {
            let is_assumed = is_open_name(&name.text) && name.least <= 1;
            is_assumed.then(|| Name { least: i64::from(i32::MIN), ..name.clone() }.into())
        })
    };
    unbounded(left).ok()?.compare(&unbounded(right).ok()?)
}

/// An integer without what is taken for granted of its names: that sizes are at least 1.
pub fn unassumed(integer: &Integer) -> Option<Expression> {
    let without =
        |name: &Name| (name.least == 1).then(|| Name { least: i64::from(i32::MIN), ..name.clone() }.into());
    integer.expression().substitute(&without).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_say_what_a_number_is() {
        assert_eq!(readable("2*?=cta_tiler[1]#3 is no size, (?=n#12,4)"), "2*cta_tiler[1] is no size, (n,4)");
        assert_eq!(readable("nothing of the kind"), "nothing of the kind");
    }
}
