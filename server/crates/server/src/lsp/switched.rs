//! Capabilities that a setting switches. Where the client registers such, they come and go with it; elsewhere what is
//! switched off gives no answer, and what is switched on is offered at the next start.

use std::sync::Arc;

use lsp_types::{
    DocumentRangeFormattingRegistrationOptions, Registration, SemanticTokensRegistrationOptions,
    Unregistration,
};
use tokio::sync::Mutex;

use super::{capabilities::ClientSupport, session::Session, token_legend};
use crate::settings::Configuration;

/// A capability that a setting switches.
struct Switched {
    /// The method that is registered, which is its id too.
    method: &'static str,
    is_registered_by: fn(&ClientSupport) -> bool,
    is_on: fn(&Configuration) -> bool,
    options: fn() -> serde_json::Result<serde_json::Value>,
}

const SWITCHED: [Switched; 2] = [
    Switched {
        method: "textDocument/semanticTokens",
        is_registered_by: |client| client.registers_tokens,
        is_on: |configuration| configuration.semantic_tokens,
        options: || {
            serde_json::to_value(SemanticTokensRegistrationOptions {
                semantic_tokens_options: token_legend::options(),
                ..Default::default()
            })
        },
    },
    Switched {
        method: "textDocument/rangeFormatting",
        is_registered_by: |client| client.registers_formatting,
        is_on: |configuration| configuration.format,
        options: || serde_json::to_value(DocumentRangeFormattingRegistrationOptions::default()),
    },
];

/// Which of them the client has registered.
#[derive(Debug, Default)]
pub(super) struct Registered(Mutex<[bool; SWITCHED.len()]>);

impl Session {
    /// Has the client register what is switched on, and forget what is switched off.
    pub(super) fn offer_what_is_switched_on(self: &Arc<Self>) {
        let session = Arc::clone(self);
        tokio::spawn(async move {
            // One change after the other: the settings are looked at when it is this one's turn.
            let mut registered = session.registered.0.lock().await;
            let configuration = session.configuration();
            for (switched, registered) in SWITCHED.iter().zip(registered.iter_mut()) {
                let is_on = (switched.is_on)(&configuration);
                if is_on == *registered || !(switched.is_registered_by)(session.support()) {
                    continue;
                }
                *registered = is_on;
                // A client that declines is one that asks for neither.
                let _ = match is_on {
                    true => session.client.register_capability(vec![switched.registration()]).await,
                    false => session.client.unregister_capability(vec![switched.unregistration()]).await,
                };
            }
        });
    }
}

impl Switched {
    fn registration(&self) -> Registration {
        Registration {
            id: self.method.into(),
            method: self.method.into(),
            register_options: (self.options)().ok(),
        }
    }

    fn unregistration(&self) -> Unregistration {
        Unregistration { id: self.method.into(), method: self.method.into() }
    }
}
