//! What Python goes over: comprehensions with several `for`, products, reductions, slices with a step; and dictionaries that
//! are joined.

use crate::fixture::check_program;

#[test]
fn what_is_gone_over_in_several_ways() {
    let main = "
import functools
import itertools
import operator
import itertools as it
from itertools import product as ways
import cutlass.cute as cute

def scaled(a, b):
    return a * b + 1

nested = [(x, y) for x in (1, 2) for y in (3, 4)]
filtered = [x * 10 + y for x in (1, 2, 3) if x != 2 for y in range(1, x + 1) if y != 1 or x == 1]
shadowed = [x for x in ((1, 2), (3,)) for x in x]
by_pair = {(x, y): x * y for x in (1, 2) for y in (3, 4)}
of_pair = by_pair[2, 3]
rows = list(itertools.product([1, 2], (3, 4)))
squares = tuple(it.product(range(2), repeat=2))
none = list(itertools.product((1, 2), ()))
refused = list(it.product((1, 2), repeat=-1))
too_long = list(it.product((1,), repeat=2000))
for a, b in ways((2, 4), (8,)):
    last = cute.make_layout((a, b))
once = ways((1, 2), (3, 4))
first = list(once)
second = list(once)
multiplied = functools.reduce(operator.mul, [2, 3, 4])
from_start = functools.reduce(lambda x, y: x - y, (2, 3, 4), 1)
followed = functools.reduce(scaled, (2, 3, 4))
divided = functools.reduce(operator.floordiv, (100, 7), 2000)
joined_texts = functools.reduce(operator.add, [(1, 2), (3,), (4, 5)])
every_second = (1, 2, 3, 4, 5)[::2]
backwards = (1, 2, 3, 4, 5)[::-1]
part_backwards = (1, 2, 3, 4, 5)[-2:0:-2]
beyond = (1, 2, 3, 4, 5)[10:-10:-3]
no_part = (1, 2, 3)[2:1]
options = {'a': 2, 'b': 3}
other = options
options |= {'b': 5, 'c': 7}
b = options['b']
c = options['c']
seen = other['c']
both = options | {'a': 9}
of_both = both['a']
still = options['a']
";
    let expected = "
        nested = ((1,3),(1,4),(2,3),(2,4))
        filtered = (11,32,33)
        shadowed = (1,2,3)
        of_pair = 6
        rows = ((1,3),(1,4),(2,3),(2,4))
        squares = ((0,0),(0,1),(1,0),(1,1))
        none = ()
        refused is unknown: the product is repeated less than not at all, or too often
        too_long is unknown: the product is repeated less than not at all, or too often
        last = (?,8):(1,?)
        first is unknown: it is gone over once
        second is unknown: it is gone over once
        multiplied = 24
        from_start = -8
        followed = 29
        divided = 2
        joined_texts = (1,2,3,4,5)
        every_second = (1,3,5)
        backwards = (5,4,3,2,1)
        part_backwards = (4,2)
        beyond = (5,2)
        no_part = ()
        b = 5
        c = 7
        seen is unknown: it may be a list that is changed under another name
        of_both = 9
        still = 2
";
    check_program(&[("kernel.py", main)], expected);
}

#[test]
fn a_function_that_combines_elements_and_changes_something_is_followed() {
    let main = "
import functools
import cutlass.cute as cute

seen = []

def kept(a, b):
    seen.append(a)
    return a + b

total = functools.reduce(kept, (1, 2, 3))
found = tuple(seen)
";
    check_program(
        &[("kernel.py", main)],
        "total = 6\nfound is unknown: code that Python calls without a call in the text may assign `seen`",
    );
}
