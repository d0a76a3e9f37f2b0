//! Tiled copies and MMAs, whose printed form holds layouts under names.

use super::notation::{Names, Notation};

/// Whether what we show of an atom says the same as CuTe's print of it; an error where they have nothing in common.
pub(super) fn same(ours: &str, printed: &str) -> Result<Option<bool>, String> {
    let apart = || format!("{ours} is not of a form that is compared");
    if let Some(inside) = ours.strip_prefix("TiledCopy<").and_then(|rest| rest.strip_suffix('>')) {
        let [_, layout_tv, tiler] = split(inside)[..] else { return Err(apart()) };
        let tiler_is = field(printed, "Tiler_MN:").and_then(|theirs| is(tiler, theirs));
        let layout_is = field(printed, "TiledLayout_TV:").and_then(|theirs| is(layout_tv, theirs));
        return Ok(tiler_is.zip(layout_is).map(|(tiler, layout)| tiler && layout));
    }
    if let Some(inside) = ours.strip_prefix("make_tiled_mma(").and_then(|rest| rest.strip_suffix(')')) {
        let [_, _, permutation] = split(inside)[..] else { return Err(apart()) };
        return Ok(field(printed, "PermutationMNK:").and_then(|theirs| is(permutation, theirs)));
    }
    Err(apart())
}

fn is(ours: &str, theirs: &str) -> Option<bool> {
    Notation::read(ours)?.is(&Notation::read(theirs)?, &Names::new())
}

/// The word behind `name` in CuTe's print.
fn field<'t>(printed: &'t str, name: &str) -> Option<&'t str> {
    printed.split_once(name)?.1.split_whitespace().next()
}

/// Splits at commas outside of brackets.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, character) in text.char_indices() {
        match character {
            '(' | '<' => depth += 1,
            ')' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tiled_copy_has_the_same_layout_and_tiler() {
        let printed =
            "TiledCopy   Tiler_MN:       (_16,_64)   TiledLayout_TV: ((_8,_16),_8):((_128,_1),_16) Copy_Atom";
        let ours =
            |layout: &str| format!("TiledCopy<Copy_Atom<UniversalCopy<float>,float>, {layout}, <16,64>>");
        assert_eq!(same(&ours("((8,16),8):((128,1),16)"), printed), Ok(Some(true)));
        assert_eq!(same(&ours("((8,16),8):((128,1),17)"), printed), Ok(Some(false)));
    }
}
