//! Functions on pages whose lists draw only the entries near what is in view: an entry that a value names is looked for in the
//! whole list, two of one name are refused, and what is drawn is never taken for all.
#![allow(clippy::unwrap_used, reason = "the helper of a test may panic")]

use device::Cancel;
use device_web::{Web, find_chromium};
use runtime::{Options, Run, run};
use task::{Instance, Params, Value};
use testkit::{Part, there};
use trajectory::{Code, Outcome, Recording};
use ui::{Key, Locator, find};

/// A hundred customers, of whom some thirty are drawn; a press on an entry says who it is.
const PAGE: &str = r#"<!DOCTYPE html><title>Customers</title><p id=said>nobody</p>
<div id=list style="height:400px; overflow-y:auto"><ul id=all style="position:relative; margin:0; padding:0"></ul></div><script>
  const names = Array.from({ length: 100 }, (_, at) => "Customer " + at);
  const ROW = 40;
  all.style.height = names.length * ROW + "px";
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 3), last = Math.min(names.length, first + 16);
    all.replaceChildren(...names.slice(first, last).map((name, at) => {
      const it = document.createElement("li"), open = document.createElement("button");
      open.textContent = name;
      open.onclick = () => said.textContent = name + " of row " + (first + at);
      it.style.cssText = `position:absolute; list-style:none; top:${(first + at) * ROW}px; height:${ROW}px`;
      it.append(open);
      return it;
    }));
  };
  list.addEventListener("scroll", draw); EDIT; draw();
</script>"#;

/// What a script does on the page, whose names are changed by a line of JavaScript first, and what the page says then.
fn done(edit: &str, source: &str, who: &str) -> Option<(Run, String)> {
    there(Part::Web, find_chromium())?;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("page.html");
    std::fs::write(&path, PAGE.replace("EDIT", edit)).unwrap();
    let mut web = Web::open(&format!("file://{}", path.display())).unwrap();
    let params: Params = [("who".to_owned(), Value::from(who))].into_iter().collect();
    let instance = Instance {
        suite: "own".to_owned(),
        task_type: "Open".to_owned(),
        seed: 1,
        goal: format!("Open {who}"),
        params: params.clone(),
    };
    let options = Options::default();
    let run = run(
        source,
        "test",
        &params,
        &mut web,
        &instance,
        &options,
        None,
        &Cancel::default(),
    );
    let screen = device::Device::observe(&mut web).unwrap();
    let said = find(&screen, &Locator::<String>::by(Key::ResourceName, "said")).one();
    let said = said.and_then(|it| screen.get(it)?.text.clone()).unwrap();
    Some((run, said))
}

const SCROLLS: &str =
    "fn f(who) { env_op.click(env_op.scroll_to(#{ text: who })); env_op.stop(\"complete\"); }";
const REQUIRES: &str = "fn f(who) { env_op.click(#{ text: who }); env_op.stop(\"complete\"); }";

#[test]
fn an_entry_that_is_not_drawn_yet_is_found() {
    for source in [SCROLLS, REQUIRES] {
        for (who, row) in [("Customer 1", 1), ("Customer 71", 71), ("Customer 99", 99)] {
            let Some((run, said)) = done("", source, who) else {
                return;
            };
            assert_eq!(
                run.recording.ending.outcome,
                Outcome::Reached,
                "{who}: {:?}",
                run.recording.ending
            );
            assert_eq!(said, format!("{who} of row {row}"));
        }
    }
}

#[test]
fn a_second_one_of_its_name_is_refused_wherever_it_stands() {
    for source in [SCROLLS, REQUIRES] {
        for other in [2, 40, 99] {
            let edit = format!("names[{other}] = names[1]");
            let Some((run, said)) = done(&edit, source, "Customer 1") else {
                return;
            };
            assert_eq!(run.recording.ending.outcome, Outcome::Refused, "row {other}");
            assert_eq!(said, "nobody", "row {other}");
        }
    }
}

#[test]
fn what_is_not_there_is_missing() {
    for source in [SCROLLS, REQUIRES] {
        let Some((run, said)) = done("", source, "Customer 100") else {
            return;
        };
        assert_eq!(run.recording.ending.outcome, Outcome::ScriptFault);
        assert_eq!(said, "nobody");
    }
}

#[test]
fn what_is_drawn_is_not_counted_as_all() {
    let counted = "fn f(who) { env_op.answer(env_op.count_elements(#{ text_starts_with: \"Customer\" }).to_string()); }";
    let through = "fn f(who) { let all = 0; for it in env_op.find_elements(#{ text_starts_with: \"Customer\" }) { all += 1; } env_op.answer(all.to_string()); }";
    for source in [counted, through] {
        let Some((run, _)) = done("", source, "nobody") else {
            return;
        };
        let ending = run.recording.ending;
        assert_eq!(ending.outcome, Outcome::Refused, "{:?}", run.recording.answer);
        assert_eq!(ending.diagnostic.unwrap().code, Code::ListUnfinished);
    }
    let read = "fn f(who) { env_op.answer(env_op.read_all(#{ text_starts_with: \"Customer\" }).len().to_string()); }";
    let rows = "fn f(who) { env_op.answer(env_op.read_rows(#{ text_starts_with: \"Customer\" }, 1).len().to_string()); }";
    for source in [read, rows] {
        let Some((run, _)) = done("", source, "nobody") else {
            return;
        };
        let Recording { answer, ending, .. } = run.recording;
        assert_eq!(answer.as_deref(), Some("100"), "{ending:?}");
    }
}
