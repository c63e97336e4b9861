//! What the model-free search finds, per task type and seed:
//! `cargo run --release -p autorpa-explorer --example survey -- emulator|miniwob [TYPE,..|all] [SEED,..] [--goals]`.
#![expect(clippy::print_stdout, reason = "an example that prints a table")]

use std::{env, error::Error, str::FromStr, time::Instant};

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, Report, search},
};
use device::{Cancel, Environment};
use task::{Instance, Template, extract, induce};

type Surveyed<T> = Result<T, Box<dyn Error>>;

fn main() -> Surveyed<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let suite = args.first().map_or("emulator", String::as_str);
    let mut env: Box<dyn Environment> = match suite {
        "miniwob" => Box::new(device_web::MiniWob::launch(device_web::MiniWobOptions::default())?),
        _ => Box::new(emulator::Emulator::new()),
    };
    let wanted = args.get(1).map_or("all", String::as_str);
    let types: Vec<String> = if wanted == "all" {
        env.task_types().into_iter().map(|it| it.name).collect()
    } else {
        wanted.split(',').map(str::to_owned).collect()
    };
    let seeds: Vec<u64> = args.get(2).map_or(Ok(vec![1]), |it| {
        it.split(',').map(str::parse).collect::<Result<_, _>>()
    })?;
    let has = |flag: &str| args.iter().any(|it| it == flag);
    let budget = Budget {
        episodes: 1000,
        steps: from_env("STEPS_EACH", 40_000),
        seconds: from_env("SECONDS_EACH", 30.0),
    };
    for name in &types {
        let (goals, templates) = templates(&mut *env, name)?;
        if has("--goals") {
            print_templates(name, &templates, &goals);
            continue;
        }
        let mut graph = Graph::default();
        for seed in &seeds {
            let instance = instance(&mut *env, name, *seed, &templates)?;
            if has("--fresh") {
                graph = Graph::default();
            }
            if has("--screen") {
                print_screen(&mut *env, &instance)?;
            } else {
                survey(&mut *env, &instance, budget, &mut graph, has("--failed"))?;
            }
        }
    }
    Ok(())
}

/// A number that the environment gives, else the usual one.
fn from_env<T: FromStr>(name: &str, usual: T) -> T {
    let given = env::var(name).ok().and_then(|it| it.parse().ok());
    given.unwrap_or(usual)
}

/// Goals of a task type, and the templates that they show where it has no parameters of its own.
fn templates(env: &mut dyn Environment, name: &str) -> Surveyed<(Vec<String>, Vec<Template>)> {
    let mut goals = Vec::new();
    for seed in 0..30 {
        goals.push(env.instance(name, seed)?.goal);
    }
    let given = !env.instance(name, 0)?.params.is_empty();
    let templates = if given { Vec::new() } else { induce(&goals) };
    Ok((goals, templates))
}

fn print_templates(name: &str, templates: &[Template], goals: &[String]) {
    println!("{name}: {} templates", templates.len());
    for it in templates {
        println!("    {it}");
    }
    for goal in goals.iter().take(4) {
        println!("      e.g. {goal}");
    }
}

/// An instance, with what a template says of its goal.
fn instance(env: &mut dyn Environment, name: &str, seed: u64, templates: &[Template]) -> Surveyed<Instance> {
    let mut instance = env.instance(name, seed)?;
    if let Some((form, params)) = extract(templates, &instance.goal) {
        instance.params = params;
        if templates.len() > 1 {
            let form = (form + 1).to_string();
            instance.params.insert("form".to_owned(), form.into());
        }
    }
    Ok(instance)
}

fn print_screen(env: &mut dyn Environment, instance: &Instance) -> Surveyed<()> {
    env.reset(instance)?;
    println!("{} {} {}", instance.task_type, instance.seed, instance.goal);
    for (id, it) in env.observe()?.iter() {
        println!("  {id} {}", serde_json::to_string(it)?);
    }
    Ok(())
}

/// Search one instance, and print what was found.
fn survey(
    env: &mut dyn Environment,
    instance: &Instance,
    budget: Budget,
    graph: &mut Graph,
    with_failed: bool,
) -> Surveyed<()> {
    let options = Options {
        budget,
        ..Options::default()
    };
    let started = Instant::now();
    let report = search(env, instance, &options, graph, &Cancel::default(), &mut |_| {})?;
    if let Ok(file) = env::var("GRAPH") {
        std::fs::write(file, graph.to_json())?;
    }
    println!(
        "{} {} {} after {} ({} episodes, {} steps, {:.2} s) {}",
        instance.task_type,
        instance.seed,
        report.outcome,
        report.found_after,
        report.episodes,
        report.steps,
        started.elapsed().as_secs_f64(),
        instance.goal.replace('\n', "\\n"),
    );
    if report.recording.is_none() {
        println!("    {}", report.tried);
    }
    if with_failed {
        print_failed(&report);
    }
    print_steps(&report);
    Ok(())
}

/// The episodes that failed; where nothing was found, the last screen with them.
fn print_failed(report: &Report) {
    for failed in &report.failed {
        println!("    - {}", failed.conclusion.as_deref().unwrap_or_default());
    }
    let last = report.failed.last().and_then(|it| it.steps.last());
    let Some(last) = last.filter(|_| report.recording.is_none()) else {
        return;
    };
    for (id, it) in last.screen.iter() {
        let (name, clickable, editable) = (it.name(), it.clickable, it.editable);
        println!("      {id} {name} clickable={clickable} editable={editable}");
    }
}

/// The steps that were rewarded.
fn print_steps(report: &Report) {
    for step in report.recording.iter().flat_map(|it| &it.steps) {
        let target = step.action.target().and_then(|id| step.screen.get(*id));
        let target = target.map(ui::Element::name).unwrap_or_default();
        let value = step.action.value().map(String::as_str).unwrap_or_default();
        println!("    {} {target} {value:?}", step.action.kind());
    }
}
