//! The pages of the sessions: what they show, and what they do when something is clicked.

use recorder::{Kind, What};

use super::{Part, Play, part};

fn text(name: &str, at: (i32, i32)) -> Part {
    part("p", Kind::Other, "", name, at)
}

fn choice(
    on: &'static str,
    name: &str,
    at: (i32, i32),
    holds: &str,
    options: &[(&'static str, &'static str)],
) -> Part {
    let mut it = part(on, Kind::Select, "combobox", name, at);
    it.element.value = Some(holds.to_owned());
    it.options = options.to_vec();
    it
}

/// A form for a customer.
pub fn form() -> Play {
    let mut secret = part(
        "input#pw:password",
        Kind::Text,
        "textbox",
        "Portal password",
        (136, 243),
    );
    secret.secret = Some("portal_password");
    let countries = [("nl", "Netherlands"), ("de", "Germany"), ("fr", "France")];
    let mut basic = part("input:radio", Kind::Radio, "radio", "Basic", (40, 423));
    basic.element.checked = true;
    let parts = vec![
        part("input#name:text", Kind::Text, "textbox", "Full name", (136, 123)),
        part("input#email:email", Kind::Text, "textbox", "Email", (136, 183)),
        secret,
        choice(
            "select#country:select-one",
            "Country",
            (60, 303),
            "Choose",
            &countries,
        ),
        part(
            "input#born:date",
            Kind::Value,
            "textbox",
            "Date of birth",
            (47, 363),
        ),
        basic,
        part("input:radio", Kind::Radio, "radio", "Pro", (125, 423)),
        part(
            "input#news:checkbox",
            Kind::Check,
            "checkbox",
            "Send me the newsletter",
            (41, 465),
        ),
        part(
            "textarea#notes:textarea",
            Kind::Lines,
            "textbox",
            "Notes",
            (232, 537),
        ),
        part("button:submit", Kind::Other, "button", "Save customer", (82, 600)),
        part("button#cancel", Kind::Other, "button", "Cancel", (190, 600)),
    ];
    Play::new("New customer", parts, |it, clicked| {
        if clicked == "Save customer" {
            it.goes("Customer saved", vec![text("Customer saved", (80, 40))]);
        }
    })
}

/// The rows of one page of the list of invoices.
fn rows(first: usize, clients: &[&str]) -> Vec<Part> {
    let states = ["open", "paid", "overdue"];
    let mut all = vec![part(
        "button#next:submit",
        Kind::Other,
        "button",
        "Next",
        (209, 357),
    )];
    all[0].element.path = vec![1];
    let rows = (first..).zip(0u16..).zip(clients);
    for ((number, row), client) in rows {
        let y = 167 + 37 * i32::from(row);
        let at = |x: i32| (x, y);
        let cells = [
            ("Number", format!("INV-{}", 100 + number)),
            ("Client", (*client).to_owned()),
            ("Amount", format!("{}.00", number * 37 + 20)),
            ("Status", states[number % 3].to_owned()),
        ];
        let mut parts: Vec<Part> = Vec::new();
        for (head, shown) in cells {
            let mut it = part("td", Kind::Other, "cell", &shown, (0, y));
            it.element.column = Some(head.to_owned());
            parts.push(it);
        }
        parts.push(part("button:submit", Kind::Other, "button", "Edit", at(397)));
        parts.push(part("button:submit", Kind::Other, "button", "✕", at(450)));
        for (column, mut it) in (0u16..).zip(parts) {
            it.element.path = vec![0, row, column];
            all.push(it);
        }
    }
    all
}

/// A list of invoices, five on a page, and a dialog that edits one.
pub fn list() -> Play {
    let first = rows(0, &["Acme", "Globex", "Initech", "Umbrella", "Hooli"]);
    Play::new("Invoices", first, |it, clicked| match clicked {
        "Edit" => edit(it),
        "Save" => saved(it),
        "Next" => {
            it.parts.clear();
            it.shows(rows(5, &["Vehement", "Stark", "Wayne", "Wonka", "Tyrell"]));
        }
        _ => {}
    })
}

/// What a row shows in a column.
fn cell<'a>(it: &'a mut Play, row: u16, head: &str) -> &'a mut Part {
    let mut all = it.parts.iter_mut();
    let found = all.find(|it| {
        it.element.path.get(1) == Some(&row)
            && it.element.path[0] == 0
            && it.element.column.as_deref() == Some(head)
    });
    found.expect("the row has it")
}

/// The dialog opens: it lies over the page.
fn edit(it: &mut Play) {
    let pressed = *it.focused.last().unwrap();
    let row = it.of(pressed).element.path[1];
    let held = ["Client", "Amount", "Status"].map(|head| cell(it, row, head).shown().to_owned());
    let [client, amount, state] = held;
    let states = [("open", "open"), ("paid", "paid"), ("overdue", "overdue")];
    let mut fields = vec![
        part("input:text", Kind::Text, "textbox", "Client", (530, 350)),
        part("input:text", Kind::Text, "textbox", "Amount", (530, 385)),
        choice("select:select-one", "Status", (450, 418), &state, &states),
        part("button:submit", Kind::Other, "button", "Save", (407, 458)),
        part(
            "button:submit",
            Kind::Other,
            "button",
            "Keep as it is",
            (470, 458),
        ),
    ];
    fields[0].element.value = Some(client);
    fields[1].element.value = Some(amount);
    for (at, part) in (0u16..).zip(&mut fields) {
        part.element.path = vec![2, row, at];
    }
    it.shows(fields);
}

/// The dialog closes, and its row shows what it held.
fn saved(it: &mut Play) {
    let value = |it: &mut Play, name: &str| {
        let part = it.by_name(name);
        (part.element.path[1], part.element.value.clone().unwrap())
    };
    let (row, amount) = value(it, "Amount");
    let (_, state) = value(it, "Status");
    it.parts.retain(|it| it.element.path[0] != 2);
    cell(it, row, "Amount").element.text = Some(amount);
    cell(it, row, "Status").element.text = Some(state);
}

/// What the page says of the last thing that was done.
fn says(it: &mut Play, shown: &str) {
    it.parts.retain(|it| it.on != "p");
    it.shows(vec![text(shown, (170, 60))]);
}

/// A page of what is hard to hear.
pub fn hard() -> Play {
    let mut card = part("input#card:text", Kind::Text, "textbox", "Card number", (192, 19));
    card.element.path = vec![9, 0];
    let parts = vec![
        part(
            "input#c:checkbox",
            Kind::Check,
            "checkbox",
            "Agree to terms",
            (30, 31),
        ),
        part("label#lab", Kind::Other, "", "Agree to terms", (90, 31)),
        part("button:submit", Kind::Other, "button", "Delete all", (60, 71)),
        part("span", Kind::Other, "", "Account", (60, 110)),
        card,
        part("div#d1", Kind::Other, "", "Card one", (60, 240)),
        part("div#bin", Kind::Other, "", "Done column", (380, 260)),
        part("a", Kind::Other, "link", "Download report", (70, 330)),
        part("input:text", Kind::Text, "textbox", "Phone", (80, 371)),
        part("button:submit", Kind::Other, "button", "Finish", (45, 431)),
    ];
    let mut play = Play::new("Hard", parts, |it, clicked| match clicked {
        "Delete all" => {
            refuse(it);
            says(it, "kept");
        }
        "Sign out" => says(it, "signed out"),
        "Done column" => says(it, "dropped"),
        "Download report" => it.hear(What::Download {
            file: "report.csv".to_owned(),
        }),
        "Finish" => says(it, "done"),
        _ => {}
    });
    // The log has no moves of the pointer: it came by the menu's head.
    play.before = |it, on| {
        if on == "a" && !it.has("Sign out") && !it.has("signed out") {
            let head = it.by_name("Account").node;
            it.hear(What::Over { on: head });
            it.shows(vec![part("a", Kind::Other, "link", "Sign out", (70, 135))]);
            it.looks(true);
        }
    };
    play
}

/// The tool that heard the session has refused all dialogs at once, and its log has none.
fn refuse(it: &mut Play) {
    let parts = std::mem::replace(&mut it.parts, vec![text("Delete all?", (200, 100))]);
    it.looks(false);
    it.hear(What::Dialog {
        asks: false,
        message: "Delete all?".to_owned(),
    });
    it.hear(What::Answered {
        accept: false,
        text: String::new(),
    });
    it.parts = parts;
}

/// A component of its own, a rich text, and a link to another tab.
pub fn mixed() -> Play {
    let parts = vec![
        part("button:submit", Kind::Other, "button", "Good", (107, 248)),
        part("button:submit", Kind::Other, "button", "Bad", (160, 248)),
        part("input:text", Kind::Text, "textbox", "Why?", (303, 248)),
        part("div#ed", Kind::Rich, "textbox", "Message", (227, 345)),
        part("a", Kind::Other, "link", "Open terms", (62, 444)),
        part("button#send:submit", Kind::Other, "button", "Send", (132, 445)),
    ];
    Play::new("Mixed", parts, |it, clicked| match clicked {
        "Good" => it.shows(vec![text("Rated Good", (100, 280))]),
        "Send" => it.shows(vec![text("Sent", (100, 480))]),
        "Open terms" => {
            let by = Some(it.page);
            it.page = 2;
            it.hear(What::Opened { by });
            it.goes(
                "Terms",
                vec![part("button:submit", Kind::Other, "button", "Accept", (78, 107))],
            );
        }
        "Accept" => it.by_name("Accept").element.text = Some("Accepted".to_owned()),
        _ => {}
    })
}
