//! What is shown while work goes on, on a terminal that keeps what is written on it.

use std::sync::{Arc, Mutex};

use indicatif::TermLike;

use super::*;

/// A terminal that keeps what is written on it.
#[derive(Clone, Debug, Default)]
struct Paper(Arc<Mutex<String>>);

impl Paper {
    fn write(&self, text: &str) -> io::Result<()> {
        self.0.lock().expect("nobody panics with it").push_str(text);
        Ok(())
    }

    /// What was written since it was last asked.
    fn read(&self) -> String {
        std::mem::take(&mut *self.0.lock().expect("nobody panics with it"))
    }

    fn bars(&self) -> Bars {
        Bars::on(ProgressDrawTarget::term_like(Box::new(self.clone())))
    }
}

impl TermLike for Paper {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.write(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.write("<cleared>")
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_bar_says_how_much_is_done_and_what_goes_on() {
    let paper = Paper::default();
    let bars = paper.bars();
    let all = bars.bar(3);
    all.steps(2);
    all.tell("instance 7: 12 episodes, 340 steps");
    all.0.force_draw();
    let shown = paper.read();
    assert!(
        shown.contains("2/3") && shown.contains("instance 7: 12 episodes, 340 steps"),
        "{shown}"
    );
    let one = bars.spinner("worker 1");
    one.tell("exploring");
    one.0.force_draw();
    assert!(paper.read().contains("worker 1: exploring"));
}

#[test]
fn what_is_done_leaves_nothing_behind() {
    let paper = Paper::default();
    let bars = paper.bars();
    let all = bars.bar(1);
    all.0.force_draw();
    paper.read();
    drop(all);
    // It may have drawn itself again in between: what was drawn last is cleared.
    let shown = paper.read();
    let left = shown.rsplit_once("<cleared>").map(|(_, left)| left);
    assert!(left.is_some_and(|it| !it.contains("0/1")), "{shown}");
}

#[test]
fn nobody_is_told_anything_where_nobody_watches() {
    let bars = Bars::on(ProgressDrawTarget::hidden());
    let all = bars.bar(2);
    all.tell("exploring");
    assert!(all.0.is_hidden());
}
