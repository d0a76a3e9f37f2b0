# What an expression does that is not read as a value: who is given a list there may change it.
import cutlass
import cutlass.cute as cute


def add(values):
    values.append(2)
    return 1


def comprehension_of_two_loops():
    xs = [1]
    [add(xs) for a in range(2) for b in range(2)]
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def assigned_in_a_formatted_text():
    n = 1
    text = f"{(n := 5)}"
    rows = cute.make_layout((n, 8))
    #^ unknown


def assigned_in_two_loops():
    n = 1
    values = [(n := a + b) for a in range(2) for b in range(2)]
    rows = cute.make_layout((n, 8))
    #^ unknown


def set_of_what_a_call_returns():
    xs = [1]
    values = {xs.append(3) for a in range(2)}
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def formatted_with_an_escape():
    xs = [1]
    text = f"{xs.append(3)}\x41"
    rows = cute.make_layout((len(xs), 8))
    #^ = (2,8):(1,2)


def formatted_with_its_expression():
    xs = [1]
    text = f"{add(xs)=}"
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def nested_pattern():
    xs = [1]
    values = [add(xs) for (a, (b, c)) in [(1, (2, 3))]]
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def dictionary_of_two_loops():
    xs = [1]
    values = {add(xs): 1 for a in range(1) for b in range(1)}
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def inverted():
    xs = [1]
    value = ~add(xs)
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


def statement_that_is_not_read():
    xs = [1]
    for i in range(1):
        try:
            xs.append(2)
        finally:
            break
    rows = cute.make_layout((len(xs), 8))
    #^ unknown


comprehension_of_two_loops()
assigned_in_a_formatted_text()
assigned_in_two_loops()
set_of_what_a_call_returns()
formatted_with_an_escape()
formatted_with_its_expression()
nested_pattern()
dictionary_of_two_loops()
inverted()
statement_that_is_not_read()
