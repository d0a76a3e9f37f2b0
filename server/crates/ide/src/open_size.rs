//! Sizes and strides in words that give way to `?` where a hint has no room for the shape.

/// The value with `?` for each size and stride that is no number: `(64,ceil_div(n,64))` is `(64,?)`.
pub(crate) fn with_open_sizes(value: &str) -> String {
    let mut shown = String::with_capacity(value.len());
    let (mut rest, mut depth) = (value, 0_usize);
    // What stands in front of a layout is no size.
    while let Some(first) = rest.chars().next() {
        let begins_tuple = first == '(' && shown.chars().next_back().is_none_or(|last| "(,: ".contains(last));
        match first {
            '(' if begins_tuple => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 && !",:( ".contains(first) => {
                let (leaf, behind) = rest.split_at(end_of_leaf(rest));
                shown.push_str(if leaf.contains(char::is_alphabetic) { "?" } else { leaf });
                rest = behind;
                continue;
            }
            _ => {}
        }
        shown.push(first);
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    shown
}

/// Where a size ends: at the comma, colon or parenthesis that is none of its own.
fn end_of_leaf(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' | ',' | ':' if depth == 0 => return at,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::with_open_sizes;

    #[test]
    fn sizes_in_words_are_open() {
        for (value, shown) in [
            ("(64,128,ceil_div(seqlen_k,64)):(k_stride,1,64*k_stride)", "(64,128,?):(?,1,?)"),
            ("((8,1),4,16*(d/2)):((1,0),n,64)", "((8,1),4,?):((1,0),?,64)"),
            (
                "Sw<3,3,3> o 0 o ((8,8),(64,n)):((64,512),(1,0))",
                "Sw<3,3,3> o 0 o ((8,8),(64,?)):((64,512),(1,0))",
            ),
            ("smem_ptr[16b](unset) o (8,n):(1,8)", "smem_ptr[16b](unset) o (8,?):(1,8)"),
            ("(64,128):(1@0,1@1)", "(64,128):(1@0,1@1)"),
            ("max(a,b):1", "max(a,b):1"),
            ("(a,(b", "(?,(?"),
        ] {
            assert_eq!(with_open_sizes(value), shown);
        }
    }
}
