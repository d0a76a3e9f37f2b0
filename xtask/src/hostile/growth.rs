//! Code in which each value holds the last one twice, sixty times, and code that nests it fifty thousand times.

use std::{fs, io, path::Path};

use super::Case;

const CPP: &str = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const DSL: &str = "import cutlass\nimport cutlass.cute as cute\n";

const DOUBLED: usize = 60;
const NESTED: usize = 50_000;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "tuples of C++ that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "auto a# = make_tuple(a@, a@);");
            function(at, "", &format!("auto a0 = make_tuple(1, 2);\n{lines}auto x = make_layout(a60);\n"))
        },
    },
    Case {
        name: "tilers of C++ that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "auto a# = make_tuple(a@, a@);");
            function(
                at,
                "",
                &format!("auto a0 = make_layout(Int<2>{{}});\n{lines}auto x = logical_divide(a0, a60);\n"),
            )
        },
    },
    Case {
        name: "types of CuTe that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "using T# = Shape<T@, T@>;");
            function(at, "", &format!("using T0 = Shape<_1, _2>;\n{lines}auto x = make_layout(T60{{}});\n"))
        },
    },
    Case {
        name: "class templates that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "using T# = P<T@, T@>;");
            function(
                at,
                "template <class A, class B> struct P { static constexpr int v = 3; A a; B b; };\n",
                &format!("using T0 = P<int, int>;\n{lines}T60 t; auto x = make_layout(Int<T60::v>{{}});\n"),
            )
        },
    },
    Case {
        name: "objects of C++ that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "S s#{s@, s@};");
            function(
                at,
                "template <class A> struct S { A a; A b; };\n",
                &format!(
                    "S<int> s0{{1, 2}};\n{lines}S t = s60; if (m) s60.a = s59; auto x = make_layout(t.a.a.a);\n"
                ),
            )
        },
    },
    Case {
        name: "integers of run time that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let quotients = repeated(DOUBLED, "int a# = (a@ * a@ + a@) / (a@ + 3);");
            let remainders = repeated(DOUBLED, "int b# = (b@ * b@ + 1) % (b@ + 3);");
            let bounds = repeated(DOUBLED, "int c# = max(c@ * 2 + 1, min(c@, 7));");
            let text = format!(
                "int a0 = m;\nint b0 = m;\nint c0 = m;\n{quotients}{remainders}{bounds}auto x = make_layout(a60);\n"
            );
            function(at, "", &text)
        },
    },
    Case {
        name: "layouts of run time that double 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let products = repeated(DOUBLED, "auto a# = logical_product(a@, a@);");
            let compositions = repeated(DOUBLED, "auto b# = composition(b@, b@);");
            let modes = repeated(DOUBLED, "auto c# = make_layout(c@, c@);");
            let text = format!(
                "auto a0 = make_layout(m);\nauto b0 = make_layout(make_shape(m, 4, m));\nauto c0 = make_layout(Int<1>{{}});\n{products}{compositions}{modes}"
            );
            function(at, "", &text)
        },
    },
    Case {
        name: "lambdas that call each other twice 60 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines = repeated(DOUBLED, "auto f# = [=] { return f@() + f@(); };");
            function(at, "", &format!("auto f0 = [] {{ return 1; }};\n{lines}auto x = make_layout(f60());\n"))
        },
    },
    Case {
        name: "lists, strings and objects of Python that double 60 times",
        open: "m.py",
        says: "",
        make: |at| {
            let lines = [
                "a# = [a@, a@]",
                "b# = b@ + b@",
                "c# = {'a': c@, 'b': c@}",
                "d# = A(d@, d@)",
                "e# = e@ + e@",
                "f# = f'{f@}{f@}'",
                "g# = lambda: g@() + g@()",
                "h# = '-'.join((h@, h@))",
                "i# = i@.replace('x', 'xx')",
            ];
            let lines: String = lines.iter().map(|line| repeated(DOUBLED, line)).collect();
            let text = format!(
                "class A:\n    def __init__(self, a, b):\n        self.a = a\n        self.b = b\na0 = [2]\nb0 = [2]\nc0 = {{'a': 2}}\nd0 = A(1, 1)\ne0 = 'x'\nf0 = 'x'\ng0 = lambda: 1\nh0 = 'x'\ni0 = 'x'\n{lines}x = cute.make_layout((len(a60), len(b60), len(e60), len(f60), g60()))\ny = d60 == d59\n"
            );
            python(at, &text)
        },
    },
    Case {
        name: "Python that holds itself",
        open: "m.py",
        says: "",
        make: |at| {
            python(
                at,
                "l = []\nl.append(l)\nl.append(l)\nx = cute.make_layout(l)\nd = {}\nd['a'] = d\nclass A:\n    pass\na = A()\na.a = a\na.b = [a, a, l, d]\ny = a == a.a\nz = cute.make_layout(len(f'{l}{d}{a}'))\n",
            )
        },
    },
    Case {
        name: "tuples of Python in each other 50,000 deep",
        open: "m.py",
        says: "",
        make: |at| {
            python(at, &format!("a = (1, 'x')\n{}x = cute.make_layout(a)\n", "a = (a, 'x')\n".repeat(NESTED)))
        },
    },
    Case {
        name: "objects of Python in each other 50,000 deep",
        open: "m.py",
        says: "",
        make: |at| {
            let text = format!(
                "class A:\n    def __init__(self, a):\n        self.a = a\na = A(1)\n{}x = cute.make_layout(a.a.a)\ny = a == a.a\n",
                "a = A(a)\n".repeat(NESTED)
            );
            python(at, &text)
        },
    },
    Case {
        name: "functions of Python in each other 50,000 deep",
        open: "m.py",
        says: "",
        make: |at| {
            let text = format!(
                "import functools\ndef f(g):\n    return lambda: g()\na = lambda: 1\nb = a\n{}x = cute.make_layout(a())\ny = cute.make_layout(b())\n",
                "a = f(a)\nb = functools.partial(b)\n".repeat(NESTED / 2)
            );
            python(at, &text)
        },
    },
    Case {
        name: "types and tuples of C++ in each other 5,000 deep",
        open: "m.cu",
        says: "",
        make: |at| {
            let types = repeated(5000, "using T# = P<T@>;");
            let tuples = repeated(5000, "auto a# = make_tuple(a@, tensor);");
            let lambdas = repeated(5000, "auto f# = [=] { return f@(); };");
            function(
                at,
                "template <class A> struct P { using type = A; };\n",
                &format!(
                    "using T0 = P<int>;\nauto tensor = make_tensor(m, make_layout(4));\nauto a0 = tensor;\nauto f0 = [] {{ return 1; }};\n{types}{tuples}{lambdas}T5000 t; auto x = a5000; auto y = make_layout(f5000());\n"
                ),
            )
        },
    },
    Case {
        name: "200 run-time choices in a row and in each other",
        open: "m.cu",
        says: "",
        make: |at| {
            let row: String = (0..200).map(|n| format!("if (m == {n}) a += {n};\n")).collect();
            let nested: String = (0..200).map(|n| format!("if (m > {n}) {{\n")).collect();
            let text = format!(
                "int a = 1;\n{row}int b = 1;\n{nested}b = a;{}auto x = make_layout(b);\n",
                "}".repeat(200)
            );
            function(at, "", &text)
        },
    },
    Case {
        name: "100 choices of the preprocessor",
        open: "m.cu",
        says: "",
        make: |at| {
            let lines: String =
                (0..100).map(|n| format!("#if A{n}\na += {n};\n#else\na += 1;\n#endif\n")).collect();
            function(at, "", &format!("int a = 1;\n{lines}auto x = make_layout(a);\n"))
        },
    },
    Case {
        name: "60 parameters of which nothing is known",
        open: "m.py",
        says: "",
        make: |at| {
            let names: Vec<String> = (0..60).map(|n| format!("a{n}")).collect();
            let names = names.join(", ");
            let uses: String = (0..60)
                .map(|n| format!("    y{n} = x[{n}] if a{n} else a{n}.shape[{n}]\n    z{n} = cute.size(a{n}, mode=[{n}])\n"))
                .collect();
            python(at, &format!("@cute.jit\ndef f({names}):\n    x = cute.make_layout(({names}))\n{uses}"))
        },
    },
];

/// A line for each number from 1: `#` stands for the number, `@` for the one before.
fn repeated(count: usize, line: &str) -> String {
    let lines =
        (1..=count).map(|n| line.replace('#', &n.to_string()).replace('@', &(n - 1).to_string()) + "\n");
    lines.collect()
}

pub(super) fn function(at: &Path, before: &str, body: &str) -> io::Result<()> {
    fs::write(at.join("m.cu"), format!("{CPP}{before}void f(int m) {{\n{body}}}\n"))
}

pub(super) fn python(at: &Path, text: &str) -> io::Result<()> {
    fs::write(at.join("m.py"), format!("{DSL}{text}"))
}
