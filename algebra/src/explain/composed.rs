//! The steps of composed layouts: what happens to the layout inside, and what stays outside.

use super::coordinate::{eval, swizzle_apply};
use super::step::Step;
use crate::{ComposedLayout, Error, IntTuple, Layout};

/// The steps of [`composed_map`](crate::composed_map): swizzle and offset stay, and the layout inside is operated on.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{ComposedLayout, explain};
///
/// let composed: ComposedLayout = "Sw<3,4,3> o 0 o (2,3,5):(15,5,1)".parse()?;
/// let steps = explain::composed_map(&composed, |layout| explain::group(layout, 0, 2))?;
/// let texts: Vec<String> = steps.into_iter().map(|step| step.text).collect();
/// assert_eq!(texts, [
///     "Sw<3,4,3> and the offset 0 stay; on (2,3,5):(15,5,1):",
///     "modes 0 to 1 become mode 0, (2,3):(15,5)",
///     "group = ((2,3),5):((15,5),1)",
///     "composed = Sw<3,4,3> o 0 o ((2,3),5):((15,5),1)",
/// ]);
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_map(
    composed: &ComposedLayout,
    explained: impl FnOnce(&Layout) -> Result<Vec<Step>, Error>,
) -> Result<Vec<Step>, Error> {
    const OPERATION: &str = "composed_map";
    let (swizzle, offset, layout) = (composed.swizzle(), *composed.offset(), composed.layout());
    let text = format!("{swizzle} and the offset {offset} stay; on {layout}:");
    let mut steps = vec![Step::new(OPERATION, text).with("offset", offset).with_value(layout)];
    steps.extend(explained(layout)?);
    if let Some(Ok(inner)) = steps.last().and_then(|step| Some(step.value.as_ref()?.parse::<Layout>())) {
        let whole = ComposedLayout::new(swizzle, offset, inner).simplified();
        steps.push(Step::result(OPERATION, "composed", &whole));
    }
    Ok(steps)
}

/// The steps of [`ComposedLayout::eval`]: the offset of the layout inside, the offset beside it, the swizzle.
///
/// # Errors
/// Those of the operation.
///
/// ```
/// use layout_algebra::{ComposedLayout, explain};
///
/// let atom: ComposedLayout = "Sw<3,4,3> o 0 o (8,64):(64,1)".parse()?;
/// let steps = explain::composed_eval(&atom, &"(2,0)".parse()?)?;
/// assert_eq!(steps.last().unwrap().text, "swizzle_apply = 128 ^ 16 = 144");
/// # Ok::<(), layout_algebra::Error>(())
/// ```
pub fn composed_eval(composed: &ComposedLayout, coordinate: &IntTuple) -> Result<Vec<Step>, Error> {
    composed.eval(coordinate)?;
    let mut steps = eval(composed.layout(), coordinate)?;
    let (inner, offset) = (composed.layout().eval(coordinate)?, *composed.offset());
    let before = inner.checked_add(offset).ok_or_else(|| Error::overflow("eval"))?;
    if offset != 0 {
        let text = format!("with the offset: {inner} + {offset} = {before}");
        steps.push(Step::new("eval", text).with("offset", offset).with_value(&before));
    }
    steps.extend(swizzle_apply(&composed.swizzle(), before)?);
    Ok(steps)
}
