use layout_algebra::{Layout, layout};
fn set(n: &mut i64) -> i64 { *n = 5; 1 }
macro_rules! inc { ($x:ident) => { $x += 1 }; }
fn by_a_macro() {
    let mut n = 1;
    inc!(n);
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn in_a_macro_that_reads() {
    let mut n = 1;
    assert_eq!(set(&mut n), 1);
    println!("{}", n);
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn only_read() {
    let mut n = 1;
    println!("{}", n);
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ = (1,8):(0,1)
}
fn by_what_is_matched() {
    let mut n = 1;
    match set(&mut n) { 1 => {}, _ => {} }
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn by_a_condition_of_an_arm() {
    let mut n = 1;
    match 3 { x if set(&mut n) == 1 => {}, _ => {} }
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn by_a_method() {
    let mut t = [1, 2];
    t.reverse();
    let a = Layout::compact([t[0], 8].into_iter().collect())?;
    //^ unknown
}
fn in_an_array() {
    let mut n = 1;
    let k = [set(&mut n); 2];
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn under_a_condition() {
    let n = 1;
    #[cfg(feature = "a")]
    let n = 2;
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
    let l = layout!((4,8):(1,4)).unwrap();
    //^ = (4,8):(1,4)
    #[cfg(feature = "a")]
    let l = layout!((2,8):(1,2)).unwrap();
    //^ = (2,8):(1,2)
    let b = l;
    //^ unknown
}
fn assigned_under_a_condition() {
    let mut n = 1;
    #[cfg(feature = "a")]
    { n = 2; }
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
}
fn by_an_assignment(other: i64) {
    let mut n = 1;
    n = other;
    let a = Layout::compact([n, 8].into_iter().collect())?;
    //^ unknown
    let mut l = layout!((4,8):(1,4)).unwrap();
    //^ = (4,8):(1,4)
    l = Layout::compact([n, 8].into_iter().collect()).unwrap();
    let b = l;
    //^ unknown
}
