//! Asking the person at the client before something is done that nothing takes back.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use rmcp::{
    RoleServer,
    model::{
        ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputRequest,
        InputRequests, InputRequiredResult, InputResponses, ProtocolVersion,
    },
    service::{ElicitationMode, RequestContext},
};

/// The question's name in an answer, and the name of its one field.
const CONFIRM: &str = "confirm";

/// How many questions may wait for an answer. The oldest is forgotten first; its call is then asked again.
const MOST_OPEN: usize = 256;

/// What the client says to a question.
pub enum Said {
    /// The person agrees.
    Yes,
    /// The person does not, or says nothing.
    No,
    /// The client asks nobody.
    NobodyThere,
    /// The client asks, and sends the call again with the answer.
    Later(InputRequiredResult),
}

/// Questions that a client carries to the person and back, each good for one call.
#[derive(Debug, Default)]
pub struct Questions {
    open: Mutex<(u64, BTreeMap<u64, String>)>,
}

impl Questions {
    /// Ask whether this call may be done. `call` says which: the answer to one is none to another.
    pub async fn ask(
        &self,
        question: String,
        call: &str,
        answers: Option<(&InputResponses, &str)>,
        context: &RequestContext<RoleServer>,
    ) -> Said {
        if let Some((responses, state)) = answers
            && self.take(state).is_some_and(|it| it == call)
        {
            let said = responses.get(CONFIRM).cloned();
            return match said.map(serde_json::from_value::<ElicitResult>) {
                Some(Ok(result)) if agrees(&result) => Said::Yes,
                _ => Said::No,
            };
        }
        let asks = context
            .client_capabilities()
            .is_some_and(|it| it.elicitation.is_some());
        let Some(form) = form(question).filter(|_| asks) else {
            return Said::NobodyThere;
        };
        // Since this version a server answers with the question, instead of sending one of its own.
        let newer = context
            .protocol_version()
            .is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        if newer {
            let request = InputRequest::Elicitation(ElicitRequest::new(form));
            let requests = InputRequests::from([(CONFIRM.to_owned(), request)]);
            return Said::Later(InputRequiredResult::new(Some(requests), Some(self.keep(call))));
        }
        if !context
            .peer
            .supported_elicitation_modes()
            .contains(&ElicitationMode::Form)
        {
            return Said::NobodyThere;
        }
        match context.peer.create_elicitation(form).await {
            Ok(result) if agrees(&result) => Said::Yes,
            Ok(_) => Said::No,
            Err(error) => {
                tracing::warn!(%error, "the client could not ask");
                Said::NobodyThere
            }
        }
    }

    fn keep(&self, call: &str) -> String {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.0 += 1;
        let number = open.0;
        open.1.insert(number, call.to_owned());
        if open.1.len() > MOST_OPEN {
            open.1.pop_first();
        }
        number.to_string()
    }

    fn take(&self, state: &str) -> Option<String> {
        let number: u64 = state.parse().ok()?;
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.1.remove(&number)
    }
}

/// Accepted, and the box ticked.
fn agrees(result: &ElicitResult) -> bool {
    let ticked = result.content.as_ref().and_then(|it| it.get(CONFIRM)?.as_bool());
    matches!(result.action, ElicitationAction::Accept) && ticked == Some(true)
}

fn form(message: String) -> Option<ElicitRequestParams> {
    let schema = ElicitationSchema::builder().required_bool(CONFIRM).build().ok()?;
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema: schema,
    })
}
