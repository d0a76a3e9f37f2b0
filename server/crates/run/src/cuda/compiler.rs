//! From a source to code that the driver takes: out of the cache, else by NVRTC.

use std::{sync::Arc, time::Instant};

use cudarc::driver::CudaModule;

use super::{
    cache::{Cache, Key},
    device::Driver,
    nvrtc::{Nvrtc, Target},
};
use crate::{RunError, findings::milliseconds};

/// NVRTC for one GPU, and what it compiled before. Several threads may use it at the same time.
pub(super) struct Compiler {
    pub(super) nvrtc: Nvrtc,
    pub(super) target: Target,
    pub(super) cache: Cache,
}

/// What became of a source.
pub(super) struct Code {
    key: Key,
    bytes: Vec<u8>,
    is_cached: bool,
    /// How long it took.
    pub(super) milliseconds: f64,
}

impl Compiler {
    /// The code of a source.
    ///
    /// # Errors
    /// [`crate::ErrorCode::CompileFailed`].
    pub(super) fn code(&self, source: &str) -> Result<Code, RunError> {
        let start = Instant::now();
        let key = Key::of(source, &self.nvrtc.compiler(self.target));
        let (bytes, is_cached) = match self.cache.get(&key) {
            Some(bytes) => (bytes, true),
            None => (self.nvrtc.compile(source, self.target)?, false),
        };
        Ok(Code { key, bytes, is_cached, milliseconds: milliseconds(start) })
    }

    /// Loads the code of a source; what the driver does not take from the cache is compiled again.
    ///
    /// # Errors
    /// [`crate::ErrorCode::ModuleLoadFailed`], and those of [`Compiler::code`].
    pub(super) fn load(
        &self,
        driver: &Driver,
        source: &str,
        code: Code,
    ) -> Result<Arc<CudaModule>, RunError> {
        let version = self.nvrtc.version_text();
        let Code { key, mut bytes, is_cached, .. } = code;
        if is_cached {
            if let Ok(module) = driver.load(bytes, &version) {
                return Ok(module);
            }
            self.cache.forget(&key);
            bytes = self.nvrtc.compile(source, self.target)?;
        }
        let module = driver.load(bytes.clone(), &version)?;
        self.cache.put(&key, &bytes);
        Ok(module)
    }
}
