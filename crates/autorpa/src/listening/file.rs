//! What another tool recorded, done in a browser that is listened to: where it does not fit, the person goes on.

use device::EnvironmentError;

use super::{Listening, example::worked_on};
use crate::{error::Error, imports::ImportRequest, said::Said, words::FileToDo};

impl Listening {
    /// Do what a file says, as far as it fits. What it does is heard like what a person does.
    pub(super) fn import(&mut self, file: &FileToDo) -> Vec<Said> {
        let mut all = self.come_to_rest();
        if let Some(over) = &self.over {
            all.push(Said::Over(over.clone()));
            return all;
        }
        if self.paused {
            let why = "nothing is recorded: say `pause` again before the file is done";
            all.push(Said::Refused(why.to_owned()));
            return all;
        }
        match self.do_file(file) {
            Ok(said) => all.extend(said),
            Err(error) => all.push(Said::Refused(error.to_string())),
        }
        all
    }

    fn do_file(&mut self, file: &FileToDo) -> Result<Vec<Said>, Error> {
        let value = |(name, value): &(String, String)| (name.clone(), value.as_str().into());
        let request = ImportRequest {
            values: file.values.iter().map(value).collect(),
            ..ImportRequest::new(&file.path)
        };
        let instance = self.task.as_ref().map(|it| it.1.clone());
        let to_do = self.rpa.to_do_in_part(&request, instance.as_ref())?;
        let page = self
            .listener
            .page_to_work_on(self.rpa.pages.options())
            .map_err(EnvironmentError::from)?;
        let (rpa, place, begins) = (self.rpa.clone(), self.at.clone(), self.begins.clone());
        let (done, mut all) = self.heard_while(move || {
            let mut env = worked_on(&rpa, &place, &begins, page)?;
            rpa.done_in_part(&request, &to_do, &mut env)
        });
        let Some(done) = done else {
            let why = "it could not be done to the end: go on by hand from here, then `done`";
            all.push(Said::Note(why.to_owned()));
            return Ok(all);
        };
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                all.push(Said::Refused(error.to_string()));
                return Ok(all);
            }
        };
        self.beside.secrets.extend(done.secrets);
        let notes = done.left_out.iter().map(|it| format!("left out: {it}"));
        let checks =
            (done.checks.iter()).map(|it| format!("proposed as a check, and tested by nobody: {it}"));
        all.extend(notes.chain(checks).map(Said::Note));
        all.push(Said::Note(match done.stopped {
            Some(why) => format!("{why}\ngo on by hand from here, then `done`"),
            None => {
                "the file is done but for what was left out: look whether it is right, then `done`".to_owned()
            }
        }));
        Ok(all)
    }
}
