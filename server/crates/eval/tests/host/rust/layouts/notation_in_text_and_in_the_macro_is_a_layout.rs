use layout_algebra::{Error, Layout, layout};
fn f() -> Result<(), Error> {
    let a: Layout = "(6,2):(8,2)".parse()?;
    //^ = (6,2):(8,2)
    let b = "(4,3):(3,1)".parse::<Layout>().unwrap();
    //^ = (4,3):(3,1)
    let c = layout!((4,(3,2)):(2,(8,1)))?;
    //^ = (4,(3,2)):(2,(8,1))
    let d = Layout::compact([4, 8].into_iter().collect())?;
    //^ = (4,8):(1,4)
    Ok(())
}
