//! What the tiled copies print, and what their accesses to shared memory cost.

use super::*;
use crate::{DeviceChoice, Operation, Request, Work, check, kernel::CopyKernel};

#[track_caller]
fn tiled(source: &str, destination: &str, element: ElementType) -> (Tiled, Copy) {
    let operation =
        Operation::Copy { source: source.parse().unwrap(), destination: destination.parse().unwrap() };
    let request = Request { operation, element, device: DeviceChoice::Auto };
    let Work::Copy(copy) = check(&request).unwrap().work else { panic!("a copy") };
    match CopyKernel::of(&copy, element.width()) {
        CopyKernel::Tiled(tiled) => (*tiled, *copy),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_transpose_is_readable_code() {
    let (tiled, copy) = tiled("(1024,8192):(1,1024)", "(1024,8192):(8200,1)", ElementType::F32);
    insta::assert_snapshot!(tiled.kernel(&copy, ElementType::F32).source);
}

#[test]
fn edges_are_predicated_where_the_tiles_do_not_divide() {
    let (tiled, copy) = tiled("(1023,100,3):(1,1023,102300)", "(1023,100,3):(300,1,100)", ElementType::U16);
    insta::assert_snapshot!(tiled.kernel(&copy, ElementType::U16).source);
}

#[test]
fn tiles_are_large_and_nearly_free_of_conflicts() {
    let mut table = String::new();
    for (source, destination, element) in [
        ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", ElementType::F32),
        ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", ElementType::F16),
        ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", ElementType::U8),
        ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", ElementType::F64),
        ("(8192,8192):(1,8192)", "(8192,8192):(8192,1)", ElementType::U128),
        ("(8191,8193):(1,8191)", "(8191,8193):(8193,1)", ElementType::F32),
        ("(16,32,64,128):(1,16,512,32768)", "(16,32,64,128):(262144,8192,128,1)", ElementType::F32),
        ("(24,40,1000):(1,24,960)", "(24,40,1000):(40000,1000,1)", ElementType::F32),
        ("(2,512,512):(1,2,1024)", "(2,512,512):(1,1024,2)", ElementType::F16),
    ] {
        let (tiled, copy) = tiled(source, destination, element);
        let CopyKernel::Tiled(boxed) = CopyKernel::of(&copy, element.width()) else { panic!("tiled") };
        let Conflicts { writes, reads, least } = boxed.conflicts();
        table += &format!(
            "{source} {element}: {}x{} by {} of {} bytes, {writes} and {reads} wavefronts of {least}\n",
            tiled.extent_x(),
            tiled.extent_y(),
            tiled.vector,
            tiled.width
        );
    }
    insta::assert_snapshot!(table);
}
