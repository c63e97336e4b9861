//! The emulator's controller: its screen, fingers and keys over gRPC.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Instant,
};

use adb_door::{DoorError, Handset, Live};
use hyper::{Request, Response, body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpStream};

use crate::listening::Listening;

use super::{
    grpc::{Body, Fault, refused, unary},
    message::{
        BAD_NUMBER, ClipData, EVDEV, Empty, EmulatorStatus, Image, ImageFormat, KEY_UP, KeyboardEvent, PNG,
        PhoneResponse, RGB, RGBA, SmsMessage, TouchEvent, VmRunState, XKB,
    },
};

/// The service.
const NAME: &str = "/android.emulation.control.EmulatorController/";
/// The machine runs.
const RUNNING: i32 = 1;

/// An open door to the controller. Dropping it closes it.
pub struct Controller(Listening);

impl Controller {
    /// Open it at a port of this machine; 0 is any that is free.
    pub fn open(phone: Arc<Live<dyn Handset>>, port: u16) -> Result<Self, DoorError> {
        let calls = Calls {
            phone,
            begun: Instant::now(),
            pictures: Arc::default(),
        };
        let serve = async move |listener| serve(&listener, &calls).await;
        Listening::at(port, "emulator controller", serve).map(Self)
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.0.address()
    }
}

/// What is called.
#[derive(Clone)]
struct Calls {
    phone: Arc<Live<dyn Handset>>,
    begun: Instant,
    pictures: Arc<AtomicU32>,
}

/// Whoever comes in is served until it goes; this does not end by itself.
async fn serve(listener: &TcpListener, calls: &Calls) {
    loop {
        // One that is gone already is nobody.
        if let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(serve_one(socket, calls.clone()));
        }
    }
}

async fn serve_one(socket: TcpStream, calls: Calls) {
    let answer = service_fn(move |request| {
        let calls = calls.clone();
        async move { Ok::<_, Infallible>(calls.answer(request).await) }
    });
    let served = http2::Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(socket), answer);
    // Who speaks something else, or breaks off, is gone.
    drop(served.await);
}

impl Calls {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let path = request.uri().path().to_owned();
        match path.strip_prefix(NAME).unwrap_or_default() {
            "getStatus" => unary(request, |Empty {}| Ok(self.status())).await,
            "getScreenshot" => unary(request, |wanted: ImageFormat| self.screenshot(&wanted)).await,
            "sendTouch" => unary(request, |touched: TouchEvent| Ok(self.touch(&touched))).await,
            "sendKey" => unary(request, |pressed: KeyboardEvent| Ok(self.press(&pressed))).await,
            "sendSms" => unary(request, |sms: SmsMessage| Ok(self.sms(&sms))).await,
            "getClipboard" => {
                unary(request, |Empty {}| {
                    let text = self.phone.lock().clipboard().unwrap_or_default();
                    Ok(ClipData { text })
                })
                .await
            }
            "setClipboard" => {
                unary(request, |clip: ClipData| {
                    self.phone.lock().copy(&clip.text);
                    Ok(Empty {})
                })
                .await
            }
            "getVmState" => unary(request, |Empty {}| Ok(VmRunState { state: RUNNING })).await,
            // The phone is not the client's to end.
            "setVmState" => unary(request, |_: VmRunState| Ok(Empty {})).await,
            _ => refused(Fault::Unimplemented),
        }
    }

    fn status(&self) -> EmulatorStatus {
        EmulatorStatus {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            uptime: self.begun.elapsed().as_millis() as u64,
            booted: true,
        }
    }

    /// The screen at its own size: a smaller one is never asked for by who reads pixels.
    fn screenshot(&self, wanted: &ImageFormat) -> Result<Image, Fault> {
        let mut phone = self.phone.lock();
        let (width, height) = phone.size();
        let image = match wanted.format {
            RGBA => phone.pixels(),
            RGB => {
                let rgba = phone.pixels();
                rgba.chunks_exact(4)
                    .flat_map(|it| [it[0], it[1], it[2]])
                    .collect()
            }
            PNG => phone.screenshot().map_err(|_| Fault::Internal)?,
            _ => return Err(Fault::Invalid),
        };
        Ok(Image {
            format: Some(ImageFormat {
                format: wanted.format,
                width,
                height,
                display: 0,
            }),
            image,
            seq: self.pictures.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// One finger does what it does alone; those beside it are not seen.
    fn touch(&self, event: &TouchEvent) -> Empty {
        if let Some(it) = event.touches.iter().min_by_key(|it| it.identifier) {
            self.phone.finger((it.x, it.y), it.pressure > 0);
        }
        Empty {}
    }

    fn press(&self, event: &KeyboardEvent) -> Empty {
        if !event.text.is_empty() {
            self.phone.lock().type_text(&event.text);
            return Empty {};
        }
        if event.event_type == KEY_UP {
            return Empty {};
        }
        let code = match event.code_type {
            _ if !event.key.is_empty() => named(&event.key),
            EVDEV => linux(event.key_code),
            XKB => linux(event.key_code - 8),
            _ => None,
        };
        match (code, event.key.chars().count()) {
            (Some(code), _) => self.phone.press(code),
            // What a key of a browser is called that types a letter is that letter.
            (None, 1) => self.phone.lock().type_text(&event.key),
            (None, _) => {}
        }
        Empty {}
    }

    fn sms(&self, sms: &SmsMessage) -> PhoneResponse {
        let is_number = !sms.src_address.is_empty()
            && sms
                .src_address
                .chars()
                .all(|it| it.is_ascii_digit() || "+-() ".contains(it));
        if is_number {
            self.phone.lock().receive(&sms.src_address, &sms.text);
        }
        PhoneResponse {
            response: if is_number { 0 } else { BAD_NUMBER },
        }
    }
}

/// The number that Android has for a key that browsers call so.
fn named(key: &str) -> Option<u32> {
    Some(match key {
        "GoHome" | "Home" => 3,
        "GoBack" | "BrowserBack" => 4,
        "AppSwitch" => 187,
        "Enter" => 66,
        "Backspace" => 67,
        "Tab" => 61,
        _ => return None,
    })
}

/// The number that Android has for a key that Linux numbers so.
fn linux(code: i32) -> Option<u32> {
    const ROWS: [(i32, &str); 4] = [
        (2, "1234567890"),
        (16, "qwertyuiop"),
        (30, "asdfghjkl"),
        (44, "zxcvbnm"),
    ];
    for (first, letters) in ROWS {
        let at = usize::try_from(code - first).ok();
        if let Some(letter) = at.and_then(|it| letters.as_bytes().get(it)) {
            return Some(match letter {
                b'0'..=b'9' => u32::from(letter - b'0') + 7,
                letter => u32::from(letter - b'a') + 29,
            });
        }
    }
    Some(match code {
        14 => 67,
        15 => 61,
        28 | 96 => 66,
        57 => 62,
        102 | 172 => 3,
        1 | 158 => 4,
        580 => 187,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_linux_are_androids() {
        let known = [2, 11, 16, 30, 50, 28, 158, 3000].map(linux);
        let android = [
            Some(8),
            Some(7),
            Some(45),
            Some(29),
            Some(41),
            Some(66),
            Some(4),
            None,
        ];
        assert_eq!(known, android);
    }
}
