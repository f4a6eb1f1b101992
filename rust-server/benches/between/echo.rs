//! A thread that sends back what it gets, over a loopback socket of the kernel's.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{JoinHandle, spawn};

/// One connection to a thread that echoes.
pub struct Echo {
    stream: TcpStream,
    thread: Option<JoinHandle<()>>,
}

impl Echo {
    /// Either both sides sleep until bytes come, or both ask again and again.
    pub fn start(polled: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let address = listener.local_addr().expect("it is bound");
        let stream = TcpStream::connect(address).expect("somebody listens there");
        let (other, _) = listener.accept().expect("the connection above");
        for end in [&stream, &other] {
            end.set_nodelay(true).expect("it is a TCP socket");
            end.set_nonblocking(polled).expect("it is a socket");
        }
        Self { stream, thread: Some(spawn(move || echo(other))) }
    }

    /// Sends the bytes and waits until all of them came back.
    pub fn round_trip(&mut self, sent: &[u8], received: &mut [u8]) {
        self.stream.write_all(sent).expect("a body fits into the socket's buffer");
        let mut length = 0;
        while length < received.len() {
            let came = read(&mut self.stream, &mut received[length..]);
            assert!(came > 0, "the echo ended");
            length += came;
        }
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        // The thread reads the end of the stream, and ends.
        let _gone = self.stream.shutdown(std::net::Shutdown::Both);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

fn echo(mut stream: TcpStream) {
    let mut buffer = vec![0; 65_536];
    loop {
        let length = read(&mut stream, &mut buffer);
        if length == 0 || stream.write_all(&buffer[..length]).is_err() {
            return;
        }
    }
}

/// What is there, once something is; 0 at the end.
fn read(stream: &mut TcpStream, buffer: &mut [u8]) -> usize {
    loop {
        match stream.read(buffer) {
            Ok(length) => return length,
            Err(why) if why.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return 0,
        }
    }
}
