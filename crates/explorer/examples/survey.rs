//! What the model-free search finds, per task type and seed:
//! `cargo run --release -p autorpa-explorer --example survey -- emulator|miniwob [TYPE,..|all] [SEED,..] [--goals]`.
#![expect(clippy::print_stdout, reason = "an example that prints a table")]

use std::{error::Error, time::Instant};

use autorpa_explorer::{
    graph::Graph,
    search::{Budget, Options, search},
};
use device::{Cancel, Environment};
use task::{Instance, extract, induce};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
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
    let seconds: f64 = std::env::var("SECONDS_EACH")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(30.0);
    let most_steps: usize = std::env::var("STEPS_EACH")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(40_000);
    let verbose = args.iter().any(|it| it == "--failed");
    for name in &types {
        let mut goals = Vec::new();
        for seed in 0..30 {
            goals.push(env.instance(name, seed)?.goal);
        }
        let given = !env.instance(name, 0)?.params.is_empty();
        let templates = if given { Vec::new() } else { induce(&goals) };
        if args.iter().any(|it| it == "--goals") {
            println!("{name}: {} templates", templates.len());
            for it in &templates {
                println!("    {it}");
            }
            for goal in goals.iter().take(4) {
                println!("      e.g. {goal}");
            }
            continue;
        }
        let mut graph = Graph::default();
        for seed in &seeds {
            let mut instance: Instance = env.instance(name, *seed)?;
            if let Some((form, params)) = extract(&templates, &instance.goal) {
                instance.params = params;
                if templates.len() > 1 {
                    instance
                        .params
                        .insert("form".to_owned(), (form + 1).to_string().into());
                }
            }
            if args.iter().any(|it| it == "--fresh") {
                graph = Graph::default();
            }
            if args.iter().any(|it| it == "--screen") {
                env.reset(&instance)?;
                println!("{name} {seed} {}", instance.goal);
                for (id, it) in env.observe()?.iter() {
                    println!("  {id} {}", serde_json::to_string(it)?);
                }
                continue;
            }
            let options = Options {
                budget: Budget {
                    episodes: 1000,
                    steps: most_steps,
                    seconds,
                },
                ..Options::default()
            };
            let started = Instant::now();
            let report = search(
                &mut *env,
                &instance,
                &options,
                &mut graph,
                &Cancel::default(),
                &mut |_| {},
            )?;
            if let Ok(file) = std::env::var("GRAPH") {
                std::fs::write(file, graph.to_json())?;
            }
            println!(
                "{name} {seed} {} after {} ({} episodes, {} steps, {:.2} s) {}",
                report.outcome,
                report.found_after,
                report.episodes,
                report.steps,
                started.elapsed().as_secs_f64(),
                instance.goal.replace('\n', "\\n"),
            );
            if verbose && report.recording.is_some() {
                for failed in &report.failed {
                    println!("    - {}", failed.conclusion.as_deref().unwrap_or_default());
                }
            }
            match &report.recording {
                Some(it) => {
                    for step in &it.steps {
                        let target = step
                            .action
                            .target()
                            .and_then(|id| step.screen.get(*id))
                            .map(ui::Element::name);
                        let value = step.action.value().map(String::as_str).unwrap_or_default();
                        println!(
                            "    {} {} {value:?}",
                            step.action.kind(),
                            target.unwrap_or_default()
                        );
                    }
                }
                None => {
                    println!("    {}", report.tried);
                    if verbose {
                        for failed in &report.failed {
                            println!("    - {}", failed.conclusion.as_deref().unwrap_or_default());
                        }
                        if let Some(last) = report.failed.last().and_then(|it| it.steps.last()) {
                            for (id, it) in last.screen.iter() {
                                println!(
                                    "      {id} {} clickable={} editable={}",
                                    it.name(),
                                    it.clickable,
                                    it.editable
                                );
                            }
                        }
                    }
                }
            }
        }
    }
    Ok(())
}
