use layout_algebra::{Error, Layout};

fn f() -> Result<(), Error> {
    let a: Layout = "(6,2):(8,2)".parse()?;
    //^ = (6,2):(8,2)
    Ok(())
}
