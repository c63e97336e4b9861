//! Program to script as a colleague writes it: the body tells what is done, about a line a step, and each element is
//! declared once behind it, with its evidence and its fallbacks.

use std::collections::HashSet;

use strings::{Expr, identifier, quote};
use ui::{Action, Key, Locator};

use super::{
    elements::Elements,
    parts::{
        NOTHING, Printed, answer_table, any_of, better, call, each_found, each_row, literal, one_line,
        read_address, read_rows, tallied,
    },
};
use crate::{
    program::{Among, CHOSEN, Cond, Kind, Limit, ParamKind, Program, Reach, Stmt, only_if},
    script::Script,
    soft::{HELD, StepRef, Wanted},
};

/// Print a program as it is kept, shown and run.
pub fn story(program: &Program) -> Script {
    print(program, false).script
}

/// The same with the states that its targets had before, and with where its assertions stand.
pub(crate) fn story_with_assertions(program: &Program) -> Printed {
    print(program, true)
}

fn print(program: &Program, states: bool) -> Printed {
    let mut teller = Teller {
        states,
        source: String::new(),
        at: 0,
        lines: Vec::new(),
        assertions: Vec::new(),
        elements: Elements::new(program),
    };
    teller.head(program);
    teller.block(&program.body, 1);
    if !matches!(program.body.last().map(|it| &it.kind), Some(Kind::Stop(_))) {
        teller.line(1, "env_op.stop(\"complete\");", &[]);
    }
    teller.line(0, "}", &[]);
    let declared = teller.elements.declarations();
    if !declared.is_empty() {
        teller.line(0, "", &[]);
        teller.source += &declared;
    }
    Printed {
        script: Script {
            name: program.name.clone(),
            source: teller.source,
            params: program.params.clone(),
            lines: teller.lines,
            lasting: Some(program.consequences()),
        },
        assertions: teller.assertions,
        acts: Vec::new(),
    }
}

struct Teller {
    /// Whether what a target was before is asserted.
    states: bool,
    source: String,
    at: usize,
    lines: Vec<(usize, Vec<StepRef>)>,
    /// Lines of the assertions.
    assertions: Vec<usize>,
    elements: Elements,
}

impl Teller {
    fn line(&mut self, depth: usize, text: &str, sources: &[StepRef]) {
        self.at += 1;
        self.source += &"    ".repeat(depth);
        self.source += text;
        self.source.push('\n');
        if !sources.is_empty() {
            self.lines.push((self.at, sources.to_vec()));
        }
    }

    /// The comment and the first line. What the body says itself does not stand in the comment.
    fn head(&mut self, program: &Program) {
        self.line(0, &format!("/// {}", one_line(&program.description)), &[]);
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
            let said = one_line(&it.description);
            self.line(0, &format!("/// - {}: {said}{kind}", identifier(&it.name)), &[]);
        }
        // A parameter that the example's instance does not have is empty in its call.
        let values = program
            .params
            .iter()
            .map(|it| match (program.example.get(&it.name), it.kind) {
                (Some(value), _) => literal(value),
                (None, ParamKind::Text) => quote(""),
                (None, ParamKind::List) => "[]".to_owned(),
            });
        let values: Vec<String> = values.collect();
        self.line(0, "///", &[]);
        self.line(0, &format!("/// {}({})", program.name, values.join(", ")), &[]);
        let params: Vec<String> = program.params.iter().map(|it| identifier(&it.name)).collect();
        self.line(0, &format!("fn {}({}) {{", program.name, params.join(", ")), &[]);
        if program.goes_by_this_day() {
            self.line(1, &super::names::this_day(), &[]);
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

    /// Print the statements of a block. A repetition that a condition ends has no limit here that could be too low.
    fn block(&mut self, body: &[Stmt], depth: usize) {
        for (idx, stmt) in body.iter().enumerate() {
            let before = idx.checked_sub(1).map(|it| &body[it]);
            if !before.is_some_and(|it| stmt.refuses_too_few(it)) {
                self.stmt(stmt, depth);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        let sources = &stmt.sources;
        match &stmt.kind {
            Kind::Act { .. } => self.act(stmt, depth),
            Kind::If {
                cond,
                then,
                otherwise,
            } => self.choice(cond, then, otherwise, depth, sources),
            Kind::ForEach { var, list, body } => {
                self.line(depth, &format!("for {var} in {list} {{"), sources);
                self.block(body, depth + 1);
                self.line(depth, "}", sources);
            }
            Kind::EachRow { var, each, body } => {
                let [begins, turns, ends] = each_row(var, each);
                self.line(depth, &begins, sources);
                self.line(depth + 1, &turns, sources);
                self.block(body, depth + 1);
                self.line(depth, "}", sources);
                self.line(depth, &ends, sources);
            }
            Kind::EachFound { of, body } => {
                let begins = each_found(of, |it| self.elements.call(it));
                self.line(depth, &begins, sources);
                self.block(body, depth + 1);
                self.line(depth, "}", sources);
            }
            Kind::Repeat {
                var,
                limit,
                until,
                body,
            } => self.repeat(stmt, var, limit, until.as_ref(), body, depth),
            Kind::Read { var, locator } => {
                let element = self.elements.call(locator);
                self.define(var, &format!("env_op.read_text({element})"), depth, sources);
            }
            Kind::ReadAll { var, locator } => {
                let element = self.elements.call(locator);
                self.define(var, &format!("env_op.read_all({element})"), depth, sources);
            }
            Kind::ReadAddress { var, form } => self.define(var, &read_address(form), depth, sources),
            Kind::Count { var, locator, tally } => {
                let element = self.elements.call(locator);
                for line in tallied(tally, var, &element) {
                    self.line(depth, &line, sources);
                }
            }
            Kind::Ask {
                var,
                mark,
                up,
                sites,
                known,
                question,
            } => {
                let rows = read_rows(&self.elements.call(mark), *up, sites.as_ref(), known);
                for (more, line) in question.script(var, &rows) {
                    self.line(depth + more, &line, sources);
                }
            }
            Kind::Arrive(landmark) => {
                let element = self.elements.call(landmark);
                self.asserted(depth, &format!("env_op.expect({element});"), sources);
            }
            Kind::Holds { field, text } => {
                let element = self.elements.call(field);
                let why = quote("the field does not hold what was typed");
                let holds = format!("assert(env_op.read_text({element}).starts_with({text}), {why});");
                self.asserted(depth, &holds, sources);
            }
            Kind::AnswerTable(it) => self.line(depth, &answer_table(it), sources),
            Kind::Stop(status) => self.line(depth, &format!("env_op.stop(\"{status}\");"), sources),
            Kind::Refuse(why) => self.line(depth, &format!("assert(false, {});", quote(why)), sources),
        }
    }

    fn define(&mut self, var: &str, value: &str, depth: usize, sources: &[StepRef]) {
        self.line(depth, &format!("let {var} = {value};"), sources);
    }

    fn asserted(&mut self, depth: usize, text: &str, sources: &[StepRef]) {
        self.line(depth, text, sources);
        self.assertions.push(self.at);
    }

    /// Print a condition with all that is done otherwise as one chain.
    fn choice(&mut self, cond: &Cond, then: &[Stmt], otherwise: &[Stmt], depth: usize, sources: &[StepRef]) {
        let asked = self.condition(cond);
        self.line(depth, &format!("if {asked} {{"), sources);
        self.block(then, depth + 1);
        let mut rest = otherwise;
        while let Some((sources, cond, then, otherwise)) = only_if(rest) {
            let asked = self.condition(cond);
            self.line(depth, &format!("}} else if {asked} {{"), sources);
            self.block(then, depth + 1);
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.line(depth, "} else {", sources);
            self.block(rest, depth + 1);
        }
        self.line(depth, "}", sources);
    }

    /// Print a repetition. One that a condition ends goes on until then, and the limits of the run are its only others.
    fn repeat(
        &mut self,
        stmt: &Stmt,
        var: &str,
        limit: &Limit,
        until: Option<&Cond>,
        body: &[Stmt],
        depth: usize,
    ) {
        let sources = &stmt.sources;
        if let (Limit::AtMost(_), Some(until)) = (limit, until) {
            let counts = mentions(until, body, var);
            let goes_on = self.negated(until);
            if counts {
                self.line(depth, &format!("let {var} = 1;"), sources);
            }
            self.line(depth, &format!("while {goes_on} {{"), sources);
            self.block(body, depth + 1);
            if counts {
                self.line(depth + 1, &format!("{var} += 1;"), sources);
            }
            self.line(depth, "}", sources);
            return;
        }
        let last = match limit {
            Limit::AtMost(n) => n.to_string(),
            Limit::Exactly(Expr::Const(it)) if it.parse::<u32>().is_ok() => it.clone(),
            Limit::Exactly(it) => format!("parse_int({it})"),
        };
        self.line(depth, &format!("for {var} in 1..={last} {{"), sources);
        if let Some(until) = until {
            let asked = self.condition(until);
            self.line(depth + 1, &format!("if {asked} {{ break; }}"), sources);
        }
        self.block(body, depth + 1);
        self.line(depth, "}", sources);
    }

    fn condition(&mut self, cond: &Cond) -> String {
        match cond {
            Cond::Exists(locator) => format!("env_op.element_exists({})", self.elements.call(locator)),
            Cond::Listed(locator) => {
                format!("env_op.scroll_to_element({}) != -1", self.elements.call(locator))
            }
            Cond::Not(it) => match it.as_ref() {
                Cond::Exists(_) => format!("!{}", self.condition(it)),
                Cond::Listed(locator) => {
                    format!("env_op.scroll_to_element({}) == -1", self.elements.call(locator))
                }
                Cond::And(_) | Cond::Reached(_) => format!("!({})", self.condition(it)),
                Cond::Equals(..)
                | Cond::Contains(..)
                | Cond::StartsWith(..)
                | Cond::EndsWith(..)
                | Cond::IsEmpty(_)
                | Cond::Today(_)
                | Cond::Not(_) => cond.to_string(),
            },
            Cond::And(all) if !all.is_empty() => {
                let all: Vec<String> = all.iter().map(|it| self.condition(it)).collect();
                all.join(" && ")
            }
            Cond::Reached(it) => it.in_script(|it| self.elements.call(it)),
            Cond::And(_)
            | Cond::Equals(..)
            | Cond::Contains(..)
            | Cond::StartsWith(..)
            | Cond::EndsWith(..)
            | Cond::IsEmpty(_)
            | Cond::Today(_) => cond.to_string(),
        }
    }

    fn negated(&mut self, cond: &Cond) -> String {
        match cond {
            Cond::Not(it) => self.condition(it),
            other => self.condition(&Cond::Not(Box::new(other.clone()))),
        }
    }

    fn act(&mut self, stmt: &Stmt, depth: usize) {
        let Kind::Act {
            action,
            optional,
            reach,
            among,
            alike,
            was,
            wanted,
            ..
        } = &stmt.kind
        else {
            return;
        };
        let sources = &stmt.sources;
        if !alike.is_empty() {
            self.line(depth, &format!("//{}", any_of(alike)), sources);
        }
        if let Some(among) = among {
            self.choose(among, depth, sources);
        }
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
        let element = self.elements.call(target);
        let reached = match reach {
            Reach::Scroll(_) => format!("env_op.scroll_to({element})"),
            Reach::Wait | Reach::Late => element.clone(),
        };
        if *reach == Reach::Late && !optional {
            self.line(depth, &format!("env_op.expect({element});"), sources);
        }
        if *optional {
            self.line(depth, &format!("if env_op.element_exists({element}) {{"), sources);
        }
        let inner = depth + usize::from(*optional);
        match wanted {
            Some(wanted) => self.bring(wanted, action, &reached, inner, sources),
            None => {
                if let Some(on) = was.filter(|_| self.states) {
                    let (not, state) = if on { ("", "off") } else { ("!", "on") };
                    let why = quote(&format!("{} is already {state}", self.elements.described(target)));
                    let holds = format!("assert({not}env_op.is_checked({reached}), {why});");
                    self.asserted(inner, &holds, sources);
                }
                if action.value().is_some_and(|it| it.inputs().contains(&HELD)) {
                    let held = format!("let {HELD} = env_op.read_text({reached});");
                    self.line(inner, &held, sources);
                }
                self.done(action, reached, inner, sources);
            }
        }
        if *optional {
            self.line(depth, "}", sources);
        }
    }

    /// Print the action itself.
    fn done(
        &mut self,
        action: &Action<Locator<Expr>, Expr>,
        reached: String,
        depth: usize,
        sources: &[StepRef],
    ) {
        let destination = action.destination().map(|it| self.elements.call(it));
        let elements: Vec<&str> = std::iter::once(&reached)
            .chain(&destination)
            .map(String::as_str)
            .collect();
        let line = match action {
            Action::InputText {
                target: Some(_),
                text,
                clear: false,
            } => format!("env_op.input_text({text}, {reached});"),
            other => format!("{};", call(other, &elements)),
        };
        self.line(depth, &line, sources);
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
        let why = quote(&format!("{value} is neither {on} nor {off}"));
        let says = format!("assert({value} == {on} || {value} == {off}, {why});");
        self.line(depth, &says, sources);
        let other = format!("if env_op.is_checked({element}) != ({value} == {on}) {{");
        self.line(depth, &other, sources);
        self.line(depth + 1, &format!("{};", call(action, &[element])), sources);
        self.line(depth, "}", sources);
    }

    /// Print the choice of an entry by the date and time it shows.
    fn choose(&mut self, among: &Among, depth: usize, sources: &[StepRef]) {
        let (which, measure) = (among.extreme.name(), among.extreme.measure());
        let better = better(among.extreme);
        let said = format!("// The {which} of them, by {measure} that each shows.");
        self.line(depth, &said, sources);
        self.line(depth, &format!("let {CHOSEN} = \"\";"), sources);
        let entries = self.elements.call(&among.entries);
        let each =
            format!("for shown in env_op.read_all({entries}) {{ if {better} {{ {CHOSEN} = shown; }} }}");
        self.line(depth, &each, sources);
    }
}

/// Whether a round needs its number.
fn mentions(until: &Cond, body: &[Stmt], var: &str) -> bool {
    let mut used: HashSet<String> = HashSet::new();
    until.exprs(&mut |it| used.extend(it.inputs().into_iter().map(str::to_owned)));
    for stmt in body {
        stmt.walk(&mut |it| {
            it.kind.inputs(&mut |name| {
                used.insert(name.to_owned());
            })
        });
        stmt.walk(&mut |it| used.extend(fallback_inputs(&it.kind)));
    }
    used.contains(var)
}

/// The variables of other ways to targets.
fn fallback_inputs(kind: &Kind) -> Vec<String> {
    let Kind::Act { action, .. } = kind else {
        return Vec::new();
    };
    let ways = action.targets().flat_map(|it| &it.or_else);
    ways.flat_map(Locator::values)
        .flat_map(Expr::inputs)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use strings::List;
    use ui::Status;

    use super::*;
    use crate::{check::check, consequence::of_locators, join_arms::join_arms, program::Param};

    fn by(key: Key, value: Expr, said: &str) -> Locator<Expr> {
        Locator::by(key, value).described(said)
    }

    fn click(target: Locator<Expr>, reach: Reach) -> Stmt {
        let action = Action::Click { target };
        let kind = Kind::Act {
            lasting: of_locators(&action),
            action,
            optional: false,
            reach,
            expect: None,
            arrival: None,
            among: None,
            alike: Vec::new(),
            was: None,
            wanted: None,
        };
        Stmt::new(kind, Vec::new())
    }

    fn program(params: &[(&str, ParamKind)], body: Vec<Stmt>) -> Program {
        let param = |(name, kind): &(&str, ParamKind)| Param {
            name: (*name).to_owned(),
            kind: *kind,
            description: "any".to_owned(),
        };
        Program {
            name: "tidy_up".to_owned(),
            description: "Tidy up.".to_owned(),
            params: params.iter().map(param).collect(),
            made: Vec::new(),
            example: task::Params::new(),
            body: [body, vec![Stmt::new(Kind::Stop(Status::Complete), Vec::new())]].concat(),
        }
    }

    fn body(program: &Program) -> String {
        let script = story(program);
        assert_eq!(check(&script, &[]), [], "{script}");
        let from = script.source.find("fn ").unwrap_or_default();
        script.source[from..].to_owned()
    }

    #[test]
    fn an_element_is_declared_once_and_keeps_no_value_of_a_recording() {
        let row = |name: &str| {
            let said = format!("LinearLayout \"Folder {{{name}}} 10/15/2023\", top");
            by(
                Key::ContentDescriptionContains,
                Expr::Input(name.to_owned()),
                &said,
            )
        };
        let save = |nth: &str| Locator {
            or_else: vec![Locator {
                nth: Some(Expr::from(nth)),
                ..by(Key::ClassName, Expr::from("Button"), "")
            }],
            ..by(
                Key::ResourceName,
                Expr::from("action_save"),
                "Button \"Save\", top",
            )
        };
        let moved = program(
            &[("from", ParamKind::Text), ("to", ParamKind::Text)],
            vec![
                click(row("from"), Reach::Wait),
                click(row("to"), Reach::Scroll(ui::Direction::Down)),
                click(save("1 of 2"), Reach::Wait),
                click(save("2 of 3"), Reach::Wait),
            ],
        );
        assert_eq!(
            body(&moved),
            r##"fn tidy_up(from, to) {
    env_op.click(entry(from));
    env_op.click(env_op.scroll_to(entry(to)));
    env_op.click(action_save_button());
    env_op.click(action_save_button());
    env_op.stop("complete");
}

private fn entry(value) { #{ content_description_contains: value, target_description: "LinearLayout with value, top" } }
private fn action_save_button() { #{ resource_name: "action_save", target_description: "Button, top",
    or_else: [#{ class_name: "Button", nth: "1 of 2" }, #{ class_name: "Button", nth: "2 of 3" }] } }
"##
        );
    }

    #[test]
    fn until_none_is_left_has_no_cap_and_is_no_endless_loop_to_the_check() {
        let note = || by(Key::ResourceName, Expr::from("note"), "TextView note");
        let all = Kind::Repeat {
            var: "n".to_owned(),
            limit: Limit::AtMost(30),
            until: Some(Cond::Not(Box::new(Cond::Exists(note())))),
            body: vec![click(note(), Reach::Wait)],
        };
        let numbered = Kind::Repeat {
            var: "n".to_owned(),
            limit: Limit::AtMost(30),
            until: Some(Cond::Exists(note())),
            body: vec![click(
                Locator {
                    nth: Some(Expr::Input("n".to_owned())),
                    ..by(Key::Role, Expr::from("tab"), "tab \"1\"")
                },
                Reach::Wait,
            )],
        };
        let program = program(
            &[],
            vec![Stmt::new(all, Vec::new()), Stmt::new(numbered, Vec::new())],
        );
        assert_eq!(
            body(&program),
            r##"fn tidy_up() {
    while env_op.element_exists(note()) {
        env_op.click(note());
    }
    let n = 1;
    while !env_op.element_exists(note()) {
        env_op.click(tab(n));
        n += 1;
    }
    env_op.stop("complete");
}

private fn note() { #{ resource_name: "note", target_description: "TextView note" } }
private fn tab(n) { #{ role: "tab", nth: n, target_description: "tab with n" } }
"##
        );
    }

    #[test]
    fn what_all_arms_end_with_stands_once_and_one_that_refuses_does_not_count() {
        let button = |said: &str| {
            click(
                by(Key::Text, Expr::from(said), &format!("Button \"{said}\"")),
                Reach::Wait,
            )
        };
        let is = |value: &str| Cond::Equals(Expr::Input("form".to_owned()), Expr::from(value));
        let arms = |otherwise: Vec<Stmt>| {
            let inner = Kind::If {
                cond: is("b"),
                then: vec![button("Two"), button("Save")],
                otherwise,
            };
            let outer = Kind::If {
                cond: is("a"),
                then: vec![button("One"), button("Save")],
                otherwise: vec![Stmt::new(inner, Vec::new())],
            };
            program(&[("form", ParamKind::Text)], vec![Stmt::new(outer, Vec::new())])
        };
        let refused = arms(vec![Stmt::new(Kind::Refuse("not known".to_owned()), Vec::new())]);
        let told = body(&join_arms(&refused));
        assert_eq!(told.matches("env_op.click(save_button())").count(), 1, "{told}");
        assert!(told.find("not known") < told.find("env_op.click(save"), "{told}");
        let only_one = arms(vec![button("Three")]);
        assert_eq!(join_arms(&only_one), only_one, "one arm does not end with it");
        let each = Kind::ForEach {
            var: "name".to_owned(),
            list: List::Input("form".to_owned()),
            body: refused.body,
        };
        let inside = program(&[("form", ParamKind::List)], vec![Stmt::new(each, Vec::new())]);
        assert_eq!(body(&join_arms(&inside)).matches("save_button())").count(), 1);
    }

    #[test]
    fn a_condition_and_its_contrary_are_one_with_two_arms() {
        let button = |said: &str| {
            click(
                by(Key::Text, Expr::from(said), &format!("Button \"{said}\"")),
                Reach::Wait,
            )
        };
        let empty = || Cond::IsEmpty(Expr::Input("note".to_owned()));
        let only = |cond: Cond, said: &str| {
            let kind = Kind::If {
                cond,
                then: vec![button(said)],
                otherwise: Vec::new(),
            };
            Stmt::new(kind, Vec::new())
        };
        let of = |all: Vec<Stmt>| body(&join_arms(&program(&[("note", ParamKind::Text)], all)));
        let given = Cond::Not(Box::new(empty()));
        let both = of(vec![only(empty(), "One"), only(given.clone(), "Two")]);
        assert_eq!(
            (both.matches("if ").count(), both.matches("} else {").count()),
            (1, 1),
            "{both}"
        );
        // What stands between may decide what is there by then.
        let apart = of(vec![only(empty(), "One"), button("Three"), only(given, "Two")]);
        assert_eq!(apart.matches("if ").count(), 2, "{apart}");
        let twice = of(vec![only(empty(), "One"), only(empty(), "Two")]);
        assert_eq!(twice.matches("if ").count(), 2, "{twice}");
    }
}
