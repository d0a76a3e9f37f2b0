//! The start of a worker: the driver's library, the first GPU, and the context on it, which is made while the rest goes on.

use std::{panic::resume_unwind, thread};

use cudarc::driver::{DriverError, result, sys};

use super::{
    device::{Driver, environment, failure, no_device, version_text},
    library::preload_driver,
    search::Environment,
};
use crate::{ErrorCode, KernelDevice, RunError};

/// The least CUDA version of a driver, as `cuDriverGetVersion` gives it: 12.0.
const LEAST_DRIVER: i32 = 12_000;

/// The driver's library, of a version that we can work with; nothing is initialised.
#[derive(Debug, Clone, Copy)]
pub(super) struct LoadedDriver {
    version: i32,
}

/// The first GPU that the driver offers (`CUDA_VISIBLE_DEVICES` chooses another).
#[derive(Debug, Clone)]
pub(super) struct FoundDevice {
    pub(super) name: String,
    pub(super) facts: KernelDevice,
}

/// The driver with a context on the GPU, when it is there: making one takes longer than anything else of a start.
pub(super) struct Context {
    loaded: LoadedDriver,
    thread: Option<thread::JoinHandle<Result<Driver, RunError>>>,
    driver: Option<Driver>,
}

impl LoadedDriver {
    /// Loads the driver's library.
    ///
    /// # Errors
    /// [`ErrorCode::NoDriver`], [`ErrorCode::DriverTooOld`].
    pub(super) fn open(environment: &Environment<'_>) -> Result<Self, RunError> {
        let no_driver = |message: String| RunError::new(ErrorCode::NoDriver, message);
        preload_driver(environment);
        // cudarc panics when it has to call a library that is not there.
        // SAFETY: this only opens and closes the driver's library.
        if !unsafe { sys::is_culib_present() } {
            return Err(no_driver(
                "no CUDA: the NVIDIA driver's library (libcuda.so.1) is not on this machine; install the driver".into(),
            ));
        }
        let mut version = 0;
        // SAFETY: the pointer is to an integer that lives through the call, which needs no initialisation.
        let asked = unsafe { sys::cuDriverGetVersion(&raw mut version) };
        asked.result().map_err(|error| no_driver(format!("no CUDA: the driver has no version: {error}")))?;
        if version < LEAST_DRIVER {
            let message = format!(
                "the NVIDIA driver is for CUDA {}; CUDA {} or newer is needed: update the driver",
                version_text(version),
                version_text(LEAST_DRIVER)
            );
            return Err(RunError::new(ErrorCode::DriverTooOld, message));
        }
        Ok(LoadedDriver { version })
    }

    /// `13.0`.
    pub(super) fn version_text(self) -> String {
        version_text(self.version)
    }

    pub(super) fn version_major(self) -> i32 {
        self.version / 1000
    }

    /// Starts the driver and asks about its first GPU.
    ///
    /// # Errors
    /// [`ErrorCode::NoDriver`], [`ErrorCode::NoDevice`].
    pub(super) fn first_device(self, environment: &Environment<'_>) -> Result<FoundDevice, RunError> {
        use sys::CUdevice_attribute_enum::{
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR as MAJOR,
            CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR as MINOR,
            CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as MULTIPROCESSORS,
        };
        let no_device = |error| no_device(error, environment);
        result::init().map_err(no_device)?;
        if result::device::get_count().map_err(no_device)? == 0 {
            return Err(no_device(DriverError(sys::CUresult::CUDA_ERROR_NO_DEVICE)));
        }
        let device = result::device::get(0).map_err(no_device)?;
        let attribute = |which| {
            // SAFETY: the driver gave this device.
            let number = unsafe { result::device::get_attribute(device, which) };
            number.map_err(|error| failure("asking the GPU", error))
        };
        let capability = attribute(MAJOR)? * 10 + attribute(MINOR)?;
        // The number chooses sizes of tiles only: any kernel is right on any number.
        let multiprocessors = u32::try_from(attribute(MULTIPROCESSORS)?).unwrap_or(1).max(1);
        let name = result::device::get_name(device).unwrap_or_else(|_| "unnamed GPU".to_owned());
        Ok(FoundDevice { name, facts: KernelDevice { capability, multiprocessors } })
    }

    /// Begins to make the context.
    pub(super) fn context(self) -> Context {
        let thread = thread::spawn(move || self.make_context());
        Context { loaded: self, thread: Some(thread), driver: None }
    }

    fn make_context(self) -> Result<Driver, RunError> {
        Driver::on_first_device(self.version).map_err(|error| no_device(error, &environment()))
    }
}

impl Context {
    /// The driver, as soon as the context is made; where that failed, it is tried again.
    ///
    /// # Errors
    /// [`ErrorCode::OutOfMemory`], [`ErrorCode::NoDevice`], [`ErrorCode::NoDriver`].
    pub(super) fn driver(&mut self) -> Result<&Driver, RunError> {
        let driver = match (self.driver.take(), self.thread.take()) {
            (Some(driver), _) => driver,
            (None, Some(thread)) => {
                let driver = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
                driver.used_here()?;
                driver
            }
            (None, None) => self.loaded.make_context()?,
        };
        Ok(self.driver.insert(driver))
    }
}
