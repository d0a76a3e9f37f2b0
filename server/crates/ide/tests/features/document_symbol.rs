use layoutlens_ide::{DocumentSymbol, DocumentSymbolKind, document_symbols, workspace_symbols};

use crate::fixture::cuda;

const CODE: &str = "#include <cute/tensor.hpp>
using namespace cute;
using Tile = Layout<Shape<_8,_4>>;
void f(int n) {
  auto sA = Tile{};
  // cute: let rows = size<0>(sA)
  int other = n;
}
void g() {}
";

fn shown(symbols: &[DocumentSymbol]) -> Vec<(&str, &str, DocumentSymbolKind)> {
    symbols.iter().map(|symbol| (symbol.name.as_str(), symbol.detail.as_str(), symbol.kind)).collect()
}

#[test]
fn every_let_is_a_symbol_with_its_value() {
    let fixture = cuda("// cute: let A = (4,8)\n// cute: show A\n// cute: let B = size(A)\n");
    let symbols = document_symbols(&fixture.analysis);
    let kind = DocumentSymbolKind::Binding;
    assert_eq!(shown(&symbols), [("A", "(4,8)", kind), ("B", "32", kind)]);
}

#[test]
fn layouts_of_the_code_stand_under_their_function() {
    let symbols = document_symbols(&cuda(CODE).analysis);
    assert_eq!(
        shown(&symbols),
        [("Tile", "(8,4):(1,8)", DocumentSymbolKind::Type), ("f", "", DocumentSymbolKind::Function)]
    );
    let [_, function] = symbols.as_slice() else { panic!("two symbols") };
    assert_eq!(&CODE[function.name_range.clone()], "f");
    assert_eq!(
        shown(&function.children),
        [("sA", "(8,4):(1,8)", DocumentSymbolKind::Variable), ("rows", "8", DocumentSymbolKind::Binding)]
    );
    for symbol in symbols.iter().chain(&function.children) {
        let (range, name) = (&symbol.range, &symbol.name_range);
        assert!(range.start <= name.start && name.end <= range.end, "{symbol:?}");
    }
}

#[test]
fn symbols_are_found_by_a_part_of_their_names() {
    let fixture = cuda(CODE);
    let found = |query: &str, most: usize| -> Vec<String> {
        let symbols = workspace_symbols(&fixture.analysis, query, most);
        symbols
            .into_iter()
            .map(|(symbol, function)| format!("{} in {}", symbol.name, function.as_deref().unwrap_or("-")))
            .collect()
    };
    assert_eq!(found("s", 9), ["rows in f", "sA in f"]);
    assert_eq!(found("TILE", 9), ["Tile in -"]);
    assert_eq!(found("", 2).len(), 2);
    assert!(found("other", 9).is_empty());
}
