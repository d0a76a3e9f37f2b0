//! Enumerators.

use layoutlens_syntax::program::{Declaration, DeclarationKind};

/// Whether a declaration of C++ is that of an enumerator.
pub(crate) fn is_enumerator(declaration: &Declaration) -> bool {
    declaration.kind == DeclarationKind::Constant
        && declaration.is_internal
        && declaration.declared_type.is_none()
}
