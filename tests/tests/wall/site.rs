//! A page whose server counts what it is sent.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use testkit::{Answer, Asked, serve};

/// The server of one page. `/last` shows what was posted last; all other addresses show that it is done.
pub struct Site {
    pub url: String,
    kept: Arc<Kept>,
}

#[derive(Default)]
struct Kept {
    posts: AtomicUsize,
    last: Mutex<String>,
}

impl Site {
    pub fn with(page: &'static str) -> Self {
        let kept = Arc::new(Kept::default());
        let keeping = Arc::clone(&kept);
        let address = serve(move |asked| keeping.answer(page, asked));
        let url = format!("http://{address}/");
        Self { url, kept }
    }

    /// How often something was posted.
    pub fn posts(&self) -> usize {
        self.kept.posts.load(Ordering::SeqCst)
    }
}

impl Kept {
    fn answer(&self, page: &str, asked: &Asked) -> Answer {
        let mut last = self.last.lock().unwrap();
        if asked.is_post() {
            self.posts.fetch_add(1, Ordering::SeqCst);
            let body = asked.body.replace('<', "&lt;");
            *last = body.lines().map(|it| format!("<p>{it}</p>")).collect();
        }
        let page = match asked.path() {
            "/" => page,
            "/last" => &last,
            _ => "<p>It is done</p>",
        };
        Answer::page(format!("<!DOCTYPE html><title>Page</title>{page}"))
    }
}
