c// In a stride, e0 is the first basis vector; as a name it invites mistakes.

// cute: let e0 = (4,8):(1,4)
//~^ ambiguous-name
