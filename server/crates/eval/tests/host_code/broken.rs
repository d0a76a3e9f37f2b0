//! Code that the grammar does not read: what stands in it may be written, wherever it was declared.

use crate::fixture::check;

#[test]
fn what_a_statement_that_is_not_read_may_write_is_unknown_behind_its_block_too() {
    // The grammar takes an assignment in parentheses with a comma for a fold.
    for (statement, of) in [
        ("n = (n += 3, n);", "n"),
        ("int b = (n += 3, n * 2);", "n"),
        ("int b = (++n, m = 1, n);", "n"),
        ("int b = (m = 1, n--, n);", "n"),
        ("int b = (m += 1, *&n = 3);", "n"),
        ("int b = (m += 1, in >> n, n);", "n"),
        ("int b = (m += 1, s.k = 3);", "s.k"),
        ("int b = (m += 1, a[0] = 3);", "a[0]"),
    ] {
        for (open, close) in
            [("{", "}"), ("for (int i = 0; i < 3; ++i) {", "}"), ("auto f = [&](int q) {", "}; f(1);")]
        {
            check(
                &format!(
                    "struct S {{ int k; }};\nvoid f(std::istream& in) {{\nint n = 5, m = 0; S s{{5}}; int a[2] = {{5, 6}};\n{open} {statement} {close}\nauto l = make_layout(make_shape(Int<2>{{}}, {of} * 0 + 5));\nauto y = make_layout(make_shape({of}, Int<2>{{}}));\nauto x = make_layout(Int<{of} == 5 ? 1 : 2>{{}});\n}}"
                ),
                &["x is unknown"],
            );
        }
    }
}
