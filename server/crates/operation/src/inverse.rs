//! Complement and inverses.

use layout_algebra::{
    self as algebra, AnyLayout, Error, Swizzle, explain,
    proof::{self, Answer},
    symbolic as run_time,
};

use super::{
    Arguments, Refusal,
    answered::{answered, steps},
    arguments::OperandLayout,
    columns::{Columns, OnComposed, layout, tuple},
    composed,
    symbolic::judged,
    told::of_layout,
};
use crate::{Evaluated, Value};

pub(super) static COMPLEMENT: Columns = Columns::new(&[layout("A"), tuple("cotarget")], complement)
    .required(1)
    .on_composed(OnComposed::Computed(composed_complement))
    .on_names(|operands| {
        let layout = operands.layout(0)?;
        let complement = match operands.len() {
            2 => run_time::proof::complement(&layout, &operands.shape(1)?)?,
            _ => run_time::proof::complement_in_cosize(&layout)?,
        };
        judged(operands, complement).map(Some)
    })
    .verdict(|arguments| {
        let cotarget = arguments.tuple(1).ok()?;
        Some(of_layout!(arguments, 0, a => explain::verdict::complement(&a, &cotarget)))
    })
    .says(
        "the offsets that A leaves out, below a cotarget",
        &[
            "A is injective but for modes of stride 0",
            "each stride divides the next one's, or the rest is rounded up",
        ],
        &[
            "size(R) >= cotarget / size(filter(A))",
            "no offset of R but 0 is one of A",
            "the strides of R grow",
        ],
    );

pub(super) static RIGHT_INVERSE: Columns = Columns::new(&[layout("A")], right_inverse)
    .on_swizzle(undone)
    .on_composed(OnComposed::Computed(|arguments| {
        inverted(algebra::composed_right_inverse(&composed::any(arguments, 0)?)?)
    }))
    .on_names(|operands| Ok(Some(run_time::right_inverse(&operands.layout(0)?)?.into())))
    .verdict(|arguments| Some(of_layout!(arguments, 0, a => explain::verdict::right_inverse(&a))))
    .says(
        "the layout that undoes A from the right",
        &["strides are known"],
        &["A(R(i)) = i for every i below size(R)", "size(R) is the longest run 0, 1, 2, .. that A reaches"],
    );

pub(super) static LEFT_INVERSE: Columns = Columns::new(&[layout("A")], left_inverse)
    .on_swizzle(undone)
    .on_composed(OnComposed::Computed(|arguments| {
        inverted(algebra::composed_left_inverse(&composed::any(arguments, 0)?)?)
    }))
    .on_names(|operands| judged(operands, run_time::proof::left_inverse(&operands.layout(0)?)?).map(Some))
    .verdict(|arguments| Some(of_layout!(arguments, 0, a => explain::verdict::left_inverse(&a))))
    .says(
        "the layout that undoes A from the left",
        &["A is injective"],
        &["R(A(i)) = i for every i below size(A)"],
    );

/// A swizzle undoes itself.
fn undone(swizzle: Swizzle, _: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    Ok(Value::Swizzle(swizzle).into())
}

fn inverted(answer: Answer<AnyLayout>) -> Result<Evaluated, Refusal> {
    let step = match &answer.value {
        AnyLayout::Chain(_) => "the inverse of each function, in the opposite order",
        _ => "the inverse of the layout, and the swizzle carried through it",
    };
    Ok(answered(answer, vec![step.to_owned()]))
}

/// Of a composed layout, with or without its cotarget.
fn composed_complement(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    let cotarget = if arguments.len() == 2 { Some(arguments.tuple(1)?) } else { None };
    Ok(Value::from(algebra::composed_complement(&composed::any(arguments, 0)?, cotarget.as_ref())?).into())
}

/// Proves and explains an operation on a layout with any kind of stride.
macro_rules! proved {
    ($arguments:expr, $layout:ident => $name:ident($($operand:expr),*)) => {
        match $arguments.any_layout(0)? {
            OperandLayout::Integer($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Coordinate($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Xor($layout) => {
                Ok(answered(proof::$name(&$layout $(, $operand)*)?, steps(explain::$name(&$layout $(, $operand)*))))
            }
            OperandLayout::Symbolic { .. } => Err($arguments.needs_numbers(0)),
        }
    };
}

fn complement(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if arguments.len() == 1 {
        return proved!(arguments, layout => complement_in_cosize());
    }
    let cotarget = arguments.tuple(1)?;
    proved!(arguments, layout => complement(&cotarget))
}

/// CuTe's inverse of an offset is its negative.
fn negated(arguments: &Arguments<'_>) -> Option<Result<Evaluated, Refusal>> {
    let offset = arguments.value(0).ok()?.as_int()?;
    let negative = offset.checked_neg().ok_or_else(|| Error::overflow(arguments.operation()));
    Some(negative.map(|negative| Value::int(negative).into()).map_err(Refusal::from))
}

fn right_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if let Some(negative) = negated(arguments) {
        return negative;
    }
    proved!(arguments, layout => right_inverse())
}

fn left_inverse(arguments: &Arguments<'_>) -> Result<Evaluated, Refusal> {
    if let Some(negative) = negated(arguments) {
        return negative;
    }
    proved!(arguments, layout => left_inverse())
}
