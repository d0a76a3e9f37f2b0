//! A tiled MMA in one line of words, as the test vectors describe it.

use super::TiledMma;
use crate::atom::mma::MmaAtom;
use crate::{Error, ErrorKind, Layout, Tiler};

impl TiledMma {
    /// Reads `ATOM;thr=LAYOUT;perm=TILER`: the atom's name (or `FMA<f32>`), the atom layout (a bare shape is compact),
    /// and the permutation (`default` for none). What is left out is `(1,1,1)` and `default`.
    ///
    /// # Errors
    /// [`ErrorKind::Parse`] for a part of another name; those of [`MmaAtom::find`] and of [`TiledMma::new`].
    ///
    /// ```
    /// use layout_algebra::TiledMma;
    ///
    /// let mma = TiledMma::from_description("SM80_8x8x4_F64F64F64F64_TN;thr=(2,2,1);perm=default")?;
    /// assert_eq!(mma.layout_a_tv()?.to_string(), "((4,16,2),(1,(1,1))):((16,1,0),(0,(0,0)))");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn from_description(text: &str) -> Result<Self, Error> {
        let mut parts = text.split(';').map(str::trim);
        let atom = MmaAtom::find(&written_out(parts.next().unwrap_or("")))?;
        let (mut atom_layout, mut permutation) = ("(1,1,1)", "default");
        for part in parts {
            match part.split_once('=') {
                Some(("thr", layout)) => atom_layout = layout,
                Some(("perm", tiler)) => permutation = tiler,
                _ => return Err(unexpected(text, part, "thr=LAYOUT or perm=TILER")),
            }
        }
        let atom_layout: Layout = match atom_layout.contains(':') {
            true => atom_layout.parse()?,
            false => Layout::compact(atom_layout.parse()?)?,
        };
        let permutation = match permutation {
            "default" => Vec::new(),
            tiler => match tiler.parse()? {
                Tiler::ByMode(modes) => modes,
                Tiler::Layout(_) => {
                    return Err(unexpected(text, tiler, "a by-mode tiler such as <32,32,16>"));
                }
            },
        };
        Self::new(atom, &atom_layout, &permutation)
    }
}

/// `UniversalFMA<float>` for `FMA<f32>`.
fn written_out(atom: &str) -> String {
    match atom.strip_prefix("FMA<") {
        Some(rest) => format!("UniversalFMA<{}", rest.replace("f32", "float").replace("f64", "double")),
        None => atom.to_owned(),
    }
}

/// The refusal of `part`, which stands somewhere in `text`.
fn unexpected(text: &str, part: &str, expected: &str) -> Error {
    let before = text.find(part).and_then(|at| text.get(..at)).unwrap_or("");
    Error::of_value(ErrorKind::Parse {
        column: before.chars().count() + 1,
        expected: expected.to_owned(),
        found: format!("'{part}'"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_another_name_is_refused_with_its_column() {
        let error = TiledMma::from_description("SM61_DP4A;thread=4").unwrap_err();
        assert_eq!(error.to_string(), "column 11: expected thr=LAYOUT or perm=TILER, found 'thread=4'");
    }

    #[test]
    fn an_atom_alone_is_one_atom() {
        let mma = TiledMma::from_description("SM75_16x8x8_F32F16F16F32_TN").unwrap();
        assert_eq!(mma.tile_shape().unwrap(), [16, 8, 8]);
    }
}
