//! Wire order, and a fence around panics.
//!
//! The framework's handlers are lazy: one that is polled late sees a world that later edits have changed. So
//! every handler is polled once, in the order of the wire, before the next message is read. A handler
//! therefore takes what it needs of the world before its first `.await`, and one that edits never awaits at
//! all.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    task::{Context, Poll, Waker},
};

use futures::{
    FutureExt,
    future::{BoxFuture, ready},
};
use tower::Service;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

use super::message;

/// Runs the part of every handler before its first `.await` inside `call`, and turns a panic of any part into
/// an error response to that one request.
#[derive(Debug)]
pub(super) struct InWireOrder<S>(pub(super) S);

impl<S> Service<Request> for InWireOrder<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Option<Response>, S::Error>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let id = request.id().cloned();
        let edits = is_edit(request.method());
        let handler = match catch_unwind(AssertUnwindSafe(|| self.0.call(request))) {
            Ok(handler) => handler,
            Err(panic) => return ready(Ok(answer_to_panic(id, &*panic))).boxed(),
        };
        let mut answer = AssertUnwindSafe(handler)
            .catch_unwind()
            .map(move |outcome| outcome.unwrap_or_else(|panic| Ok(answer_to_panic(id, &*panic))))
            .boxed();
        match answer.poll_unpin(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => ready(done).boxed(),
            Poll::Pending => {
                debug_assert!(!edits, "an edit awaited: the next message may overtake it");
                answer
            }
        }
    }
}

fn is_edit(method: &str) -> bool {
    message::EDITS.contains(&method) || method == message::LOST_EDIT
}

fn answer_to_panic(id: Option<Id>, panic: &(dyn Any + Send)) -> Option<Response> {
    Some(Response::from_error(id?, internal_error(panic)))
}

/// What a client is told of a panic; the panic hook has put the place on standard error.
pub(super) fn internal_error(panic: &(dyn Any + Send)) -> Error {
    let reason = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    let mut error = Error::internal_error();
    error.message = format!("layoutlens failed on this request, please report it: {reason}").into();
    error
}
