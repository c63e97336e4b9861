//! The smallest app with a goal: a field and a button. Right is the parameter's value in the field, then OK.

use task::{Instance, Params, TaskType};
use testkit::Fake;
use ui::ActionKind;

const FORM: &str = "
app = org.form
size = 100x60
button = OK
screen Main
  nothing
  field Name box=0,0,100,20
  button {button} box=0,30,100,50 -> button = Sent
";

/// The same with a button that stands lower once something was typed, as if a keyboard had come up.
pub const MOVES: &str = "
app = org.form
size = 100x60
button = OK
screen Main
  nothing
  field Name box=0,0,100,20
  button {button} box=0,30,100,50 unless=Name -> button = Sent
  button {button} box=0,37,100,57 if=Name -> button = Sent
";

/// The one task.
pub fn instance() -> Instance {
    Instance {
        suite: "form".to_owned(),
        task_type: "Send".to_owned(),
        seed: 1,
        goal: "Send \"Ada\".".to_owned(),
        params: Params::from_iter([("name".to_owned(), "Ada".into())]),
    }
}

/// The app and its judge.
pub fn form() -> Fake {
    of(FORM)
}

/// A form that is told otherwise.
pub fn of(text: &str) -> Fake {
    let actions = [
        ActionKind::OpenApp,
        ActionKind::InputText,
        ActionKind::NavigateBack,
        ActionKind::Answer,
    ];
    let right = |it: &testkit::State| (it.get("button").as_str(), it.get("Name").as_str()) == ("Sent", "Ada");
    let mut form = Fake::told(text)
        .called("a form", &actions)
        .asked(instance(), right);
    form.apps = vec![("Form", "org.form")];
    form.types = vec![TaskType {
        name: "Send".to_owned(),
        suite: "form".to_owned(),
        template: None,
        params: Vec::new(),
        step_budget: 4,
    }];
    form
}

/// Ten fields that stand lower once the first one holds something, and a button.
pub fn ten() -> Fake {
    let fields: String = (0..10).map(|it| format!("  field F{it}\n")).collect();
    let text = format!("screen Main\n  text Draft if=F0\n{fields}  button Save -> saved = yes\n");
    let right = |it: &testkit::State| {
        it.get("saved") == "yes" && (0..10).all(|field| it.get(&format!("F{field}")) == format!("v{field}"))
    };
    Fake::told(&text)
        .called("a form", &[ActionKind::InputText])
        .asked(instance(), right)
}

/// A list of six hundred rows, of which one is to be pressed.
pub fn long() -> Fake {
    let rows: Vec<String> = (0..600).map(|it| format!("Row {it}")).collect();
    let text = format!(
        "rows = {}\nscreen Main\n  row {{rows}} -> pressed = {{it}}\n",
        rows.join(", ")
    );
    Fake::told(&text)
        .called("a list", &[])
        .asked(instance(), |it: &testkit::State| it.get("pressed") == "Row 150")
}
