// The code is misspelt, so nothing is silenced.

// cute: allow(stride-divisibilty)
//~^ unknown-code
// cute: let R = composition((8,8):(1,8), <4,4>)
