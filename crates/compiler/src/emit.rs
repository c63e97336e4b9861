//! Program to script: printed as Rhai that a person reads, each line with the recorded steps it came from.
//!
//! There are two forms of one program. [`emit`] writes each step out as the paper does: find, assert, act. A build runs and
//! repairs that form, and models read and write it. [`story`] is the form that is verified at the end, kept, shown and run.

mod computed;
mod elements;
mod names;
mod parts;
mod story;

use std::collections::{HashMap, HashSet};

use strings::{Expr, THIS_DAY, identifier, quote};
use ui::{Action, Key, Locator};

use crate::{
    locator::is_about,
    program::{Among, CHOSEN, Cond, Kind, Limit, ParamKind, Program, Reach, Stmt, Tally, only_if},
    script::Script,
    soft::{HELD, StepRef, Wanted, print_locator},
};

/// Lines of a `find_element` map are broken beyond this width.
const WIDTH: usize = 110;

pub(crate) use parts::{Printed, one_line, shown_by};
pub use story::story;
pub(crate) use story::story_with_assertions;

use parts::{
    NOTHING, answer_table, any_of, better, call, each_found, each_row, literal, read_address, read_rows,
    tallied,
};

/// Print a program as the paper writes functions, step by step. What its targets were before is not asserted.
pub fn emit(program: &Program) -> Script {
    print(program).script
}

/// Print a program as [`emit`] does, and say where its actions begin.
pub(crate) fn emit_with_acts(program: &Program) -> Printed {
    print(program)
}

fn print(program: &Program) -> Printed {
    let mut printer = Printer::default();
    printer
        .names
        .extend(program.params.iter().map(|it| identifier(&it.name)));
    printer
        .names
        .extend(program.made.iter().map(|it| identifier(&it.0)));
    printer.names.insert(THIS_DAY.to_owned());
    printer.head(program);
    printer.block(&program.body, 1);
    let stops = matches!(program.body.last().map(|it| &it.kind), Some(Kind::Stop(_)));
    if !stops {
        printer.line(1, "env_op.stop(\"complete\");", &[]);
    }
    printer.line(0, "}", &[]);
    let script = Script {
        name: program.name.clone(),
        source: printer.source,
        params: program.params.clone(),
        lines: printer.lines,
        lasting: Some(program.consequences()),
    };
    Printed {
        script,
        assertions: Vec::new(),
        acts: printer.acts,
    }
}

#[derive(Default)]
struct Printer {
    source: String,
    at: usize,
    lines: Vec<(usize, Vec<StepRef>)>,
    /// Parameters and loop variables: no `let` may hide them.
    names: HashSet<String>,
    step: usize,
    /// Lines at which actions begin.
    acts: Vec<usize>,
    /// What each variable was last found by.
    found: HashMap<String, Locator<Expr>>,
}

impl Printer {
    fn line(&mut self, depth: usize, text: &str, sources: &[StepRef]) {
        self.at += 1;
        self.source.push_str(&"    ".repeat(depth));
        self.source.push_str(text);
        self.source.push('\n');
        if !sources.is_empty() {
            self.lines.push((self.at, sources.to_vec()));
        }
    }

    fn head(&mut self, program: &Program) {
        self.line(0, &format!("/// {}", one_line(&program.description)), &[]);
        // Nobody who reads only what the task is would think so.
        if program.does_nothing() {
            self.line(0, NOTHING, &[]);
        }
        if !program.params.is_empty() {
            self.line(0, "///", &[]);
        }
        for it in &program.params {
            let kind = match it.kind {
                ParamKind::Text => "",
                ParamKind::List => " (a list)",
            };
            self.line(
                0,
                &format!(
                    "/// - {}: {}{kind}",
                    identifier(&it.name),
                    one_line(&it.description)
                ),
                &[],
            );
        }
        let computed = computed::computed(program);
        if !computed.is_empty() {
            self.line(0, "///", &[]);
        }
        for it in &computed {
            self.line(0, &format!("/// Computed: {}.", one_line(it)), &[]);
        }
        // A parameter that the example's instance does not have is empty in its call.
        let values: Vec<String> = program
            .params
            .iter()
            .map(|it| match (program.example.get(&it.name), it.kind) {
                (Some(value), _) => literal(value),
                (None, ParamKind::Text) => quote(""),
                (None, ParamKind::List) => "[]".to_owned(),
            })
            .collect();
        self.line(0, "///", &[]);
        self.line(0, &format!("/// {}({})", program.name, values.join(", ")), &[]);
        let params: Vec<String> = program.params.iter().map(|it| identifier(&it.name)).collect();
        self.line(0, &format!("fn {}({}) {{", program.name, params.join(", ")), &[]);
        if program.goes_by_this_day() {
            self.line(1, &names::this_day(), &[]);
        }
        for (name, of) in &program.made {
            self.line(1, &format!("let {} = {of};", identifier(name)), &[]);
        }
        for (name, len) in program.fixed_lengths() {
            let name = identifier(name);
            let why = quote(&format!(
                "{name} has {len} entries wherever this was shown: what to do with others is not known"
            ));
            self.line(1, &format!("assert({name}.len == {len}, {why});"), &[]);
        }
    }

    fn block(&mut self, body: &[Stmt], depth: usize) {
        for stmt in body {
            self.stmt(stmt, depth);
        }
    }

    fn comment(&mut self, depth: usize, text: &str, sources: &[StepRef]) {
        self.step += 1;
        let text = format!("// {}. {}", self.step, one_line(text));
        self.line(depth, &text, sources);
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        let sources = &stmt.sources;
        match &stmt.kind {
            Kind::Act {
                action,
                optional,
                reach,
                expect,
                among,
                alike,
                wanted,
                ..
            } => {
                self.acts.push(self.at + 1);
                let said = match wanted {
                    Some(wanted) => bring(action, wanted),
                    None => say(action, *optional, expect.as_ref()),
                };
                self.comment(depth, &format!("{said}{}", any_of(alike)), sources);
                if let Some(among) = among {
                    self.choose(among, depth, sources);
                }
                self.act(action, *optional, reach, wanted.as_ref(), depth, sources);
            }
            Kind::If {
                cond,
                then,
                otherwise,
            } => self.choice(cond, then, otherwise, depth, sources),
            Kind::ForEach { var, list, body } => {
                self.line(depth, &format!("for {var} in {list} {{"), sources);
                self.rounds(var, body, depth + 1);
                self.line(depth, "}", sources);
            }
            Kind::EachRow { .. } => self.each_row(stmt, depth),
            Kind::EachFound { of, body } => {
                self.comment(depth, &format!("Do the same for {}.", of.in_words()), sources);
                self.line(depth, &each_found(of, map), sources);
                self.block(body, depth + 1);
                self.line(depth, "}", sources);
            }
            Kind::Repeat { .. } => self.repeat(stmt, depth),
            Kind::Read { var, locator } => {
                self.comment(depth, &format!("Read {}.", locator.target_description), sources);
                let element = self.find(locator, &Reach::Wait, depth, sources);
                self.must_be_there(&element, locator, depth, sources);
                self.define(var, &format!("env_op.read_text({element})"), depth, sources);
            }
            Kind::ReadAll { var, locator } => {
                self.comment(depth, &format!("Read {}.", locator.target_description), sources);
                self.define(var, &format!("env_op.read_all({})", map(locator)), depth, sources);
            }
            Kind::ReadAddress { var, form } => {
                self.comment(depth, &format!("Read the * of the address {form}."), sources);
                self.define(var, &read_address(form), depth, sources);
            }
            Kind::Count { var, locator, tally } => {
                let how = match tally {
                    Tally::Number => "Count",
                    Tally::Sum(_) => "Add up",
                };
                self.comment(depth, &format!("{how} {}.", locator.target_description), sources);
                self.names.insert(var.clone());
                for line in tallied(tally, var, &map(locator)) {
                    self.line(depth, &line, sources);
                }
            }
            Kind::Ask { .. } => self.ask(stmt, depth),
            Kind::Arrive(landmark) => self.must_show(landmark, depth, sources),
            Kind::Holds { field, text } => self.must_hold(field, text, depth, sources),
            Kind::AnswerTable(it) => {
                self.comment(depth, "Answer with the rows of the table.", sources);
                self.line(depth, &answer_table(it), sources);
            }
            Kind::Stop(status) => self.line(depth, &format!("env_op.stop(\"{status}\");"), sources),
            Kind::Refuse(why) => self.line(depth, &format!("assert(false, {});", quote(why)), sources),
        }
    }

    /// Print the rounds over the rows of a table.
    fn each_row(&mut self, stmt: &Stmt, depth: usize) {
        let Kind::EachRow { var, each, body } = &stmt.kind else {
            return;
        };
        let sources = &stmt.sources;
        let [begins, turns, ends] = each_row(var, each);
        self.comment(
            depth,
            &format!("Do the same for {}.", each.rows.in_words()),
            sources,
        );
        self.line(depth, &begins, sources);
        self.line(depth + 1, &turns, sources);
        self.rounds(var, body, depth + 1);
        self.line(depth, "}", sources);
        self.line(depth, &ends, sources);
    }

    /// Print a repetition.
    fn repeat(&mut self, stmt: &Stmt, depth: usize) {
        let Kind::Repeat {
            var,
            limit,
            until,
            body,
        } = &stmt.kind
        else {
            return;
        };
        let sources = &stmt.sources;
        let last = match limit {
            Limit::AtMost(n) => n.to_string(),
            Limit::Exactly(Expr::Const(it)) if it.parse::<u32>().is_ok() => it.clone(),
            Limit::Exactly(it) => format!("parse_int({it})"),
        };
        self.line(depth, &format!("for {var} in 1..={last} {{"), sources);
        if let Some(until) = until {
            let ends = format!("if {} {{ break; }}", condition(until));
            self.line(depth + 1, &ends, sources);
        }
        self.rounds(var, body, depth + 1);
        self.line(depth, "}", sources);
    }

    /// Print what rows are asked.
    fn ask(&mut self, stmt: &Stmt, depth: usize) {
        let Kind::Ask {
            var,
            mark,
            up,
            sites,
            known,
            question,
        } = &stmt.kind
        else {
            return;
        };
        let asks = format!("Read the rows: {}.", question.in_words());
        self.comment(depth, &asks, &stmt.sources);
        self.names.insert(var.clone());
        let rows = read_rows(&map(mark), *up, sites.as_ref(), known);
        for (more, line) in question.script(var, &rows) {
            self.line(depth + more, &line, &stmt.sources);
        }
    }

    /// Print a condition with all that is done otherwise as one chain.
    fn choice(&mut self, cond: &Cond, then: &[Stmt], otherwise: &[Stmt], depth: usize, sources: &[StepRef]) {
        self.line(depth, &format!("if {} {{", condition(cond)), sources);
        self.block(then, depth + 1);
        let mut rest = otherwise;
        while let Some((sources, cond, then, otherwise)) = only_if(rest) {
            self.line(depth, &format!("}} else if {} {{", condition(cond)), sources);
            self.block(then, depth + 1);
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.line(depth, "} else {", sources);
            self.block(rest, depth + 1);
        }
        self.line(depth, "}", sources);
    }

    /// Print what is done in each round of a loop: its variable is a name there and no longer.
    fn rounds(&mut self, var: &str, body: &[Stmt], depth: usize) {
        let fresh = self.names.insert(var.to_owned());
        self.block(body, depth);
        if fresh {
            self.names.remove(var);
        }
    }

    /// Print a variable's definition.
    fn define(&mut self, var: &str, value: &str, depth: usize, sources: &[StepRef]) {
        self.names.insert(var.to_owned());
        self.line(depth, &format!("let {var} = {value};"), sources);
    }

    /// Print the assertion that a screen was reached.
    fn must_show(&mut self, landmark: &Locator<Expr>, depth: usize, sources: &[StepRef]) {
        let message = format!("step {}: {}", self.step, not_there(landmark));
        let mut asked = landmark.clone();
        asked.target_description.clear();
        let asked = format!("env_op.wait_for({})", map(&asked));
        self.line(depth, &format!("assert({asked}, {});", quote(&message)), sources);
    }

    /// Print the assertion that a field holds what was typed into it.
    fn must_hold(&mut self, field: &Locator<Expr>, text: &Expr, depth: usize, sources: &[StepRef]) {
        let mut name = self.variable(field);
        if self.found.get(&name) != Some(field) {
            name = self.find(field, &Reach::Wait, depth, sources);
        }
        let message = format!(
            "step {}: {} does not hold {text}",
            self.step, field.target_description
        );
        let message = quote(&one_line(&message));
        let holds = format!("assert(env_op.read_text({name}).starts_with({text}), {message});");
        self.line(depth, &holds, sources);
    }

    fn act(
        &mut self,
        action: &Action<Locator<Expr>, Expr>,
        optional: bool,
        reach: &Reach,
        wanted: Option<&Wanted>,
        depth: usize,
        sources: &[StepRef],
    ) {
        // Typing without a target goes where the focus is.
        let focused = Locator::by(Key::Focused, Expr::from("true")).described("the field that has the focus");
        let target = match action {
            Action::InputText { target: None, .. } => Some(&focused),
            other => other.target(),
        };
        let Some(target) = target else {
            self.line(depth, &format!("{};", call(action, &[])), sources);
            return;
        };
        if optional {
            self.line(
                depth,
                &format!("if env_op.element_exists({}) {{", map(target)),
                sources,
            );
        }
        let depth = if optional { depth + 1 } else { depth };
        if *reach == Reach::Late && !optional {
            self.must_show(target, depth, sources);
        }
        let element = self.find(target, reach, depth, sources);
        self.must_be_there(&element, target, depth, sources);
        if let Some(wanted) = wanted {
            self.bring(wanted, action, &element, depth, sources);
            return;
        }
        if action.value().is_some_and(|it| it.inputs().contains(&HELD)) {
            self.line(
                depth,
                &format!("let {HELD} = env_op.read_text({element});"),
                sources,
            );
        }
        let destination = action.destination().map(|to| {
            self.names.insert(element.clone());
            let name = self.find(to, &Reach::Wait, depth, sources);
            self.must_be_there(&name, to, depth, sources);
            self.names.remove(&element);
            name
        });
        let elements: Vec<&str> = std::iter::once(&element)
            .chain(&destination)
            .map(String::as_str)
            .collect();
        self.line(depth, &format!("{};", call(action, &elements)), sources);
        if optional {
            self.line(depth - 1, "}", sources);
        }
    }

    /// Print a tap that is done only where the target is not in the state that a value says.
    fn bring(
        &mut self,
        wanted: &Wanted,
        action: &Action<Locator<Expr>, Expr>,
        element: &str,
        depth: usize,
        sources: &[StepRef],
    ) {
        let Wanted { value, on, off } = wanted;
        let (on, off) = (quote(on), quote(off));
        let message = format!("step {}: {value} is neither {on} nor {off}", self.step);
        let says = format!(
            "assert({value} == {on} || {value} == {off}, {});",
            quote(&message)
        );
        self.line(depth, &says, sources);
        let other = format!("if env_op.is_checked({element}) != ({value} == {on}) {{");
        self.line(depth, &other, sources);
        self.line(depth + 1, &format!("{};", call(action, &[element])), sources);
        self.line(depth, "}", sources);
    }

    /// Print the choice of an entry by the date and time it shows.
    fn choose(&mut self, among: &Among, depth: usize, sources: &[StepRef]) {
        let better = better(among.extreme);
        self.names.insert(CHOSEN.to_owned());
        self.line(depth, &format!("let {CHOSEN} = \"\";"), sources);
        self.line(
            depth,
            &format!("for shown in env_op.read_all({}) {{", map(&among.entries)),
            sources,
        );
        self.line(
            depth + 1,
            &format!("if {better} {{ {CHOSEN} = shown; }}"),
            sources,
        );
        self.line(depth, "}", sources);
    }

    fn must_be_there(&mut self, element: &str, target: &Locator<Expr>, depth: usize, sources: &[StepRef]) {
        let message = format!("step {}: {}", self.step, not_there(target));
        self.line(
            depth,
            &format!("assert({element} != -1, {});", quote(&message)),
            sources,
        );
    }

    /// Print the search for an element; the answer is the variable that holds its index.
    fn find(&mut self, target: &Locator<Expr>, reach: &Reach, depth: usize, sources: &[StepRef]) -> String {
        let name = self.variable(target);
        let map = map(target);
        let method = match reach {
            Reach::Scroll(_) => "scroll_to_element",
            Reach::Wait | Reach::Late => "find_element",
        };
        let whole = format!("let {name} = env_op.{method}({map});");
        if whole.chars().count() + depth * 4 <= WIDTH {
            self.line(depth, &whole, sources);
        } else {
            self.line(depth, &format!("let {name} = env_op.{method}(#{{"), sources);
            for part in parts(target) {
                self.line(depth + 1, &format!("{part},"), sources);
            }
            self.line(depth, "});", sources);
        }
        self.found.insert(name.clone(), target.clone());
        name
    }

    /// A name for the element that says what it is and hides nothing.
    fn variable(&self, target: &Locator<Expr>) -> String {
        let said = [
            Key::Label,
            Key::ContentDescription,
            Key::Text,
            Key::HintText,
            Key::ResourceName,
            Key::Name,
        ];
        let words = said.into_iter().find_map(|key| match target.get(key)? {
            Expr::Const(text) => Some(text.clone()),
            it => Some(it.inputs().first().map_or("element", |it| *it).to_owned()),
        });
        let near = || {
            target
                .near
                .as_ref()
                .and_then(|it| it.inputs().first().map(|it| format!("by {it}")))
        };
        let words = words.or_else(near).unwrap_or_default();
        let parts: Vec<String> = words
            .split(|it: char| !it.is_ascii_alphanumeric())
            .filter(|it| !it.is_empty())
            .take(4)
            .map(str::to_ascii_lowercase)
            .collect();
        let mut name = parts.join("_");
        name.truncate(32);
        if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
            name = format!("element_{name}").trim_end_matches('_').to_owned();
        }
        let mut name = identifier(&name);
        while self.names.contains(&name) {
            name.push_str("_element");
        }
        name
    }
}

fn not_there(target: &Locator<Expr>) -> String {
    match one_line(&target.target_description).as_str() {
        "" => "the element is not on the screen".to_owned(),
        what => format!("{what} is not on the screen"),
    }
}

/// The entries of the map: what is asked, the other ways, the description.
fn parts(target: &Locator<Expr>) -> Vec<String> {
    let asks = print_locator(target);
    let asks = asks
        .trim_start_matches("#{")
        .trim_end_matches('}')
        .trim()
        .to_owned();
    let ways: Vec<String> = target.or_else.iter().map(print_locator).collect();
    let ways = match ways.as_slice() {
        [] => String::new(),
        [one] => format!("or_else: {one}"),
        several => format!("or_else: [{}]", several.join(", ")),
    };
    let description = match one_line(&target.target_description) {
        it if it.is_empty() => it,
        it => format!("target_description: {}", quote(&it)),
    };
    [asks, ways, description]
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect()
}

/// The map with its description.
fn map(target: &Locator<Expr>) -> String {
    format!("#{{ {} }}", parts(target).join(", "))
}

fn condition(cond: &Cond) -> String {
    match cond {
        Cond::Exists(locator) => format!("env_op.element_exists({})", map(locator)),
        Cond::Listed(locator) => format!("env_op.scroll_to_element({}) != -1", map(locator)),
        Cond::Not(it) => match it.as_ref() {
            Cond::Exists(_) => format!("!{}", condition(it)),
            Cond::Listed(locator) => format!("env_op.scroll_to_element({}) == -1", map(locator)),
            Cond::And(_) | Cond::Reached(_) => format!("!({})", condition(it)),
            _ => cond.to_string(),
        },
        Cond::Reached(it) => it.in_script(map),
        Cond::And(all) if !all.is_empty() => all.iter().map(condition).collect::<Vec<_>>().join(" && "),
        _ => cond.to_string(),
    }
}

/// The step in words, where a value says which state its target is brought to.
fn bring(action: &Action<Locator<Expr>, Expr>, wanted: &Wanted) -> String {
    let what = action.target().map_or("it", |it| it.target_description.as_str());
    format!(
        "Set {what} as {} says: on for {}, off for {}.",
        wanted.value,
        quote(&wanted.on),
        quote(&wanted.off)
    )
}

/// The step in words.
fn say(action: &Action<Locator<Expr>, Expr>, optional: bool, expect: Option<&Locator<Expr>>) -> String {
    let what = action
        .target()
        .map(|it| it.target_description.as_str())
        .unwrap_or_default();
    let mut said = match action {
        Action::OpenApp { app } => format!("Open the app {app}"),
        Action::Click { .. } => format!("Click {what}"),
        Action::DoubleTap { .. } => format!("Tap {what} twice"),
        Action::LongPress { .. } => format!("Press {what} long"),
        Action::RightClick { .. } => format!("Right-click {what}"),
        Action::Hover { .. } => format!("Point at {what}"),
        Action::DragTo { to, .. } => format!("Drag {what} to {}", to.target_description),
        Action::ClickAt { at, .. } => {
            format!("Click {what} at {at} (fragile: a point of it, and no element)")
        }
        Action::DragAlong { path, .. } => {
            format!("Drag over {what} along {path} (fragile: points of it, and no elements)")
        }
        Action::SelectText { text, .. } => format!("Select the text {text} in {what}"),
        Action::SelectOption { option, .. } => format!("Choose {option} in {what}"),
        Action::UploadFiles { files, .. } => format!("Give the files {files} to {what}"),
        Action::InputText {
            target: Some(_),
            text,
            ..
        } => format!("Type {text} into {what}"),
        Action::InputText {
            target: None, text, ..
        } => format!("Type {text}"),
        Action::Scroll { direction, target } => match target {
            Some(_) => format!("Scroll {what} {direction}"),
            None => format!("Scroll {direction}"),
        },
        Action::Swipe { direction } => format!("Swipe {direction}"),
        Action::KeyboardEnter => "Press ENTER".to_owned(),
        Action::PressKeys { keys } => format!("Press {keys}"),
        Action::AnswerDialog { accept, text } => {
            let how = if *accept { "Accept" } else { "Dismiss" };
            match text {
                Some(text) => format!("{how} the dialog with {text}"),
                None => format!("{how} the dialog"),
            }
        }
        Action::NavigateBack => "Go back".to_owned(),
        Action::NavigateHome => "Go home".to_owned(),
        Action::SwitchWindow { title } => format!("Go to the window {title}"),
        Action::OpenLink { link } => format!("Open the address {link}"),
        Action::Wait => "Wait".to_owned(),
        Action::Answer { text } => format!("Answer {text}"),
        Action::Status { goal_status } => format!("End: {goal_status}"),
    };
    if optional {
        said.push_str(", if it is there");
    }
    if let Some((_, shown)) = expect.and_then(|it| it.attributes.iter().find(|(key, _)| is_about(*key))) {
        said.push_str(&format!("; then {shown} shows"));
    }
    said.push('.');
    said
}
