//! Objects that hold themselves or thousands of others, and programs in which every call may change many things.

use super::{
    Case,
    growth::{function, python},
};

pub(super) const CASES: &[Case] = &[
    Case {
        name: "objects of C++ with 40 pointers to themselves",
        open: "m.cu",
        says: "",
        make: |at| {
            let pointers: String = (0..40).map(|n| format!("Node* p{n}; ")).collect();
            let own: String = (0..40).map(|n| format!("p{n} = this; ")).collect();
            let class = format!(
                "struct Node {{ {pointers}int value = 4; Node() {{ {own}}} Node copy() {{ return *this; }} }};\nvoid given(Node&);\n"
            );
            let uses = "Node a, b; a.p0 = &b; given(a); a = Node(); Node c = a.copy(); int& part = b.p0->value; part = m;\n\
                for (int i = 0; i < m; ++i) { b = a; given(b); }\nauto f = [=] { return c.value; };\ngiven(c);\n\
                auto x = make_layout(b.value);\nauto y = make_layout(f());\n";
            function(at, &class, uses)
        },
    },
    Case {
        name: "objects of C++ in a list of 50,000",
        open: "m.cu",
        says: "",
        make: |at| {
            let uses = "Node first; Node* last = &first;\n\
                for (int i = 0; i < 50000; ++i) { last->next = new Node(); last = last->next; }\n\
                given(first);\nauto x = make_layout(first.value);\nNode other = first;\nauto y = make_layout(other.value);\n";
            function(at, "struct Node { Node* next; int value = 4; };\nvoid given(Node&);\n", uses)
        },
    },
    Case {
        name: "objects of C++ that are given away 3,000 times",
        open: "m.cu",
        says: "",
        make: |at| {
            let fields: String = (0..60).map(|n| format!("int v{n} = {n}; ")).collect();
            let made: String =
                (0..100).map(|n| format!("S s{n}; s{n}.next = &s{};\n", n.max(1) - 1)).collect();
            let given: String = (0..3000).map(|n| format!("given(s{});\n", n % 100)).collect();
            let class = format!("struct S {{ {fields}S* next; }};\nvoid given(S&);\n");
            function(at, &class, &format!("{made}{given}auto x = make_layout(s99.v7);\n"))
        },
    },
    Case {
        name: "lists of Python in 500 variables, and 2,000 calls that are not known",
        open: "m.py",
        says: "",
        make: |at| {
            let lists: String = (0..500).map(|n| format!("l{n} = [{n}, ({n}, [1])]\n")).collect();
            let functions: String = (0..300)
                .map(|n| {
                    format!(
                        "def f{n}(a):\n    global g{n}\n    a[0] = {n}\n    g{n} = a\n    f{}(a)\n",
                        (n + 1) % 300
                    )
                })
                .collect();
            let calls: String = (0..2000)
                .map(|n| {
                    format!("unknown{n}.f{}(l{}, [{n}, (1, 2)])\nunknown{n}[0] = {n}\n", n % 300, n % 500)
                })
                .collect();
            python(
                at,
                &format!("from elsewhere import *\n{functions}{lists}{calls}x = cute.make_layout(l7[0])\n"),
            )
        },
    },
    Case {
        name: "objects of Python in 500 variables, and 1,000 calls that are not known",
        open: "m.py",
        says: "",
        make: |at| {
            let fields: String = (0..30).map(|n| format!("        self.a{n} = [self, {n}]\n")).collect();
            let methods: String = (0..30)
                .map(|n| {
                    format!(
                        "    def f{n}(self, other):\n        other.a{n} = self\n        other.f{}(self)\n",
                        (n + 1) % 30
                    )
                })
                .collect();
            let made: String = (0..500).map(|n| format!("o{n} = A()\n")).collect();
            let calls: String =
                (0..1000).map(|n| format!("unknown{n}.f{}(o{})\n", n % 30, n % 500)).collect();
            python(
                at,
                &format!(
                    "from elsewhere import *\nclass A:\n    def __init__(self):\n{fields}{methods}{made}{calls}x = cute.make_layout(o7.a1)\n"
                ),
            )
        },
    },
];
