//! Code and statements without an end.

use std::{fs, io, ops::Range, path::Path};

use super::Case;

const CPP: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const DSL: &str = "import cutlass\nimport cutlass.cute as cute\n";

pub(super) const CASES: &[Case] = &[
    Case {
        name: "a statement of 100,000 open brackets",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("// cute: let A = {}", "(".repeat(100_000))),
    },
    Case {
        name: "a statement of 100,000 nested brackets",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("// cute: let A = {}1{}", "(".repeat(100_000), ")".repeat(100_000))),
    },
    Case {
        name: "C++ of 100,000 nested brackets",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("int x = {}1{};\n", "(".repeat(100_000), ")".repeat(100_000))),
    },
    Case {
        name: "C++ of 100,000 open braces",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("void f() {}", "{ if (a) ".repeat(100_000))),
    },
    Case {
        name: "C++ of 28,000 heads in each other without braces",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("void f(int a) {{\n{} a = 1;\n}}\n", "if(a)\n".repeat(28_000))),
    },
    Case {
        name: "C++ of 14,000 heads before directives without an end",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("void f(int n) {{\n{}", "if (n)\n#if 1\n".repeat(14_000))),
    },
    Case {
        name: "C++ of 15,000 branches in a row",
        open: "m.cu",
        says: "",
        make: |at| {
            let branches = "else if (a) a = 2;\n".repeat(15_000);
            cpp(at, &format!("void f(int a) {{\nif (a) a = 1;\n{branches}}}\n"))
        },
    },
    Case {
        name: "C++ of 25,000 blocks that calls in each other are given",
        open: "m.cu",
        says: "",
        make: |at| {
            let (open, close) = ("a(b, {\n".repeat(25_000), ";})".repeat(25_000));
            cpp(at, &format!("void f() {{\n{open}{close};\n}}\n"))
        },
    },
    Case {
        name: "C++ of a line of a million braces and signs that close nothing",
        open: "m.cu",
        says: "",
        make: |at| {
            let braces = "{}#".repeat(300_000);
            cpp(at, &format!("void f() {{\n{}{braces}}}}}}}\n", " ".repeat(100_000)))
        },
    },
    Case {
        name: "C++ of 100,000 open angles",
        open: "m.cu",
        says: "",
        make: |at| cpp(at, &format!("auto x = {}", "A<B<".repeat(50_000))),
    },
    Case {
        name: "Python of 100,000 nested brackets",
        open: "m.py",
        says: "",
        make: |at| python(at, &format!("x = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000))),
    },
    Case {
        name: "Python of 80,000 operators in a row",
        open: "m.py",
        says: "",
        make: |at| python(at, &format!("x = ({}7)\n", "7&\n7^\n".repeat(40_000))),
    },
    Case {
        name: "Python indented 2,000 deep",
        open: "m.py",
        says: "",
        make: |at| {
            let mut text = String::new();
            text += &lines(0..2000, |depth| format!("{}if a:", " ".repeat(depth)));
            python(at, &text)
        },
    },
    Case {
        name: "Rust of 100,000 nested brackets",
        open: "m.rs",
        says: "",
        make: |at| {
            fs::write(
                at.join("m.rs"),
                format!(
                    "use layout_algebra::*;\nfn f() {{ let x = {}1{}; }}\n",
                    "(".repeat(100_000),
                    ")".repeat(100_000)
                ),
            )
        },
    },
    Case {
        name: "a macro that doubles 30 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = "#define M0 Int<4>{}\n".to_owned();
            text += &lines(1..31, |n| format!("#define M{n} M{0}, M{0}", n - 1));
            cpp(at, &format!("{text}void f() {{ auto a = make_shape(M30); }}\n"))
        },
    },
    Case {
        name: "macros that use themselves",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                "#define A B B\n#define B A A\n#define F(x) F(F(x)) + x\nvoid f() { auto a = make_shape(A, F(F(F(1)))); }\n",
            )
        },
    },
    Case {
        name: "a template that instantiates itself",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                "template <int N> auto f() { return make_layout(make_shape(Int<N>{}, f<N + 1>(), f<N + 2>())); }\ntemplate <int N> struct S { using T = S<N + 1>; static constexpr int v = S<N + 1>::v + S<N + 2>::v; };\nvoid g() { auto a = f<0>(); auto b = make_layout(Int<S<0>::v>{}); }\n",
            )
        },
    },
    Case {
        name: "a function that calls itself three times",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                "constexpr int f(int n) { return n < 1 ? 1 : f(n - 1) + f(n - 2) + f(n - 3); }\nvoid g() { auto a = make_layout(Int<f(60)>{}); }\n",
            )
        },
    },
    Case {
        name: "loops of 10^9 rounds in each other",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                "void g() { int n = 0; for (int i = 0; i < 1000000000; ++i) for (int j = 0; j < 1000000000; ++j) n += j; while (true) n++; auto a = make_layout(n); }\n",
            )
        },
    },
    Case {
        name: "10,000 call sites of a template",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = "template <class L> auto f(L l) { auto a = make_layout(l, make_layout(l)); auto b = coalesce(a); return b; }\nvoid g() {\n".to_owned();
            text += &lines(0..10_000, |n| format!("  auto x{n} = f(make_layout(Int<{}>{{}}));", n + 1));
            cpp(at, &(text + "}\n"))
        },
    },
    Case {
        name: "2,000 overloads and 2,000 calls",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = String::new();
            text += &lines(0..2000, |n| format!("auto f(Int<{n}> a) {{ return make_layout(a); }}"));
            text += &lines(0..2000, |n| format!("auto y{n} = f(Int<{n}>{{}});"));
            cpp(at, &text)
        },
    },
    Case {
        name: "chains of 5,000 functions",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = "auto f0() { return make_layout(Int<4>{}); }\n".to_owned();
            text += &lines(1..5000, |n| {
                format!("auto f{n}() {{ auto a = f{0}(); auto b = f{0}(); return b; }}", n - 1)
            });
            cpp(at, &text)
        },
    },
    Case {
        name: "a shape of 100,000 modes",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                &format!(
                    "// cute: let A = ({}2)\nvoid f() {{ auto a = make_shape({}2); }}\n",
                    "2,".repeat(100_000),
                    "2,".repeat(100_000)
                ),
            )
        },
    },
    Case {
        name: "integers of 100,000 digits",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                &format!(
                    "// cute: let A = ({0},8):({0},1)\nvoid f() {{ auto a = make_layout(Int<{0}>{{}}); int b = 9223372036854775807; auto c = make_layout(b * b, b + b); }}\n",
                    "9".repeat(100_000)
                ),
            )
        },
    },
    Case {
        name: "statements that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = "// cute: let A0 = (2,2):(1,2)\n".to_owned();
            text += &lines(1..60, |n| format!("// cute: let A{n} = make_layout(A{0}, A{0})", n - 1));
            cpp(at, &text)
        },
    },
    Case {
        name: "variables that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let mut text = "void f() {\n  auto a0 = make_layout(Int<2>{});\n".to_owned();
            text += &lines(1..60, |n| format!("  auto a{n} = make_layout(a{0}, a{0});", n - 1));
            cpp(at, &(text + "}\n"))
        },
    },
    Case {
        name: "tuples of Python that double 60 times",
        open: "m.py",
        says: "",
        make: |at| {
            let mut text = "a0 = (2, 2)\n".to_owned();
            text += &lines(1..60, |n| format!("a{n} = (a{0}, a{0})", n - 1));
            python(at, &(text + "x = cute.make_layout(a59)\n"))
        },
    },
    Case {
        name: "lists, strings and numbers of Python without measure",
        open: "m.py",
        says: "",
        make: |at| {
            python(
                at,
                "a = [0] * 10**9\nb = 'x' * 10**10\nc = 9 ** 9 ** 9 ** 9\nd = list(range(10**12))\ne = [i for i in range(10**8) for j in range(10**8)]\nf = '%1000000000d' % 1\ng = 1 << (1 << 62)\nh = f'{1:>1000000000}'\nx = cute.make_layout((len(a), len(b), c, g))\nwhile True:\n    a = a + a\n",
            )
        },
    },
    Case {
        name: "Python functions that call each other",
        open: "m.py",
        says: "",
        make: |at| {
            python(
                at,
                "def f(n):\n    return g(n + 1) + g(n + 2)\ndef g(n):\n    return f(n + 1) + f(n + 2)\nclass A:\n    def __init__(self):\n        self.a = A()\nx = cute.make_layout(f(0))\ny = A()\n",
            )
        },
    },
    Case {
        name: "a grid of 10,000 by 10,000 and operations on it",
        open: "m.cu",
        says: "",
        make: |at| {
            cpp(
                at,
                "// cute: let A = (10000,10000):(10000,1)\n// cute: let B = composition(A, (9999,9999):(3,7))\n// cute: let C = complement((7919,7907):(3,104729), 99999999)\n// cute: let D = right_inverse((4096,4096,4096):(1,4096,16777216))\n// cute: show bank_conflicts((1048576,1024):(3,5), f32)\n// cute: let E = image((1000000,1000):(3,5))\n// cute: show A\n",
            )
        },
    },
    Case {
        name: "a layout of 2^60 elements in every operation",
        open: "m.cu",
        says: "",
        make: |at| {
            let operations = [
                "coalesce(A)",
                "complement(A, 2305843009213693952)",
                "right_inverse(A)",
                "left_inverse(A)",
                "logical_divide(A, A)",
                "logical_product(A, A)",
                "composition(A, A)",
                "image(A)",
                "zipped_divide(A, (3,5))",
                "sectors(A, f32)",
                "bank_conflicts(A, f32)",
                "injective(A)",
            ];
            let mut text = "// cute: let A = (1073741824,1073741823):(1073741823,1)\n".to_owned();
            text += &lines(0..operations.len(), |n| format!("// cute: let R{n} = {}", operations[n]));
            cpp(at, &text)
        },
    },
    Case {
        name: "strings that are Markdown, tags, links and escapes",
        open: "m.py",
        says: "",
        make: |at| {
            let evil = "[click](command:layoutlens.showGrid?%5B%7B%7D%5D) <img src=x onerror=alert(1)> ``` **b** \\x1b[2J http://evil.example/x";
            python(
                at,
                &format!(
                    "def f(a):\n    assert a == 1, \"{evil}\"\n    raise ValueError(\"{evil}\")\nx = cute.make_layout(f(\"{evil}\"))\ny = cute.make_layout(4, stride=\"{evil}\")\n# cute: let A = `{evil}\nz = cute.make_layout(cute.{evil})\nw = cute.make_layout(x['{evil}'])\n"
                ),
            )
        },
    },
    Case {
        name: "C++ that is Markdown, tags, links and escapes",
        open: "m.cu",
        says: "",
        make: |at| {
            let evil =
                "[click](command:layoutlens.showGrid?%5B%5D) <img src=x> ``` **b** *i* \u{1b}[2J \u{202e}";
            cpp(
                at,
                &format!(
                    "template <int N> void f(const char* s) {{ static_assert(N == 4, \"{evil}\"); auto a = make_layout(\"{evil}\"); auto b = make_layout(s[\"{evil}\"]); /* {evil} */ int c = 128*blockIdx.x*ldA; auto d = make_layout(c, g(\"{evil}\")); }}\n// cute: let A = {evil}\n// cute: let `{evil}` = (4)\n// cute: show nothing({evil})\nvoid g() {{ f<3>(\"{evil}\"); }}\n"
                ),
            )
        },
    },
];

fn cpp(at: &Path, text: &str) -> io::Result<()> {
    fs::write(at.join("m.cu"), format!("{CPP}{text}"))
}

fn python(at: &Path, text: &str) -> io::Result<()> {
    fs::write(at.join("m.py"), format!("{DSL}{text}"))
}

fn lines(numbers: Range<usize>, line: impl Fn(usize) -> String) -> String {
    numbers.map(|n| line(n) + "\n").collect()
}
