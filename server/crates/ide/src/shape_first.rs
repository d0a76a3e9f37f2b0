//! A value in few characters: never cut in the middle. The shape stays whole as long as it fits; a pointer gives way
//! before the strides, these before what is composed in front, and the shape is cut last, at its end.

/// What stands for what was left out.
const LEFT_OUT: &str = "…";

/// What stands between two functions of a composed layout.
const COMPOSES: &str = " o ";

/// `value` in at most `longest` characters.
pub(crate) fn shape_first(value: &str, longest: usize) -> String {
    if count(value) <= longest {
        return value.to_owned();
    }
    let parts = Parts::of(value);
    let fits = |text: &String| count(text) <= longest;
    if parts.is_at_end() {
        let whole = format!("{}{}:{}", parts.short_prefix(), parts.shape, parts.stride);
        if fits(&whole) {
            return whole;
        }
    }
    for prefix in [parts.short_prefix(), parts.least_prefix()] {
        let head = format!("{prefix}{}:", parts.shape);
        if let Some(room) = longest.checked_sub(count(&head) + count(LEFT_OUT))
            && !parts.stride.is_empty()
        {
            return format!("{head}{}{LEFT_OUT}", leading_leaves(parts.stride, room, usize::MAX));
        }
    }
    let prefix = parts.least_prefix();
    let room = longest.saturating_sub(count(&prefix) + count(LEFT_OUT));
    format!("{prefix}{}{LEFT_OUT}", start_of_shape(parts.shape, room))
}

/// In how many characters the whole shape fits.
pub(crate) fn least_with_shape(value: &str) -> usize {
    let parts = Parts::of(value);
    let least = format!("{}{}:{LEFT_OUT}", parts.least_prefix(), parts.shape);
    count(&least).min(count(value))
}

/// A sentence in at most `longest` characters, cut at its end, between words where there is one.
pub(crate) fn start_of_sentence(sentence: &str, longest: usize) -> String {
    if count(sentence) <= longest {
        return sentence.to_owned();
    }
    let kept: String = sentence.chars().take(longest.saturating_sub(1)).collect();
    let words = kept.rfind(' ').filter(|at| *at > kept.len() / 2).and_then(|at| kept.get(..at));
    format!("{}{LEFT_OUT}", words.unwrap_or(&kept))
}

fn count(text: &str) -> usize {
    text.chars().count()
}

/// A layout and what it is composed with.
struct Parts<'a> {
    /// What is applied after the layout: `Sw<3,4,3>`, `smem_ptr[16b](unset)`.
    before: Vec<&'a str>,
    shape: &'a str,
    /// Empty where there is none: of a shape, a sentence.
    stride: &'a str,
    /// Whether something is applied before the layout.
    has_more: bool,
}

impl<'a> Parts<'a> {
    fn of(value: &'a str) -> Self {
        let operands: Vec<&str> = value.split(COMPOSES).collect();
        let of_layout = operands.iter().rposition(|operand| colon(operand).is_some());
        let Some((at, layout)) = of_layout.and_then(|at| Some((at, *operands.get(at)?))) else {
            return Self { before: Vec::new(), shape: value, stride: "", has_more: false };
        };
        let (shape, stride) = layout.split_at(colon(layout).unwrap_or(layout.len()));
        Self {
            before: operands.get(..at).unwrap_or_default().to_vec(),
            shape,
            stride: stride.trim_start_matches(':'),
            has_more: at + 1 < operands.len(),
        }
    }

    fn is_at_end(&self) -> bool {
        !self.has_more && !self.stride.is_empty()
    }

    /// What stands in front, without pointers.
    fn short_prefix(&self) -> String {
        let is_pointer =
            |operand: &str| operand.contains(['[', '(']) && operand.contains(char::is_alphabetic);
        let mut shown: Vec<&str> = Vec::new();
        for operand in &self.before {
            let operand = if is_pointer(operand) { LEFT_OUT } else { operand };
            if shown.last() != Some(&operand) {
                shown.push(operand);
            }
        }
        shown.iter().map(|operand| format!("{operand}{COMPOSES}")).collect()
    }

    /// That something stands in front.
    fn least_prefix(&self) -> String {
        if self.before.is_empty() { String::new() } else { format!("{LEFT_OUT}{COMPOSES}") }
    }
}

/// The byte of the `:` between shape and stride.
fn colon(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            _ => {}
        }
        (c == ':' && depth == 0).then_some(at)
    })
}

/// The start of a tuple up to the last leaf that is whole within `room` characters and no deeper than `depth`.
fn leading_leaves(tuple: &str, room: usize, depth: usize) -> &str {
    let mut end = 0;
    // For each open bracket whether it is a call's: `ceil_div(M,128)` is one leaf.
    let mut open: Vec<bool> = Vec::new();
    let mut before = ' ';
    for (index, (at, c)) in tuple.char_indices().enumerate() {
        if index >= room {
            break;
        }
        match c {
            '(' => open.push(before.is_alphanumeric() || before == '_'),
            ')' => {
                open.pop();
            }
            ',' if open.len() <= depth && !open.contains(&true) => end = at + c.len_utf8(),
            _ => {}
        }
        before = c;
    }
    tuple.get(..end).unwrap_or_default()
}

/// The start of a shape within `room` characters: up to a mode, else to a leaf, else to a bracket or comma of a call; empty
/// where no number or name is whole.
fn start_of_shape(shape: &str, room: usize) -> &str {
    for depth in [1, usize::MAX] {
        let leaves = leading_leaves(shape, room, depth);
        if !leaves.is_empty() {
            return leaves;
        }
    }
    let within = shape.char_indices().nth(room).map_or(shape.len(), |(at, _)| at);
    let within = shape.get(..within).unwrap_or_default();
    let whole = within.rfind([',', '(', ')']).and_then(|at| within.get(..=at)).unwrap_or_default();
    if whole.contains(char::is_alphanumeric) { whole } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays() {
        assert_eq!(shape_first("(4,8):(8,1)", 11), "(4,8):(8,1)");
    }

    #[test]
    fn strides_give_way_leaf_by_leaf_and_the_shape_stays_whole() {
        let value = "((8,16),(64,2)):((64,512),(1,8192))";
        assert_eq!(shape_first(value, 28), "((8,16),(64,2)):((64,512),…");
        assert_eq!(shape_first(value, 25), "((8,16),(64,2)):((64,…");
        assert_eq!(shape_first(value, 18), "((8,16),(64,2)):…");
        assert_eq!(least_with_shape(value), 17);
    }

    #[test]
    fn a_pointer_gives_way_before_the_strides_and_these_before_the_swizzle() {
        let value = "Sw<3,4,3> o smem_ptr[16b](unset) o ((8,16),(64,2)):((64,512),(1,8192))";
        assert_eq!(shape_first(value, 60), "Sw<3,4,3> o … o ((8,16),(64,2)):((64,512),(1,8192))");
        assert_eq!(shape_first(value, 40), "Sw<3,4,3> o … o ((8,16),(64,2)):((64,…");
        assert_eq!(shape_first(value, 30), "… o ((8,16),(64,2)):((64,…");
        assert_eq!(
            shape_first("Sw<3,3,3> o 0 o ((8,16),(64,2)):((64,512),(1,8192))", 40),
            "Sw<3,3,3> o 0 o ((8,16),(64,2)):((64,…"
        );
    }

    #[test]
    fn a_shape_that_does_not_fit_is_cut_behind_one_of_its_modes() {
        let value = "((128,64),(ceil_div(M,128),ceil_div(K,64))):((1,M),(128,64*M))";
        assert_eq!(shape_first(value, 45), "((128,64),(ceil_div(M,128),ceil_div(K,64))):…");
        assert_eq!(shape_first(value, 40), "((128,64),…");
        assert_eq!(shape_first("((128,64,32,16),8):((1,2,3,4),5)", 12), "((128,64,…");
    }

    #[test]
    fn no_number_is_cut_in_two() {
        assert_eq!(shape_first("123456:777777", 7), "…");
        assert_eq!(shape_first("(123456,777777):(1,123456)", 8), "…");
        assert_eq!(shape_first("(123456,777777):(1,123456)", 9), "(123456,…");
        assert_eq!(shape_first("(ceil_div(M,128),8):(1,2)", 14), "(ceil_div(M,…");
        assert_eq!(shape_first("(ceil_div(M,128),8):(1,2)", 10), "…");
    }

    #[test]
    fn functions_behind_the_layout_are_cut_with_its_strides() {
        assert_eq!(shape_first("(16,8):(8,1) o -6 o Sw<2,1,3>", 15), "(16,8):(8,…");
    }

    #[test]
    fn sentences_end_between_words() {
        assert_eq!(start_of_sentence("unknown: size needs a number", 24), "unknown: size needs a…");
    }
}
