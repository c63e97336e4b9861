//! `autorpa queue`: rows that are added once and run by whoever is there; `autorpa worker`: one of those, elsewhere.

use autorpa::{Autorpa, Error, QueueRetryRequest, QueueRunRequest, queue::JobId, status_json, status_line};
use device::Cancel;
use serde_json::Value;

use crate::{
    args::{QueueArgs, QueueCommand, WorkerArgs},
    terminal::print,
};

/// The command.
pub fn execute(args: &QueueArgs, rpa: &Autorpa) -> Result<(), Error> {
    let (address, queue) = (args.address(), args.address());
    let at = address.as_ref();
    match &args.command {
        QueueCommand::Add(add) => {
            let added = rpa.queue_add(&add.request(queue)?)?;
            print(&format!("job {}: {} rows", added.job, added.rows));
            autorpa::twins(&added.twins).iter().for_each(|it| print(it));
        }
        QueueCommand::Run(run) => {
            let ran = rpa.queue_run(&run.request(queue))?;
            ran.said().iter().for_each(|it| print(it));
            return ran.ended();
        }
        QueueCommand::Status(status) => {
            let jobs = rpa.queue_status(at)?;
            match (status.json.json, status.metrics) {
                (true, _) => print(&Value::Array(jobs.iter().map(status_json).collect()).to_string()),
                (false, true) => print(autorpa::metrics(&jobs).trim_end()),
                (false, false) => jobs.iter().for_each(|it| print(&status_line(it))),
            }
        }
        QueueCommand::Workers => {
            let workers = rpa.queue_workers(at)?;
            workers.iter().for_each(|it| print(&autorpa::worker_line(it)));
        }
        QueueCommand::Results(of) => {
            let (rows, csv) = rpa.queue_results(at, JobId(of.job))?;
            match of.json.json {
                true => print(&rows.json().to_string()),
                false => print(String::from_utf8_lossy(&csv).trim_end()),
            }
        }
        QueueCommand::Dead { job, json } => {
            let dead = rpa.queue_dead(at, job.map(JobId))?;
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
            let (job, rows, anew, new_function) = (JobId(*job), rows.clone(), *anew, *new_function);
            let request = QueueRetryRequest {
                queue,
                job,
                rows,
                anew,
                new_function,
            };
            print(&format!("{} rows wait again", rpa.queue_retry(&request)?));
        }
        QueueCommand::Cancel { job } => {
            print(&format!("{} rows cancelled", rpa.queue_cancel(at, JobId(*job))?));
        }
    }
    Ok(())
}

/// `autorpa worker`: until it is asked to end. How rows end is no matter of how it ends.
pub fn work(args: &WorkerArgs, rpa: &Autorpa, drain: &Cancel) -> Result<(), Error> {
    args.metrics.answer(rpa)?;
    let ran = rpa.queue_run(&QueueRunRequest {
        stays: true,
        drain: drain.clone(),
        ..args
            .run
            .request(Some(autorpa::queue::Address::Server(args.engine.clone())))
    })?;
    ran.said().iter().for_each(|it| print(it));
    Ok(())
}
