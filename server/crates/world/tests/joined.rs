//! Readers that join a computation which began before their time.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use layoutlens_eval::host::HostFile;
use layoutlens_library::of_language;
use layoutlens_syntax::{
    Language,
    program::{Import, Program},
};
use layoutlens_world::{
    Analysis, Document, Header, OpenFiles, Programs, Seen, Source, Sources, Whereabouts, Workspace,
};

/// Files in a state that has a number. The first look at them lasts until it is let go.
#[derive(Debug)]
struct Files {
    state: AtomicUsize,
    first: Mutex<Option<(Sender<()>, Receiver<()>)>>,
}

#[derive(Debug)]
struct Look {
    files: Arc<Files>,
    state: usize,
}

impl Workspace for Files {
    fn look(self: Arc<Self>, _: &Path, _: &OpenFiles) -> Box<dyn Sources> {
        let state = self.state.load(Ordering::SeqCst);
        if let Some((begins, may_end)) = self.first.lock().expect("no panic").take() {
            begins.send(()).expect("somebody waits");
            may_end.recv().expect("somebody lets it go");
        }
        Box::new(Look { files: self, state })
    }
}

impl Sources for Look {
    fn here(&self) -> PathBuf {
        "/main.cu".into()
    }

    fn name(&self, _: Language, path: &Path) -> String {
        path.display().to_string()
    }

    fn find(&self, _: Language, _: &Path, _: &Import) -> Vec<Arc<Source>> {
        let text = format!("constexpr int kRows = {};\n", self.state);
        let (_, tree) = layoutlens_syntax::parse(Language::Cuda, &text, None);
        let program: Arc<Program> = layoutlens_syntax::read_program(Language::Cuda, &text, &tree).into();
        let file = HostFile { name: "rows.h".into(), language: Language::Cuda, program };
        vec![Arc::new(Source { path: "/rows.h".into(), length: text.len(), file })]
    }

    fn header(&self, _: &Path, _: &str) -> Option<(PathBuf, Arc<Header>)> {
        None
    }

    fn importers(&self, _: Language, _: &Path) -> Vec<Arc<Source>> {
        Vec::new()
    }

    fn programs(&self, _: &Path) -> Programs {
        Programs { sources: Vec::new(), are_all: true }
    }

    fn left_out(&self, path: &Path) {
        panic!("{} is read, which is the only one", path.display());
    }

    fn seen(self: Box<Self>) -> Arc<dyn Seen> {
        Arc::new(*self)
    }
}

impl Seen for Look {
    fn holds(&self, _: &OpenFiles) -> bool {
        self.files.state.load(Ordering::SeqCst) == self.state
    }

    fn with_same_code(&self, open: &OpenFiles, _: &Path) -> Option<Arc<dyn Seen>> {
        self.holds(open)
            .then(|| Arc::new(Self { files: Arc::clone(&self.files), state: self.state }) as Arc<dyn Seen>)
    }

    fn depends_on(&self, _: &Path) -> bool {
        false
    }
}

/// What is shown of the one variable.
fn shown(analysis: &Analysis) -> String {
    let variable = analysis.evaluation.host.variables.first().expect("a variable");
    variable.answers[0].value.shown()
}

#[test]
fn who_asks_after_a_file_has_changed_is_not_given_what_was_begun_before() {
    let (begins, began) = channel();
    let (let_go, may_end) = channel();
    let first = Mutex::new(Some((begins, may_end)));
    let files = Arc::new(Files { state: AtomicUsize::new(4), first });
    let text = "#include <rows.h>\nint main() { auto a = cute::make_layout(cute::Int<kRows>{}); }\n";
    let workspace: Arc<dyn Workspace> = Arc::<Files>::clone(&files);
    let document = Document::new(1, Language::Cuda, text, of_language)
        .at(Whereabouts { path: "/main.cu".into(), workspace });
    let renewed = AtomicUsize::new(0);
    let renew = |document: Document| {
        renewed.fetch_add(1, Ordering::SeqCst);
        document.renewed()
    };
    let ask = |now: u64, read_clock: &dyn Fn() -> u64| {
        let answer = document.clone().analysis_since(now, read_clock, &|| true, &renew);
        answer.expect("somebody waits").1
    };
    thread::scope(|scope| {
        let early = scope.spawn(|| ask(1, &|| 1));
        began.recv().expect("a look");
        files.state.store(8, Ordering::SeqCst);
        // The later reader reads the clock when it is about to wait for the earlier one.
        let late = ask(2, &|| {
            let _ = let_go.send(());
            2
        });
        assert_eq!(shown(&late), "8:1");
        assert_eq!(shown(&early.join().expect("no panic")), "4:1");
    });
    assert_eq!(renewed.load(Ordering::SeqCst), 1);
}
