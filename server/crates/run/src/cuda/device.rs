//! The driver: a context on the first GPU, memory, modules, launches and timing.

use std::{ffi::OsString, path::Path, sync::Arc};

use cudarc::{
    driver::{CudaContext, CudaFunction, CudaModule, CudaStream, DriverError, result, sys},
    nvrtc::Ptx,
};

use super::{
    management::{gpus, why_there_is_none},
    search::Environment,
};
use crate::{
    ErrorCode, Measured, RunError, TensorMap,
    report::{float, grouped},
};

/// Bytes of shared memory that every launch may add.
const FREE_SHARED_BYTES: u32 = 48 << 10;

/// The first GPU that the driver offers.
pub(super) struct Driver {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    version: i32,
}

impl Driver {
    /// A context on the first GPU of the driver of this version, which is initialised.
    pub(super) fn on_first_device(version: i32) -> Result<Self, DriverError> {
        let context = CudaContext::new(0)?;
        // SAFETY: everything happens on one stream, which orders it.
        unsafe { context.disable_event_tracking() };
        // The default stream, because it also orders the blocking copies, which others do not wait for.
        let stream = context.default_stream();
        Ok(Driver { context, stream, version })
    }

    /// Makes the context that of this thread, where another one made it.
    pub(super) fn used_here(&self) -> Result<(), RunError> {
        self.context.bind_to_thread().map_err(|error| failure("using the GPU", error))
    }

    /// For a message; a device without a name has its memory all the same.
    pub(super) fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "unnamed GPU".to_owned())
    }

    /// The stream on which everything happens, for a library of the vendor.
    pub(super) fn stream(&self) -> *mut std::ffi::c_void {
        self.stream.cu_stream().cast()
    }

    /// What TMA needs to fetch from a matrix of 2-byte elements at this address.
    pub(super) fn tensor_map(&self, address: u64, map: TensorMap) -> Result<EncodedMap, RunError> {
        use sys::{
            CUtensorMapDataType_enum::CU_TENSOR_MAP_DATA_TYPE_UINT16 as TYPE,
            CUtensorMapFloatOOBfill_enum::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE as FILL,
            CUtensorMapInterleave_enum::CU_TENSOR_MAP_INTERLEAVE_NONE as INTERLEAVE,
            CUtensorMapL2promotion_enum::CU_TENSOR_MAP_L2_PROMOTION_L2_256B as PROMOTION,
            CUtensorMapSwizzle_enum::CU_TENSOR_MAP_SWIZZLE_128B as SWIZZLE,
        };
        let dimensions = [map.inner.unsigned_abs(), map.outer.unsigned_abs()];
        let pitches = [map.pitch.unsigned_abs() * 2];
        // The driver refuses a box of no elements.
        let boxes = [64_u32, u32::try_from(map.box_outer).unwrap_or(0)];
        let steps = [1_u32, 1];
        let mut encoded = EncodedMap(sys::CUtensorMap { opaque: [0; 16] });
        // SAFETY: the arrays have the two dimensions, and one pitch, that are said; the driver checks the rest and
        // writes the map, which is as large and aligned as it says.
        let status = unsafe {
            sys::cuTensorMapEncodeTiled(
                &raw mut encoded.0,
                TYPE,
                2,
                address as *mut std::ffi::c_void,
                dimensions.as_ptr(),
                pitches.as_ptr(),
                boxes.as_ptr(),
                steps.as_ptr(),
                INTERLEAVE,
                SWIZZLE,
                PROMOTION,
                FILL,
            )
        };
        status.result().map_err(|error| failure("describing an operand to TMA", error))?;
        Ok(encoded)
    }

    /// Loads a cubin, or PTX with its final zero byte.
    ///
    /// # Errors
    /// [`ErrorCode::ModuleLoadFailed`].
    pub(super) fn load(&self, code: Vec<u8>, nvrtc: &str) -> Result<Arc<CudaModule>, RunError> {
        self.context.load_module(Ptx::from_binary(code)).map_err(|error| {
            let message = format!(
                "the driver (CUDA {}) does not load the kernel that NVRTC {nvrtc} compiled: {}; a driver takes kernels \
                 of its own CUDA version and older",
                version_text(self.version),
                text(error)
            );
            RunError::new(ErrorCode::ModuleLoadFailed, message)
        })
    }

    /// A function of a loaded module.
    pub(super) fn function(&self, module: &Arc<CudaModule>, name: &str) -> Result<CudaFunction, RunError> {
        module.load_function(name).map_err(|error| {
            RunError::new(
                ErrorCode::ModuleLoadFailed,
                format!("the module has no kernel {name}: {}", text(error)),
            )
        })
    }

    /// Refuses to start what does not fit.
    ///
    /// # Errors
    /// [`ErrorCode::OutOfMemory`] with the bytes needed, free and there.
    pub(super) fn require_memory(&self, bytes: u64) -> Result<(), RunError> {
        let (free, total) =
            self.context.mem_get_info().map_err(|error| failure("asking for free memory", error))?;
        if bytes <= free as u64 {
            return Ok(());
        }
        let message = format!(
            "the operands and what checks them take {} bytes; of the {} bytes of {} {} are free: take smaller layouts, or end \
             what holds the rest (nvidia-smi lists it)",
            grouped(bytes),
            grouped(total as u64),
            self.name(),
            grouped(free as u64)
        );
        Err(RunError::new(ErrorCode::OutOfMemory, message))
    }

    /// Memory that is freed when it goes out of scope; its content is undefined.
    pub(super) fn allocate(&self, bytes: u64) -> Result<Memory<'_>, RunError> {
        // No device has so much memory.
        let length = usize::try_from(bytes).unwrap_or(usize::MAX);
        // SAFETY: the address is used for `length` bytes, until `Memory` frees it.
        let address = unsafe { result::malloc_sync(length) };
        let address =
            address.map_err(|error| failure(&format!("allocating {} bytes", grouped(bytes)), error))?;
        Ok(Memory { driver: self, address, length })
    }

    /// Starts a kernel.
    ///
    /// `arguments` are addresses of values that the kernel's parameters take.
    ///
    /// # Safety
    /// Number, types and meaning of the arguments must be those of the kernel's parameters, and the kernel must stay
    /// inside the memory that they name.
    ///
    /// # Errors
    /// [`ErrorCode::TooLarge`] for more blocks than a launch can have, [`ErrorCode::LaunchFailed`].
    pub(super) unsafe fn launch(
        &self,
        function: &CudaFunction,
        (blocks, threads, shared_bytes): (u64, u32, u32),
        arguments: &mut [*mut std::ffi::c_void],
    ) -> Result<(), RunError> {
        let blocks =
            u32::try_from(blocks).ok().filter(|blocks| i32::try_from(*blocks).is_ok()).ok_or_else(|| {
                let message = format!("{} blocks are more than the 2^31 - 1 of one launch", grouped(blocks));
                RunError::new(ErrorCode::TooLarge, message)
            })?;
        let (function, stream) = (function.cu_function(), self.stream.cu_stream());
        // SAFETY: function and stream are alive; the rest is this function's contract.
        let launched = unsafe {
            result::launch_kernel(function, (blocks, 1, 1), (threads, 1, 1), shared_bytes, stream, arguments)
        };
        launched.map_err(|error| failure("starting the kernel", error))
    }

    /// Lets the kernel's launches take this much shared memory beside its own.
    ///
    /// # Errors
    /// [`ErrorCode::LaunchFailed`] when the GPU has less.
    pub(super) fn allow_shared(&self, function: &CudaFunction, bytes: u32) -> Result<(), RunError> {
        use sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as ATTRIBUTE;
        if bytes <= FREE_SHARED_BYTES {
            return Ok(());
        }
        let what = format!("asking for {} bytes of shared memory", grouped(bytes.into()));
        // No device has so much shared memory.
        let bytes = i32::try_from(bytes).unwrap_or(i32::MAX);
        function.set_attribute(ATTRIBUTE, bytes).map_err(|error| failure(&what, error))
    }

    /// What the kernel takes on this GPU.
    pub(super) fn measured(
        &self,
        function: &CudaFunction,
        threads: u32,
        shared_bytes: u32,
    ) -> Result<Measured, RunError> {
        use sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR as MOST_THREADS;
        let asked = || -> Result<Measured, DriverError> {
            let count = |number: i32| {
                u64::try_from(number).map_err(|_| DriverError(sys::CUresult::CUDA_ERROR_UNKNOWN))
            };
            let own = count(function.shared_size_bytes()?)?;
            // No device has so much shared memory: no block fits.
            let added = usize::try_from(shared_bytes).unwrap_or(usize::MAX);
            let blocks = function.occupancy_max_active_blocks_per_multiprocessor(threads, added, None)?;
            let most = count(self.context.attribute(MOST_THREADS)?)?.max(1);
            Ok(Measured {
                registers: count(function.num_regs()?)?,
                spilled_bytes: count(function.local_size_bytes()?)?,
                shared_bytes: own + u64::from(shared_bytes),
                occupancy: f64::from(blocks) * f64::from(threads) / float(most),
                conflicts: None,
            })
        };
        asked().map_err(|error| failure("asking about the kernel", error))
    }

    /// Starts the driver's own copy from one address to another.
    ///
    /// # Safety
    /// Both must name `bytes` bytes of memory on the GPU.
    pub(super) unsafe fn copy(&self, from: u64, to: u64, bytes: u64) -> Result<(), RunError> {
        // The driver refuses more than there is.
        let length = usize::try_from(bytes).unwrap_or(usize::MAX);
        // SAFETY: this function's contract; the stream orders it with other uses.
        let copied = unsafe { result::memcpy_dtod_async(to, from, length, self.stream.cu_stream()) };
        copied.map_err(|error| failure("copying by the driver", error))
    }

    /// Waits for everything that was started.
    ///
    /// # Errors
    /// [`ErrorCode::DeviceFault`] when a kernel faulted.
    pub(super) fn wait(&self) -> Result<(), RunError> {
        self.stream.synchronize().map_err(|error| failure("running the kernel", error))
    }

    /// Milliseconds that `work` takes on the GPU, by events before and after it.
    pub(super) fn time(&self, work: impl FnOnce() -> Result<(), RunError>) -> Result<f64, RunError> {
        let flags = Some(sys::CUevent_flags::CU_EVENT_DEFAULT);
        let event = || self.context.new_event(flags).map_err(|error| failure("making an event", error));
        let (before, after) = (event()?, event()?);
        before.record(&self.stream).map_err(|error| failure("recording an event", error))?;
        work()?;
        after.record(&self.stream).map_err(|error| failure("recording an event", error))?;
        self.wait()?;
        let elapsed = before.elapsed_ms(&after).map_err(|error| failure("timing the kernel", error))?;
        Ok(elapsed.into())
    }
}

/// The part of the system that this process sees.
pub(super) fn environment() -> Environment<'static> {
    Environment {
        variable: &|name: &str| -> Option<OsString> { std::env::var_os(name) },
        root: Path::new("/"),
    }
}

/// A map as a kernel takes it: by value, aligned to 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(super) struct EncodedMap(sys::CUtensorMap);

/// Memory on the GPU.
pub(super) struct Memory<'a> {
    driver: &'a Driver,
    address: sys::CUdeviceptr,
    length: usize,
}

impl Memory<'_> {
    /// The address of the byte at `offset`.
    pub(super) fn address(&self, offset: u64) -> u64 {
        self.address + offset
    }

    /// Sets every byte.
    pub(super) fn set(&mut self, byte: u8) -> Result<(), RunError> {
        let stream = self.driver.stream.cu_stream();
        // SAFETY: the memory is ours for `length` bytes, and the stream orders this with its other uses.
        let set = unsafe { result::memset_d8_async(self.address, byte, self.length, stream) };
        set.map_err(|error| failure("poisoning a buffer", error))
    }

    /// Writes all bytes.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), RunError> {
        self.driver.wait()?;
        if bytes.len() != self.length {
            let message = format!("{} bytes for a buffer of {}", bytes.len(), self.length);
            return Err(RunError::new(ErrorCode::Internal, message));
        }
        // SAFETY: `length` bytes are written, and nothing is running that uses them.
        let copied = unsafe { result::memcpy_htod_sync(self.address, bytes) };
        copied.map_err(|error| failure("writing a buffer", error))
    }

    /// Reads as many bytes as `bytes` holds from `offset` on.
    pub(super) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), RunError> {
        self.driver.wait()?;
        let end = usize::try_from(offset).ok().and_then(|offset| offset.checked_add(bytes.len()));
        if end.is_none_or(|end| end > self.length) {
            return Err(RunError::new(ErrorCode::Internal, "a read beyond the end of a buffer"));
        }
        // SAFETY: the bytes lie inside the memory, and nothing is running that writes them.
        let copied = unsafe { result::memcpy_dtoh_sync(bytes, self.address + offset) };
        copied.map_err(|error| failure("reading a buffer", error))
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // SAFETY: the address came from `allocate` and is freed nowhere else; freeing waits for what uses it.
        // After a fault the context is gone and the memory with it, so a failure changes nothing.
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// `13.0`.
pub(super) fn version_text(version: i32) -> String {
    format!("{}.{}", version / 1000, version % 1000 / 10)
}

/// `CUDA_ERROR_ILLEGAL_ADDRESS, an illegal memory access was encountered`.
fn text(error: DriverError) -> String {
    let name = error
        .error_name()
        .map_or_else(|_| format!("{:?}", error.0), |name| name.to_string_lossy().into_owned());
    let what = error.error_string().map(|text| text.to_string_lossy().into_owned()).unwrap_or_default();
    format!("{name}, {what}")
}

pub(super) fn no_device(error: DriverError, environment: &Environment<'_>) -> RunError {
    use sys::CUresult as Status;
    let (code, advice) = match error.0 {
        Status::CUDA_ERROR_NO_DEVICE | Status::CUDA_ERROR_INVALID_DEVICE => {
            let visible = (environment.variable)("CUDA_VISIBLE_DEVICES");
            let visible = visible.map(|value| value.to_string_lossy().into_owned());
            (ErrorCode::NoDevice, why_there_is_none(gpus(environment), visible.as_deref()))
        }
        Status::CUDA_ERROR_STUB_LIBRARY => (
            ErrorCode::NoDriver,
            "the libcuda found is a toolkit's stub for linking; take the stubs folder off LD_LIBRARY_PATH".into(),
        ),
        Status::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH | Status::CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE => (
            ErrorCode::NoDriver,
            "libcuda and the kernel's driver are of different versions; reboot after an update".into(),
        ),
        Status::CUDA_ERROR_DEVICE_UNAVAILABLE => (
            ErrorCode::NoDevice,
            "another process has the GPU for itself; nvidia-smi lists it, and the compute mode that allows it".into(),
        ),
        Status::CUDA_ERROR_OUT_OF_MEMORY => (
            ErrorCode::OutOfMemory,
            "the GPU's memory is full, so that nothing can start on it; nvidia-smi lists the processes that hold it"
                .into(),
        ),
        _ => (ErrorCode::NoDriver, "the NVIDIA driver does not start; check nvidia-smi".into()),
    };
    RunError::new(code, format!("no CUDA: {advice} ({})", text(error)))
}

/// What a failed driver call means for the run.
pub(super) fn failure(what: &str, error: DriverError) -> RunError {
    use sys::CUresult as Status;
    let code = match error.0 {
        Status::CUDA_ERROR_OUT_OF_MEMORY => ErrorCode::OutOfMemory,
        // These leave a context in which every later call fails.
        Status::CUDA_ERROR_ILLEGAL_ADDRESS
        | Status::CUDA_ERROR_LAUNCH_FAILED
        | Status::CUDA_ERROR_LAUNCH_TIMEOUT
        | Status::CUDA_ERROR_ILLEGAL_INSTRUCTION
        | Status::CUDA_ERROR_MISALIGNED_ADDRESS
        | Status::CUDA_ERROR_INVALID_ADDRESS_SPACE
        | Status::CUDA_ERROR_INVALID_PC
        | Status::CUDA_ERROR_HARDWARE_STACK_ERROR
        | Status::CUDA_ERROR_ASSERT
        | Status::CUDA_ERROR_ECC_UNCORRECTABLE
        | Status::CUDA_ERROR_NVLINK_UNCORRECTABLE
        | Status::CUDA_ERROR_CONTEXT_IS_DESTROYED => ErrorCode::DeviceFault,
        _ => ErrorCode::LaunchFailed,
    };
    let after = if code == ErrorCode::DeviceFault { "; the next run gets a fresh worker" } else { "" };
    RunError::new(code, format!("{what} failed: {}{after}", text(error)))
}
