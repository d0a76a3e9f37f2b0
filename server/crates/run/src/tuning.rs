//! What a statement says of its GEMM's kernel, beside the layouts.

use layout_algebra::Swizzle;
use serde::{Deserialize, Serialize};

/// The options `mma`, `tile`, `stages` and `swizzle` of a `run gemm`. What is not said is chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tuning {
    /// The instruction, by the name of its atom: `SM80_16x8x16_F32F16F16F32_TN`.
    pub mma: Option<String>,
    /// M, N and K of a block's tile; the first of them, or none.
    pub tile: Vec<i64>,
    /// How many tiles of A and B are in shared memory at a time.
    pub stages: Option<i64>,
    /// How elements of a tile are swizzled in shared memory.
    #[serde(default, with = "as_text")]
    pub swizzle: Option<Swizzle>,
}

impl std::fmt::Display for Tuning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tile: Vec<String> = self.tile.iter().map(i64::to_string).collect();
        let said = [
            self.mma.as_ref().map(|mma| format!("mma={mma}")),
            (!tile.is_empty()).then(|| format!("tile=({})", tile.join(","))),
            self.stages.map(|stages| format!("stages={stages}")),
            self.swizzle.map(|swizzle| format!("swizzle={swizzle}")),
        ];
        f.write_str(&said.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// A swizzle on the wire, in CuTe's notation.
mod as_text {
    use layout_algebra::Swizzle;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[expect(clippy::ref_option, reason = "serde hands over the field")]
    pub(super) fn serialize<S: Serializer>(swizzle: &Option<Swizzle>, to: S) -> Result<S::Ok, S::Error> {
        swizzle.map(|swizzle| swizzle.to_string()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Swizzle>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tuning_is_printed_as_it_is_written_and_survives_the_wire() {
        let tuning = Tuning {
            mma: Some("SM80_16x8x16_F32F16F16F32_TN".into()),
            tile: vec![128, 64],
            stages: Some(3),
            swizzle: Swizzle::new(2, 3, 3).ok(),
        };
        assert_eq!(
            tuning.to_string(),
            "mma=SM80_16x8x16_F32F16F16F32_TN, tile=(128,64), stages=3, swizzle=Sw<2,3,3>"
        );
        let wire = serde_json::to_string(&tuning).unwrap();
        assert_eq!(serde_json::from_str::<Tuning>(&wire).unwrap(), tuning);
        assert_eq!(serde_json::from_str::<Tuning>(r#"{"tile":[]}"#).unwrap(), Tuning::default());
        assert!(serde_json::from_str::<Tuning>(r#"{"tile":[],"swizzle":"Sw<9"}"#).is_err());
    }
}
