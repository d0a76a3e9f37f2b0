//! The loop between the wire and the service.
//!
//! The framework has a loop of its own, but it ends at the first message that it cannot decode and stops
//! reading when nobody reads its output. This one reads in a thread, calls the service in the order of the
//! wire, lets what is not answered at once go on in the runtime, and leaves writing to [`DetachedWriter`].

use std::{
    io::{BufRead, Write},
    task::{Context, Poll, Waker},
    time::Duration,
};

use futures::{SinkExt, StreamExt};
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use tower::Service;
use tower_lsp::{
    ClientSocket, ExitedError,
    jsonrpc::{Request, Response},
};

use super::{
    frame::{Frame, read_frame},
    message::{self, Message},
    ordered::InWireOrder,
    writer::DetachedWriter,
};

/// How long a client that has closed its end may still receive answers to what it asked.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// `exit` after `shutdown`.
    Exit,
    /// `exit` without `shutdown`.
    AbruptExit,
    /// The client closed the stream, or died.
    InputClosed,
}

/// Serves one client on this thread until it leaves.
pub(super) fn serve<S>(
    runtime: &Handle,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    mut service: InWireOrder<S>,
    socket: ClientSocket,
) -> Ending
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    let _in_runtime = runtime.enter();
    let (writer, written) = DetachedWriter::spawn(output);
    let (requests, mut responses) = socket.split();
    let forward = runtime.spawn(forward_requests(requests, writer.clone()));
    let answers = TaskTracker::new();
    let mut shut_down = false;

    let ending = loop {
        let messages = match read_frame(&mut input) {
            Ok(Some(Frame::Message(bytes))) => message::read(&bytes),
            Ok(Some(Frame::Garbage(what))) => vec![Message::Unreadable(message::parse_error(what))],
            Ok(None) | Err(_) => break Ending::InputClosed,
        };
        let mut exits = false;
        for message in messages {
            match message {
                Message::Request(request) => {
                    exits |= request.method() == "exit";
                    shut_down |= request.method() == "shutdown";
                    answer(&mut service, request, &writer, &answers);
                }
                Message::Response(response) => {
                    let _ = runtime.block_on(responses.send(response));
                }
                Message::Unreadable(response) => writer.send(&response),
            }
        }
        if exits {
            break if shut_down { Ending::Exit } else { Ending::AbruptExit };
        }
    };

    answers.close();
    if ending == Ending::InputClosed {
        let _ = runtime.block_on(async { tokio::time::timeout(LAST_ANSWERS, answers.wait()).await });
    }
    forward.abort();
    let _ = runtime.block_on(forward);
    drop(writer);
    written.wait();
    ending
}

fn answer<S>(service: &mut InWireOrder<S>, request: Request, writer: &DetachedWriter, answers: &TaskTracker)
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError>,
    S::Future: Send + 'static,
{
    // The service is ready until it has exited; then it is an error, never pending.
    let Poll::Ready(Ok(())) = service.poll_ready(&mut Context::from_waker(Waker::noop())) else { return };
    let mut handler = service.call(request);
    let writer = writer.clone();
    match handler.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => send_answer(&writer, outcome),
        Poll::Pending => {
            answers.spawn(async move { send_answer(&writer, handler.await) });
        }
    }
}

fn send_answer(writer: &DetachedWriter, outcome: Result<Option<Response>, ExitedError>) {
    if let Ok(Some(response)) = outcome {
        writer.send(&response);
    }
}

async fn forward_requests(
    mut requests: impl futures::Stream<Item = Request> + Unpin,
    writer: DetachedWriter,
) {
    while let Some(request) = requests.next().await {
        writer.send(&request);
    }
}
