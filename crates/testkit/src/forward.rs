//! Another machine, as far as one machine can be: what listens here, at another address.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    thread,
};

/// Where the other machine is. All of 127.0.0.0/8 is this one.
const ELSEWHERE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// An address that leads to a port of this machine, and is none of 127.0.0.1. It lives as long as the process of the tests.
pub fn elsewhere(port: u16) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind((ELSEWHERE, 0))?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for near in listener.incoming().flatten() {
            if let Ok(far) = TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                both_ways(&near, &far);
            }
        }
    });
    Ok(address)
}

fn both_ways(near: &TcpStream, far: &TcpStream) {
    for (from, to) in [(near, far), (far, near)] {
        if let (Ok(mut from), Ok(mut to)) = (from.try_clone(), to.try_clone()) {
            thread::spawn(move || {
                let _ended = io::copy(&mut from, &mut to);
                let _closed = to.shutdown(std::net::Shutdown::Write);
            });
        }
    }
}
