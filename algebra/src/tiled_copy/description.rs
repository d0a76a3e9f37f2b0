//! Tiled copies as texts.

use std::str::FromStr;

use super::{TiledCopy, make_tiled_copy, make_tiled_copy_a, make_tiled_copy_b, make_tiled_copy_c};
use crate::atom::copy::{CopyAtom, template_arguments, unqualified};
use crate::{Error, ErrorKind, IntTuple, Layout, TiledMma, Tiler};

impl FromStr for TiledCopy {
    type Err = Error;

    /// Reads what [`Display`](std::fmt::Display) writes, and the words of the test vectors: `copy ATOM,TYPE;thr=LAYOUT;
    /// val=LAYOUT` (a bare shape is column-major, `val` may be left out), `copy_A ATOM,TYPE; mma ATOM thr=SHAPE
    /// perm=TILER` and the same with `copy_B` and `copy_C`.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`]; those of the atom and of the maker.
    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some(arguments) = template_arguments(&unqualified(text), "TiledCopy") {
            return of_type(text, &arguments);
        }
        let (head, rest) = text.split_once(';').unwrap_or((text, ""));
        let (maker, atom) = head.trim().split_once(' ').unwrap_or((head, ""));
        let atom: CopyAtom = atom.parse()?;
        match maker {
            "copy" => of_layouts(text, atom, rest),
            "copy_A" => make_tiled_copy_a(atom, &mma(text, rest)?),
            "copy_B" => make_tiled_copy_b(atom, &mma(text, rest)?),
            "copy_C" => make_tiled_copy_c(atom, &mma(text, rest)?),
            _ => Err(expected(text, "'copy', 'copy_A', 'copy_B' or 'copy_C'", maker)),
        }
    }
}

fn of_type(text: &str, arguments: &[String]) -> Result<TiledCopy, Error> {
    let [atom, layout_tv, tiler] = arguments else {
        return Err(expected(text, "an atom, a TV layout and a tiler", "something else"));
    };
    match tiler.parse()? {
        Tiler::ByMode(modes) => TiledCopy::new(atom.parse()?, layout_tv.parse()?, modes),
        Tiler::Layout(layout) => Err(expected(text, "a tiler '<32,8>'", &layout.to_string())),
    }
}

fn of_layouts(text: &str, atom: CopyAtom, words: &str) -> Result<TiledCopy, Error> {
    let mut threads = None;
    let mut values = Layout::compact(IntTuple::Int(1))?;
    for word in words.split(';').map(str::trim).filter(|word| !word.is_empty()) {
        match word.split_once('=') {
            Some(("thr", layout)) => threads = Some(layout_or_shape(layout)?),
            Some(("val", layout)) => values = layout_or_shape(layout)?,
            _ => return Err(expected(text, "'thr=' or 'val='", word)),
        }
    }
    let threads = threads.ok_or_else(|| expected(text, "'thr='", "no thread layout"))?;
    make_tiled_copy(atom, &threads, &values)
}

/// `mma ATOM thr=SHAPE perm=TILER`, with blanks where [`TiledMma::from_description`] wants `;`.
fn mma(text: &str, words: &str) -> Result<TiledMma, Error> {
    let words = words.trim();
    let Some(mma) = words.strip_prefix("mma ") else { return Err(expected(text, "'mma'", words)) };
    let parts: Vec<&str> =
        mma.split_whitespace().map(|part| if part == ABBREVIATED { MMA } else { part }).collect();
    TiledMma::from_description(&parts.join(";"))
}

/// What the test vectors write for [`MMA`].
const ABBREVIATED: &str = "SM80_16x8x16";
const MMA: &str = "SM80_16x8x16_F32F16F16F32_TN";

/// A layout, or a shape that stands for its column-major layout.
fn layout_or_shape(text: &str) -> Result<Layout, Error> {
    if text.contains(':') { text.parse() } else { Layout::compact(text.parse()?) }
}

fn expected(text: &str, expected: &str, found: &str) -> Error {
    let column = text.find(found).map_or(1, |at| 1 + text.get(..at).unwrap_or("").chars().count());
    Error::of_value(ErrorKind::Parse { column, expected: expected.to_owned(), found: format!("'{found}'") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for text in [
            "copy UniversalCopy<uint128_t>,half_t;thr=(16,8):(8,1);val=(1,8)",
            "copy Copy_Atom<DefaultCopy, float>; thr=32:1",
            "copy_B SM75_U32x4_LDSM_N,half_t; mma SM80_16x8x16 thr=(2,2,1) perm=<32,32,16>",
        ] {
            let copy: TiledCopy = text.parse().unwrap();
            assert_eq!(copy.to_string().parse::<TiledCopy>().unwrap(), copy);
        }
    }

    #[test]
    fn an_unreadable_text_says_what_was_expected() {
        let error = "copy UniversalCopy<float>,float;threads=(32,8)".parse::<TiledCopy>().unwrap_err();
        assert_eq!(error.to_string(), "column 33: expected 'thr=' or 'val=', found 'threads=(32,8)'");
    }
}
