//! Python's dictionaries, sets, lists and strings.

use crate::fixture::check_python;

#[track_caller]
fn check(code: &str, expected: &[&str]) {
    check_python(&format!("import cutlass\nimport cutlass.cute as cute\n{code}"), expected);
}

#[test]
fn dictionaries_are_looked_up() {
    check(
        "TILES = {\"small\": (64, 32), \"large\": (256, 128), 7: (8, 8)}
BY_TYPE = {cutlass.Float16: 8, cutlass.Float32: 4}
a = cute.make_layout(TILES[\"large\"])
b = cute.make_layout(TILES.get(\"tiny\", (2, 3)))
c = cute.make_layout(TILES[7])
d = BY_TYPE[cutlass.Float32]
e = BY_TYPE.get(cutlass.Int8)
merged = {**TILES, \"small\": (1, 2), **{\"more\": 5}}
f = merged[\"small\"]
g = len(merged)
squares = {n: n * n for n in (2, 3, 5) if n > 2}
h = squares[5] if 2 not in squares else 0
i = cute.make_layout(tuple(squares.values()))
j = dict(x=3, y=4)[\"y\"]
k = TILES[\"absent\"]
pairs = [(key, value) for key, value in squares.items()]
",
        &[
            "a = (256,128):(1,256)",
            "b = (2,3):(1,2)",
            "c = (8,8):(1,8)",
            "d = 4",
            "e is unknown",
            "f = (1,2)",
            "g = 4",
            "h = 25",
            "i = (9,25):(1,9)",
            "j = 4",
            "k is unknown",
            "pairs = ((3,9),(5,25))",
        ],
    );
}

#[test]
fn a_changed_dictionary_holds_what_it_was_given() {
    check(
        "def f(flag, key):
    sizes = {}
    sizes[\"m\"] = 16
    sizes.update({\"n\": 8, \"m\": 32})
    a = cute.make_layout((sizes[\"m\"], sizes[\"n\"]))
    same = sizes
    same[\"n\"] = 4
    b = sizes[\"n\"]
    c = same[\"n\"]
    k = sizes.pop(\"none\", 3)
    if flag:
        same[\"m\"] = 64
    d = same[\"m\"]
    other = {\"x\": 1}
    other[key] = 2
    e = other[\"x\"]
    nested = {\"x\": [1, 2]}
    nested[\"x\"].append(3)
    g = nested[\"x\"]
    inner = [4]
    outer = {\"i\": inner}
    inner.append(5)
    h = outer[\"i\"]
    i = len(inner)
",
        &[
            "a = (32,8):(1,32)",
            "b is unknown",
            "c = 4",
            "k is unknown",
            "d is unknown",
            "e is unknown",
            "g is unknown",
            "h is unknown",
            "i = 2",
        ],
    );
}

#[test]
fn membership_is_decided_where_all_is_known() {
    check(
        "NAMES = {\"a\", \"b\"}
KINDS = (cutlass.Float16, cutlass.BFloat16)
def f(x):
    if \"b\" in NAMES and \"c\" not in NAMES:
        a = cute.make_layout(4)
    if cutlass.Float16 in KINDS:
        b = cute.make_layout(5)
    c = 8 if 3 in range(2, 6) else 9
    d = 8 if x in NAMES else 9
    e = len({4, 4, 5})
    g = 7 if \"ell\" in \"hello\" else 6
",
        &["a = 4:1", "b = 5:1", "c = 8", "d = ?", "e = 2", "g = 7"],
    );
}

#[test]
fn strings_are_put_together() {
    check(
        "def f(x, n=3):
    sizes = {\"tile_3\": 12, \"k\\n\": 5}
    a = sizes[f\"tile_{n}\"]
    b = sizes[\"k\\n\"]
    c = sizes[f\"tile_{x}\"]
    d = sizes[\"_\".join([\"tile\", str(n)])]
    e = 4 if \"sm_100a\".startswith(\"sm_10\") else 5
    g = sizes[f\"tile_{n:02d}\"]
    h = sizes[\"TILE_3\".lower()]
",
        &["a = 12", "b = 5", "c is unknown", "d = 12", "e = 4", "g is unknown", "h = 12"],
    );
}

#[test]
fn a_star_takes_the_rest() {
    check(
        "def f(*args, **options):
    first, *middle, last = args
    a = cute.make_layout(tuple(middle))
    b = cute.make_layout((first, last))
    *others, end = (2, 3, 4)
    c = cute.make_layout(tuple(others))
    d = options.get(\"stages\", 1)
    e = options[\"tile\"]
    g = 1 if \"mask\" in options else 0
f(2, 3, 4, 5, tile=64)
",
        &["a = (3,4):(1,3)", "b = (2,5):(1,2)", "c = (2,3):(1,2)", "d = 1", "e = 64", "g = 0"],
    );
}

#[test]
fn keyword_arguments_come_from_dictionaries() {
    check(
        "def made(m, n=2, k=3):
    return cute.make_layout((m, n, k))
def f(more):
    known = {\"n\": 8}
    a = made(4, **known)
    b = made(4, **known, **more)
    c = made(*[5, 6], **dict(k=7))
",
        &["a = (4,8,3):(1,4,32)", "b is unknown", "c = (5,6,7):(1,5,30)"],
    );
}

#[test]
fn lists_change_in_place() {
    check(
        "def f(flag):
    xs = [4]
    xs.insert(0, 2)
    xs += [8]
    xs[1] = 5
    xs.reverse()
    a = cute.make_layout(tuple(xs))
    last = xs.pop()
    b = cute.make_layout((last, len(xs)))
    if flag:
        xs.append(1)
    c = xs
    d = cute.make_layout(tuple(sorted([3, 1, 2])))
    e = list(map(lambda x: x + 1, (1, 2)))
",
        &["a = (8,5,2):(1,8,40)", "b = (2,2):(1,2)", "c is unknown", "d = (1,2,3):(0,1,2)", "e = (2,3)"],
    );
}
