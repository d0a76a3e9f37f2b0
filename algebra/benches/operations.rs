//! How long the operations take, without and with the proof of their result, and how often they allocate.
//!
//! `cargo xtask bench algebra` runs this and sets other implementations beside it. Each line `allocations NAME COUNT`
//! says how often one call of the operation asks for memory; Criterion measures the time.

#![expect(clippy::print_stdout, reason = "the counts are what `cargo xtask bench algebra` reads")]

use std::hint::black_box;

use criterion::Criterion;
use layout_algebra::{
    Error, IntTuple, Layout, Tiler, coalesce, complement, composition, logical_divide, proof, right_inverse,
    zipped_divide,
};

/// The operands of the operations.
struct Operands {
    nested: Layout,
    narrow: Layout,
    vector: Layout,
    tile: Layout,
    vector_tiler: Tiler,
    tile_tiler: Tiler,
}

impl Operands {
    fn new() -> Result<Self, Error> {
        Ok(Operands {
            nested: Layout::compact("(128,(8,16))".parse()?)?,
            narrow: Layout::compact("(16,4)".parse()?)?,
            vector: "64:2".parse()?,
            tile: Layout::compact("(128,128)".parse()?)?,
            vector_tiler: "64:2".parse()?,
            tile_tiler: "<(16,4):(4,1),(16,4):(4,1)>".parse()?,
        })
    }
}

/// Hands each operation to `measure` under its name; `/proof` is the same with its verdict.
fn each_operation(operands: &Operands, measure: &mut impl FnMut(&str, &mut dyn FnMut())) {
    let Operands { nested, narrow, vector, tile, vector_tiler, tile_tiler } = operands;
    let cotarget = &IntTuple::Int(16384);
    let mut run = |name: &str, operation: &mut dyn FnMut()| measure(name, operation);
    run("coalesce", &mut || drop(black_box(coalesce(black_box(nested)))));
    run("composition", &mut || drop(black_box(composition(black_box(nested), black_box(narrow)))));
    run("composition/proof", &mut || {
        drop(black_box(proof::composition(black_box(nested), black_box(narrow))));
    });
    run("complement", &mut || drop(black_box(complement(black_box(vector), black_box(cotarget)))));
    run("complement/proof", &mut || {
        drop(black_box(proof::complement(black_box(vector), black_box(cotarget))));
    });
    run("logical_divide", &mut || drop(black_box(logical_divide(black_box(tile), black_box(vector_tiler)))));
    run("logical_divide/proof", &mut || {
        drop(black_box(proof::logical_divide(black_box(tile), black_box(vector_tiler))));
    });
    run("right_inverse", &mut || drop(black_box(right_inverse(black_box(tile)))));
    run("right_inverse/proof", &mut || drop(black_box(proof::right_inverse(black_box(tile)))));
    run("zipped_divide", &mut || drop(black_box(zipped_divide(black_box(tile), black_box(tile_tiler)))));
    run("zipped_divide/proof", &mut || {
        drop(black_box(proof::zipped_divide(black_box(tile), black_box(tile_tiler))));
    });
    run("offset_table", &mut || drop(black_box(black_box(tile).eval_all(16384))));
}

fn main() -> Result<(), Error> {
    let operands = Operands::new()?;
    each_operation(&operands, &mut |name, operation| {
        let counted = allocation_counter::measure(operation);
        println!("allocations {name} {}", counted.count_total);
    });
    let mut criterion = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1))
        .configure_from_args();
    each_operation(&operands, &mut |name, operation| {
        criterion.bench_function(name, |bencher| bencher.iter(&mut *operation));
    });
    criterion.final_summary();
    Ok(())
}
