//! `autorpa queue`: rows that are added once and run by whoever is there.

use autorpa::{Autorpa, Error, QueueRetryRequest, QueueRunRequest, queue::JobId, status_json, status_line};
use serde_json::Value;

use crate::{
    args::{QueueArgs, QueueCommand, QueueRunArgs},
    terminal::print,
};

/// The command.
pub fn execute(args: &QueueArgs, rpa: &Autorpa) -> Result<(), Error> {
    let file = args.queue.as_deref();
    match &args.command {
        QueueCommand::Add(add) => {
            let added = rpa.queue_add(&add.request(args.queue.clone())?)?;
            print(&format!("job {}: {} rows", added.job, added.rows));
            autorpa::twins(&added.twins).iter().for_each(|it| print(it));
        }
        QueueCommand::Run(run) => return execute_rows(args, run, rpa),
        QueueCommand::Status(status) => {
            let jobs = rpa.queue_status(file)?;
            match (status.json.json, status.metrics) {
                (true, _) => print(&Value::Array(jobs.iter().map(status_json).collect()).to_string()),
                (false, true) => print(autorpa::metrics(&jobs).trim_end()),
                (false, false) => jobs.iter().for_each(|it| print(&status_line(it))),
            }
        }
        QueueCommand::Results(of) => {
            let (rows, csv) = rpa.queue_results(file, JobId(of.job))?;
            match of.json.json {
                true => print(&rows.json().to_string()),
                false => print(String::from_utf8_lossy(&csv).trim_end()),
            }
        }
        QueueCommand::Dead { job, json } => {
            let dead = rpa.queue_dead(file, job.map(JobId))?;
            match json.json {
                true => print(&autorpa::dead_json(&dead).to_string()),
                false => dead
                    .iter()
                    .for_each(|(job, row)| print(&row.said(&format!("job {job} row {}", row.number)))),
            }
        }
        QueueCommand::Retry {
            job,
            rows,
            anew,
            new_function,
        } => {
            let count = rpa.queue_retry(&QueueRetryRequest {
                queue: args.queue.clone(),
                job: JobId(*job),
                rows: rows.clone(),
                anew: *anew,
                new_function: *new_function,
            })?;
            print(&format!("{count} rows wait again"));
        }
        QueueCommand::Cancel { job } => print(&format!(
            "{} rows cancelled",
            rpa.queue_cancel(file, JobId(*job))?
        )),
    }
    Ok(())
}

fn execute_rows(args: &QueueArgs, run: &QueueRunArgs, rpa: &Autorpa) -> Result<(), Error> {
    let ran = rpa.queue_run(&QueueRunRequest {
        queue: args.queue.clone(),
        workers: run.workers,
        stays: run.stay,
        max_failures: run.max_failures,
        tell: run.tell.tell(&run.tell_on),
        model: run.model.options(),
    })?;
    ran.said().iter().for_each(|it| print(it));
    ran.ended()
}
