//! Numbers that an object holds which a variable is declared to be: where nothing else in the source stands for one, it goes by
//! where it is, `binfo.seqlen_q` or `binfo.shape.0`.

use layoutlens_host_value::value::HostValue;

use crate::{state::interpreter::Interpreter, value::run_time::run_time};

/// How deep objects in objects are looked into.
const MAX_DEPTH: usize = 3;

/// How many parts are looked at.
const MAX_PARTS: usize = 64;

impl Interpreter<'_> {
    /// A variable of this name is declared to be this object, which is made there: one that was there before has its own name.
    pub(crate) fn spell_parts(&mut self, object: &HostValue, name: &str) {
        let mut left = MAX_PARTS;
        self.spell_to_depth(object, name, MAX_DEPTH, &mut left);
    }

    fn spell_to_depth(&mut self, value: &HostValue, path: &str, depth: usize, left: &mut usize) {
        let (Some(depth), Some(fewer)) = (depth.checked_sub(1), left.checked_sub(1)) else { return };
        *left = fewer;
        let parts: Vec<(String, HostValue)> = match value {
            HostValue::Instance(instance) => {
                let fields = self.instances.of(instance.id).iter();
                fields.map(|(name, value)| (name.to_string(), value.clone())).collect()
            }
            value => {
                let elements = value.elements().unwrap_or_default().into_iter().enumerate();
                elements.map(|(place, element)| (place.to_string(), element)).collect()
            }
        };
        for (part, value) in parts {
            let path = format!("{path}.{part}");
            match run_time(&value) {
                Some(number) => self.names.spell(&number, &path),
                None => self.spell_to_depth(&value, &path, depth, left),
            }
        }
    }
}
