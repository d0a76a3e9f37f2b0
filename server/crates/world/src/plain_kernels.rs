//! What the plain kernels of a revision do with memory: read when somebody asks, after what was kept of an earlier text.

use std::sync::{Arc, OnceLock};

use layoutlens_access::{Header, Reading};

use crate::Text;

/// The plain kernels of one revision, and the files that they are read with.
#[derive(Debug, Default)]
pub struct PlainKernels {
    /// None of a text that is nobody's document: it has no kernels.
    text: Option<Arc<Text>>,
    headers: Arc<[Arc<Header>]>,
    read: OnceLock<Reading>,
}

impl PlainKernels {
    /// Those of a text.
    pub(crate) fn new(text: Arc<Text>, headers: Arc<[Arc<Header>]>) -> Self {
        Self { text: Some(text), headers, read: OnceLock::new() }
    }

    /// The same, to be read again.
    pub(crate) fn unread(&self) -> Self {
        Self { text: self.text.clone(), headers: Arc::clone(&self.headers), read: OnceLock::new() }
    }

    /// The files that they are read with.
    pub fn headers(&self) -> &Arc<[Arc<Header>]> {
        &self.headers
    }

    /// What they do with memory.
    pub(crate) fn reading(&self) -> &Reading {
        self.read.get_or_init(|| match &self.text {
            Some(text) => text.plain_kernels(&self.headers),
            None => Reading::default(),
        })
    }
}
