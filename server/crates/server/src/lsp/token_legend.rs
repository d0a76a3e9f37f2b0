//! How colours of statements are numbered on the wire.

use layoutlens_ide::SemanticTokenKind;
use lsp_types::{SemanticTokensFullDelta, SemanticTokensLegend, SemanticTokensOptions};

/// The types of tokens in the order of their numbers; all are the protocol's own.
const TYPES: [(SemanticTokenKind, &str); 8] = [
    (SemanticTokenKind::Keyword, "keyword"),
    (SemanticTokenKind::Function, "function"),
    (SemanticTokenKind::Variable, "variable"),
    (SemanticTokenKind::Type, "type"),
    (SemanticTokenKind::Number, "number"),
    (SemanticTokenKind::Operator, "operator"),
    (SemanticTokenKind::Option, "parameter"),
    (SemanticTokenKind::Code, "enumMember"),
];

/// The one modifier.
const DECLARATION: &str = "declaration";

/// What the server offers.
pub(super) fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: TYPES.iter().map(|(_, name)| (*name).to_owned()).collect(),
            token_modifiers: vec![DECLARATION.to_owned()],
        },
        range: Some(true.into()),
        full: Some(SemanticTokensFullDelta { delta: Some(true) }.into()),
        ..Default::default()
    }
}

/// The number of a kind.
pub(super) fn number(kind: SemanticTokenKind) -> Option<u32> {
    let place = TYPES.iter().position(|(listed, _)| *listed == kind)?;
    u32::try_from(place).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_kind_is_its_place_in_the_legend() {
        let options = options();
        assert_eq!(number(SemanticTokenKind::Code), Some(7));
        assert_eq!(options.legend.token_types.last().map(String::as_str), Some("enumMember"));
        assert!(options.legend.token_modifiers == [DECLARATION]);
    }
}
