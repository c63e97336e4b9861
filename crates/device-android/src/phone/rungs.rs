//! Who on the phone is asked, and how the next rung of the ladder is taken where nobody answers on one.

use std::time::Instant;

use device::DeviceError;
use serde_json::Value;

use super::{Android, DUMP, Rung, SHORT, TRIES, lost};
use crate::{
    helper::{self, Helper, HelperReply, Request},
    rpc::{self, Asked, RpcError},
};

impl Android {
    /// The first rung is taken. Where it is the helper, it is started.
    pub(super) fn begin_reading(&mut self) {
        if self.rung != Rung::Helper {
            self.read_by = vec![self.rung.name().to_owned()];
            return;
        }
        match Helper::start(self.link.as_ref(), SHORT) {
            Ok(helper) => {
                self.helper = Some(helper);
                self.read_by = vec![format!("{}: experimental", self.rung.name())];
            }
            Err(error) => self.fall(&format!("can't be started ({error})")),
        }
    }

    /// From now on the next rung is taken.
    pub(super) fn fall(&mut self, why: &str) {
        let left = self.rung;
        // One that is there has what the others need.
        self.helper = None;
        self.rung = match left {
            Rung::Helper if rpc::answers(self.link.as_ref()) => Rung::Server,
            Rung::Helper | Rung::Server | Rung::Plain => Rung::Plain,
        };
        let entry = format!("{}: the {} {why}", self.rung.name(), left.name());
        self.read_by.push(entry);
    }

    /// A call of the uiautomator2 server; `None` where it did not do it.
    pub(super) fn ask(
        &mut self,
        method: &str,
        params: &Value,
        asked: Asked,
    ) -> Result<Option<Value>, DeviceError> {
        let begun = Instant::now();
        let said = rpc::call(self.link.as_ref(), method, params, self.within(DUMP));
        let heard = self.heard(method, said, begun, asked)?;
        Ok(heard.and_then(Result::ok))
    }

    /// A request to the helper.
    pub(super) fn tell(&mut self, request: &Request<'_>, asked: Asked) -> Result<HelperReply, DeviceError> {
        let (begun, within) = (Instant::now(), self.within(DUMP));
        let Some(helper) = &mut self.helper else {
            return Ok(HelperReply::Nobody);
        };
        let said = helper.ask(request, within);
        let heard = self.heard(request.name(), said, begun, asked)?;
        Ok(match heard {
            Some(Ok(bytes)) => HelperReply::Did(bytes),
            Some(Err(why)) => HelperReply::Refused(why),
            None => HelperReply::Nobody,
        })
    }

    /// What came of what was asked on this rung, or why it was not done. Where nobody answers there any more, the next
    /// rung is taken from now on. Where it may have done what can't be done twice, that is the error.
    fn heard<T>(
        &mut self,
        sent: &str,
        said: Result<T, RpcError>,
        begun: Instant,
        asked: Asked,
    ) -> Result<Option<Result<T, String>>, DeviceError> {
        let (error, in_doubt) = match said {
            Ok(value) => return Ok(Some(Ok(value))),
            Err(RpcError::Refused(why)) => return Ok(Some(Err(why))),
            Err(RpcError::Gone(error)) => (error, false),
            Err(RpcError::InDoubt(error)) => (error, asked == Asked::ToAct),
        };
        // Either who was asked is gone, or the phone is: the shell tells.
        self.shell("true").map_err(|_| lost(sent, &error))?;
        self.fall(&format!("answers no more ({error})"));
        match in_doubt {
            true => Err(DeviceError::Unanswered {
                sent: sent.to_owned(),
                seconds: begun.elapsed().as_secs(),
            }),
            false => Ok(None),
        }
    }

    /// `None` where there is no helper, or none any more.
    pub(super) fn dump_by_helper(&mut self, size: (u32, u32)) -> Result<Option<String>, DeviceError> {
        let mut refused = String::new();
        for _ in 0..TRIES {
            match self.tell(&Request::Tree(size), Asked::ToTell)? {
                HelperReply::Did(tree) => return Ok(Some(String::from_utf8_lossy(&tree).into_owned())),
                HelperReply::Refused(why) => refused = why,
                HelperReply::Nobody => return Ok(None),
            }
            self.wait_idle()?;
        }
        self.fall(&format!("gives no tree ({refused})"));
        Ok(None)
    }

    /// The helper waits until the screen keeps still, a moment at most. Others see by looking.
    pub(super) fn wait_idle(&mut self) -> Result<(), DeviceError> {
        let (still, most) = (100, 1000);
        // A screen that goes on changing is no error.
        self.tell(&Request::Idle { still, most }, Asked::ToTell).map(drop)
    }

    /// Let the helper's finger do something; answers whether there is one.
    pub(super) fn touch(&mut self, touches: &[helper::Touch]) -> Result<bool, DeviceError> {
        self.act_by_helper(&Request::Touch(touches))
    }

    /// Let the helper do something; answers whether there is one.
    pub(super) fn act_by_helper(&mut self, request: &Request<'_>) -> Result<bool, DeviceError> {
        match self.tell(request, Asked::ToAct)? {
            HelperReply::Did(_) => Ok(true),
            // A part of it may be done, as a finger that goes down and not up.
            HelperReply::Refused(_) => Err(DeviceError::Unanswered {
                sent: request.name().to_owned(),
                seconds: 0,
            }),
            HelperReply::Nobody => Ok(false),
        }
    }

    /// Press a key.
    pub(super) fn press(&mut self, code: u32) -> Result<(), DeviceError> {
        match self.act_by_helper(&Request::Keys(&[(code, 0)]))? {
            true => Ok(()),
            false => self.done(&format!("input keyevent {code}")),
        }
    }
}
