import cutlass.cute as cute


def compare(given):
    tuples = cute.make_layout((3 if (1, 2) == (1, 2) else 4, 2))
    #^ = (3,2):(1,3)
    lists = cute.make_layout((3 if [1, 2] == [1, 2] else 4, 2))
    #^ = (3,2):(1,3)
    mixed = cute.make_layout((3 if [1, 2] == (1, 2) else 4, 2))
    #^ = (4,2):(1,4)
    other = cute.make_layout((3 if [1, 2] != (1, 2) else 4, 2))
    #^ = (3,2):(1,3)
    held = [1, 2]
    of_list = cute.make_layout((3 if held == (1, 2) else 4, 2))
    #^ = (?,2):(1,?)
    of_tuple = cute.make_layout((3 if given == (5, 6) else 4, 2))
    #^ = (3,2):(1,3)
    longer = cute.make_layout((3 if held == (1, 2, 3) else 4, 2))
    #^ = (4,2):(1,4)


compare((5, 6))
