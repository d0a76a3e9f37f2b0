//! Layouts of up to 8 integers are computed, proofs included, without asking for memory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::hint::black_box;

use layout_algebra::{
    IntTuple, Layout, Tiler, coalesce, complement, composition, composition_tiler, filter, flatten,
    left_inverse, logical_divide, logical_product, proof, right_inverse, zipped_divide,
};

const EIGHT: &str = "((2,(3,2)),(2,2),((2,3),2)):((1,(4,64)),(256,1024),((4096,16384),128))";

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}

#[track_caller]
fn check<T>(operation: impl Fn() -> T) {
    let counted = allocation_counter::measure(|| drop(black_box(operation())));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn copies_and_simpler_forms_need_no_heap() {
    let eight = layout(EIGHT);
    check(|| eight.clone());
    check(|| eight == eight.clone());
    check(|| coalesce(&eight));
    check(|| filter(&eight));
    check(|| flatten(&eight));
    check(|| eight.mode(2).unwrap());
    check(|| eight.at(77).unwrap());
    check(|| eight.cosize().unwrap());
}

#[test]
fn compositions_need_no_heap() {
    let eight = layout(EIGHT);
    let (nested, narrow) = (layout("(128,(8,16)):(1,(128,1024))"), layout("(16,4):(1,16)"));
    check(|| composition(&nested, &narrow).unwrap());
    check(|| proof::composition(&nested, &narrow).unwrap());
    for b in [Layout::compact("((2,3,2),(2,2),((2,3),2))".parse().unwrap()).unwrap(), layout("(2,3):(1,2)")] {
        check(|| composition(&eight, &b).unwrap());
        check(|| proof::composition(&eight, &b).unwrap());
    }
    let tiler: Tiler = "<2:1,(2,2):(1,2),3:2>".parse().unwrap();
    check(|| composition_tiler(&eight, &tiler).unwrap());
    check(|| proof::composition_tiler(&eight, &tiler).unwrap());
}

#[test]
fn complements_and_inverses_need_no_heap() {
    for text in ["64:2", "(2,2,2):(3,12,96)", "((4,2),(2,2)):((2,64),(16,256))"] {
        let layout = layout(text);
        let cotarget = IntTuple::Int(1 << 20);
        check(|| complement(&layout, &cotarget).unwrap());
        check(|| proof::complement(&layout, &cotarget).unwrap());
    }
    let permuted = layout("((4,2),(8,2),(2,2)):((1,64),(4,128),(32,256))");
    check(|| right_inverse(&permuted).unwrap());
    check(|| left_inverse(&permuted).unwrap());
    check(|| proof::left_inverse(&permuted).unwrap());
}

#[test]
fn divides_and_products_need_no_heap() {
    let tile = layout("(128,128):(1,128)");
    for tiler in ["64:2", "<(16,4):(4,1),(16,4):(4,1)>", "<32,32>"] {
        let tiler: Tiler = tiler.parse().unwrap();
        check(|| logical_divide(&tile, &tiler).unwrap());
        check(|| proof::logical_divide(&tile, &tiler).unwrap());
        check(|| zipped_divide(&tile, &tiler).unwrap());
        check(|| proof::zipped_divide(&tile, &tiler).unwrap());
    }
    let (block, grid) = (layout("(8,64):(64,1)"), Tiler::Layout(layout("(16,2):(2,1)")));
    check(|| logical_product(&block, &grid).unwrap());
    check(|| proof::logical_product(&block, &grid).unwrap());
}

#[test]
fn offset_tables_ask_for_memory_once() {
    for text in ["(128,128):(1,128)", "(128,128):(130,1)"] {
        let layout = layout(text);
        let counted = allocation_counter::measure(|| drop(black_box(layout.eval_all(1 << 14))));
        assert_eq!(counted.count_total, 1);
    }
}
