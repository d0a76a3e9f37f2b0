use layoutlens_ide::document_symbols;

use crate::fixture::cuda;

#[test]
fn every_let_is_a_symbol_with_its_value() {
    let fixture = cuda("// cute: let A = (4,8)\n// cute: show A\n// cute: let B = size(A)\n");
    let symbols = document_symbols(&fixture.analysis);
    let found: Vec<_> = symbols.iter().map(|symbol| (symbol.name.as_str(), symbol.detail.as_str())).collect();
    assert_eq!(found, [("A", "(4,8)"), ("B", "32")]);
}
