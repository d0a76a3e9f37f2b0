//! What an operation adds to the error of another one that it uses: its own name, the mode, the operand.

use super::{Error, ErrorKind};

impl Error {
    /// The same error, of an operation that was asked for and uses the one that failed.
    pub(crate) fn of_operation(mut self, name: &'static str) -> Self {
        if self.0.operation.is_some() && !self.kind().is_of_one_operation() {
            self.0.operation = Some(name);
        }
        self
    }

    /// The same error, where it happened inside mode `index`.
    pub(crate) fn in_mode(mut self, index: usize) -> Self {
        if !self.kind().shows_whose_mode()
            && let Some(mode) = &mut self.0.mode
        {
            mode.0.insert(0, index);
        }
        self
    }

    /// The same error of a composition whose right operand is `name`.
    pub(crate) fn of_operand(mut self, name: &'static str) -> Self {
        if let ErrorKind::StrideDivisibility { operand, .. } | ErrorKind::ShapeDivisibility { operand, .. } =
            self.kind_mut()
        {
            *operand = name;
        }
        self
    }

    /// The same error of a composition whose right operand is the pair (first, second).
    pub(crate) fn of_pair(mut self, first: &'static str, second: &'static str) -> Self {
        let refusal = &mut *self.0;
        if let ErrorKind::StrideDivisibility { operand, .. } | ErrorKind::ShapeDivisibility { operand, .. } =
            &mut refusal.kind
            && let Some(mode) = refusal.mode.as_mut().filter(|mode| !mode.0.is_empty())
        {
            *operand = if mode.0.remove(0) == 0 { first } else { second };
        }
        self
    }
}

impl ErrorKind {
    /// Whether only one operation says this, whichever uses it: the words would not fit another one.
    fn is_of_one_operation(&self) -> bool {
        matches!(
            self,
            ErrorKind::LeftInverseDivisibility { .. }
                | ErrorKind::TileToShapeIndivisible { .. }
                | ErrorKind::ShapeDiv { .. }
                | ErrorKind::XorCarry { .. }
                | ErrorKind::TiledCopySize { .. }
                | ErrorKind::CotiledMemory { .. }
                | ErrorKind::NotCanonical { .. }
                | ErrorKind::NoSwizzleMode { .. }
                | ErrorKind::SmemTile { .. }
        )
    }

    /// Whether the mode is one of a value that the message shows, so that it stays where that value is a part.
    fn shows_whose_mode(&self) -> bool {
        matches!(
            self,
            ErrorKind::NonPositiveSize { .. }
                | ErrorKind::NonCongruent { .. }
                | ErrorKind::CoordinateMismatch { .. }
                | ErrorKind::TileToShapeIndivisible { .. }
                | ErrorKind::FractionalBasis { .. }
        )
    }
}
