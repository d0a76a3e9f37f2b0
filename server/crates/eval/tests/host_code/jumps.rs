//! Jumps back and out: what may be written between a label and the jump to it is not known at the label.

use crate::executed::{check, open};

#[test]
fn what_a_round_of_goto_writes_is_not_known_at_its_label() {
    check(&[
        open("", "int n = 0; d = 1; again: d += 1; n += 1; if (n < 3) goto again;", "d", 4),
        open("", "int n = 0; d = 1; again: n += 1; int k = n; if (n < 3) goto again; d = k;", "d", 3),
        open("", "int n = 0; d = 1; again: { auto m = d; d = m * 2; } if (++n < 3) goto again;", "d", 8),
        open("", "int n = 0; d = 1; int e = 1; again: e = d; d = 7; if (n++ < 1) goto again; d = e;", "d", 7),
        open(
            "struct S { int x; };",
            "S s{1}; int n = 0; again: s.x += 1; n++; if (n < 3) goto again; d = s.x;",
            "d",
            4,
        ),
        open(
            "int f(int n) { int r = 1; top: if (n == 0) return r; r *= 2; n -= 1; goto top; }",
            "d = f(3);",
            "d",
            8,
        ),
        open("", "int n = 0; top: ; const int k = n; n = n + 1; if (n < 4) goto top; d = k;", "d", 3),
        open("", "int n = 0; top: int a[2] = {n, n + 1}; n = n + 1; if (n < 4) goto top; d = a[1];", "d", 4),
        open(
            "",
            "int n = 0; loop: for (int i = 0; i < 2; ++i) { n += 1; if (n == 2) goto loop; } d = n;",
            "d",
            4,
        ),
        open("", "int n = 0; int& r = n; top: r += 1; if (n < 4) goto top; d = n;", "d", 4),
        open(
            "int bump(int& x) { x += 1; return x; }",
            "int n = 0; top: bump(n); if (n < 4) goto top; d = n;",
            "d",
            4,
        ),
        open("", "int n = 0; auto f = [&] { n += 1; }; top: f(); if (n < 4) goto top; d = n;", "d", 4),
        open("", "int n = 0; top: { int m = n; n = m + 1; if (n < 4) goto top; d = m; }", "d", 3),
        open("", "int n = 0; d = 1; goto mid; top: d = 7; mid: n += 1; if (n < 2) goto top;", "d", 7),
        open(
            "",
            "auto t = make_tuple(1, 2); int n = 0; top: get<0>(t) += 1; if (++n < 3) goto top; d = get<0>(t);",
            "d",
            4,
        ),
        open("", "int n = 0, e = 4; top: d = e; e = 8; n += 1; if (n == 1) goto top;", "d", 8),
    ]);
}

#[test]
fn what_a_long_jump_leaves_is_not_known() {
    check(&[
        open(
            "jmp_buf B; int v = 1; void j() { v = 8; longjmp(B, 1); }",
            "if (setjmp(B) == 0) { j(); v = 5; } d = v;",
            "d",
            8,
        ),
        open(
            "jmp_buf B;",
            "volatile int v = 1; if (setjmp(B) == 0) { v = 2; longjmp(B, 1); v = 3; } d = v;",
            "d",
            2,
        ),
        open(
            "jmp_buf B;",
            "volatile int v = 1; int r = setjmp(B); v = v + 1; if (r < 3) longjmp(B, r + 1); d = v;",
            "d",
            5,
        ),
        open(
            "jmp_buf B;",
            "static int v = 1; switch (setjmp(B)) { case 0: v = 4; longjmp(B, 2); case 2: d = v; break; default: d = 9; }",
            "d",
            4,
        ),
        open(
            "jmp_buf B; int gv = 3; void f() { gv = 7; longjmp(B, 1); } void g() { gv = 4; f(); gv = 5; }",
            "if (!setjmp(B)) g(); d = gv;",
            "d",
            7,
        ),
        open(
            "sigjmp_buf B;int gv = 3;",
            "if (!sigsetjmp(B, 1)) { gv = 6; siglongjmp(B, 1); } else gv += 1; d = gv;",
            "d",
            7,
        ),
    ]);
}
