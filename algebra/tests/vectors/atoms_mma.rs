//! MMA atoms and tiled MMAs by the texts of the vectors.

use layout_algebra::atom::mma::MmaAtom;
use layout_algebra::{Error, IntTuple, Layout, MmaOperand, TiledMma};

type Answer = Result<String, Error>;

/// The answer, if the operation is one of MMAs.
pub(crate) fn answer(op: &str, args: &[&str]) -> Option<Answer> {
    match op.strip_prefix("mma_atom_") {
        Some(question) => atom(question, args),
        None => tiled(op, args),
    }
}

fn atom(question: &str, args: &[&str]) -> Option<Answer> {
    let about: fn(&MmaAtom) -> String = match question {
        "shape_mnk" => |atom| IntTuple::<i64>::from_iter(atom.shape_mnk()).to_string(),
        "thr_id" => |atom| atom.thr_id().to_string(),
        "layoutA" => |atom| atom.layout_a().to_string(),
        "layoutB" => |atom| atom.layout_b().to_string(),
        "layoutC" => |atom| atom.layout_c().to_string(),
        _ => return None,
    };
    Some(MmaAtom::find(args[0]).map(|atom| about(&atom)))
}

fn tiled(op: &str, args: &[&str]) -> Option<Answer> {
    let mma = || TiledMma::from_description(args[0]);
    let part = |operand| {
        let thread = args[1].strip_prefix("thr=").unwrap().parse().unwrap();
        let part = mma()?.partition(operand, &args[2].parse::<Layout>()?, thread)?;
        Ok(format!("{} at {}", part.layout, part.offset))
    };
    let layout = |operand| Ok(mma()?.layout_tv(operand)?.to_string());
    Some(match op {
        "mma_thr_layout_vmnk" => mma().map(|mma| mma.thr_layout_vmnk().to_string()),
        "mma_tile_shape" => {
            mma().and_then(|mma| Ok(IntTuple::<i64>::from_iter(mma.tile_shape()?).to_string()))
        }
        "mma_layoutA_TV" => layout(MmaOperand::A),
        "mma_layoutB_TV" => layout(MmaOperand::B),
        "mma_layoutC_TV" => layout(MmaOperand::C),
        "partition_A" => part(MmaOperand::A),
        "partition_B" => part(MmaOperand::B),
        "partition_C" => part(MmaOperand::C),
        _ => return None,
    })
}
