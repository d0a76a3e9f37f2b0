//! How code takes a tuple apart.

/// The parts that code takes of a tuple: five, the last of them two, of
/// `auto [M, N, K, L, HB] = problem_shape; auto [H, B] = HB;`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TakenApart {
    /// What is taken of each part; none of what is taken whole.
    pub parts: Vec<TakenApart>,
    /// Whether it has so many parts and no more, as names for all of them say.
    pub is_exact: bool,
    /// Whether it is divided by another tuple that is more than one along its first mode: `shape_div(TileShape{},
    /// ThreadShape{})` where that is by default `Shape<_2,_1,_1>`.
    pub is_divided: bool,
    /// Whether a template takes it for the strides of a tensor, or for a tag of these: `CollectiveBuilder<.., half_t, LayoutA,
    /// 8, ..>`.
    pub is_stride: bool,
}

impl TakenApart {
    /// Whether nothing says that it is more than one number.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether a part is taken apart again.
    #[must_use]
    pub fn is_nested(&self) -> bool {
        self.parts.iter().any(|part| !part.is_whole())
    }

    /// Notes that there is a part with this index.
    pub fn with_part(&mut self, index: usize) {
        if self.parts.len() <= index {
            self.parts.resize_with(index + 1, Self::default);
        }
    }
}
