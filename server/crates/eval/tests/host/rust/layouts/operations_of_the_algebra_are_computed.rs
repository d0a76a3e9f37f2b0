use layout_algebra::{Layout, Tiler, composition, layout, zipped_divide};
fn f() {
    let a = layout!((6,2):(8,2)).unwrap();
    //^ = (6,2):(8,2)
    let b = composition(&a, &layout!((4,3):(3,1)).unwrap()).unwrap();
    //^ = ((2,2),3):((24,2),8)
    let c = zipped_divide(&layout!((8,8):(1,8)).unwrap(), &"<2,4>".parse::<Tiler>().unwrap()).unwrap();
    //^ = ((2,4),(4,2)):((1,8),(2,32))
    let n = c.size();
    //^ = 64
}
