//! A mail server that keeps what it takes, and misbehaves as it is told, one mail after the other.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The treatment of one mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// "Try later" for the recipient.
    RecipientLater,
    /// "No such user".
    RecipientNever,
    /// "Try later" after the mail.
    MailLater,
    /// "Refused" after the mail.
    MailNever,
    /// Takes the mail and never says so.
    Silence,
    /// Takes the mail and hangs up before saying so.
    HangUp,
    /// Takes it, after a while.
    Slow,
    /// Takes it when it is told to, see [`Mailbox::take_held`].
    Held,
}

impl Fault {
    pub const ALL: [Fault; 7] = [
        Fault::RecipientLater,
        Fault::RecipientNever,
        Fault::MailLater,
        Fault::MailNever,
        Fault::Silence,
        Fault::HangUp,
        Fault::Slow,
    ];

    /// Whether the mail is kept although the sender does not hear of it.
    pub fn keeps_in_silence(self) -> bool {
        matches!(self, Fault::Silence | Fault::HangUp)
    }
}

#[derive(Clone, Default)]
struct Shared {
    /// The recipients of each and its text.
    mails: Arc<Mutex<Vec<(String, String)>>>,
    /// What the next answer to a command is, see [`Mailbox::refuse_next`].
    refused: Arc<Mutex<Vec<(&'static str, &'static str)>>>,
    /// Answers to recipients that replace "ok".
    refusing: Arc<Mutex<HashMap<String, &'static str>>>,
    script: Arc<Mutex<VecDeque<Fault>>>,
    always: Arc<Mutex<Option<Fault>>>,
    /// Whether it takes the mails that it holds.
    takes_held: watch::Sender<bool>,
}

/// A running mail server.
pub struct Mailbox {
    pub address: SocketAddr,
    shared: Shared,
    listening: JoinHandle<()>,
    /// Holds the port while nobody listens there: another test's server would get this one's mails.
    reserved: Option<TcpSocket>,
}

impl Mailbox {
    pub async fn open() -> Self {
        Self::listen(TcpListener::bind("127.0.0.1:0").await.expect("a port"), Shared::default())
    }

    fn listen(listener: TcpListener, shared: Shared) -> Self {
        let address = listener.local_addr().expect("an address");
        let served = shared.clone();
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, served.clone()));
            }
        });
        Mailbox { address, shared, listening, reserved: None }
    }

    /// Stops listening: connections are refused until [`Mailbox::reopen`].
    pub async fn shut(&mut self) {
        self.listening.abort();
        while tokio::net::TcpStream::connect(self.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("a port that was just used");
        socket.bind(self.address).expect("its own port");
        self.reserved = Some(socket);
    }

    pub fn reopen(&mut self) {
        let reserved = self.reserved.take().expect("a mailbox that was shut");
        *self = Self::listen(reserved.listen(1024).expect("its own port"), self.shared.clone());
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The next such command of any connection, the greeting as "" and the end of a mail as ".", is answered with this;
    /// after a greeting of that kind the server hangs up.
    pub fn refuse_next(&self, verb: &'static str, reply: &'static str) {
        self.shared.refused.lock().expect("unpoisoned").push((verb, reply));
    }

    /// The next mails meet these faults, one each; later ones are taken.
    pub fn misbehave(&self, faults: impl IntoIterator<Item = Fault>) {
        self.shared.script.lock().expect("unpoisoned").extend(faults);
    }

    /// Every mail meets this fault until told otherwise.
    pub fn always(&self, fault: Option<Fault>) {
        *self.shared.always.lock().expect("unpoisoned") = fault;
    }

    /// From now on it takes the mails that it holds.
    pub fn take_held(&self) {
        self.shared.takes_held.send_replace(true);
    }

    /// The mails taken so far, as they came.
    pub fn mails(&self) -> Vec<String> {
        self.shared.mails.lock().expect("unpoisoned").iter().map(|(_, mail)| mail.clone()).collect()
    }

    /// From now on this recipient is answered so; `None` means "ok" again.
    pub fn answer(&self, recipient: &str, reply: Option<&'static str>) {
        let mut refusing = self.shared.refusing.lock().expect("unpoisoned");
        match reply {
            Some(reply) => drop(refusing.insert(recipient.to_owned(), reply)),
            None => drop(refusing.remove(recipient)),
        }
    }

    /// Number of mails of this recipient with that text in them.
    pub fn count_for(&self, recipient: &str, text: &str) -> usize {
        let mails = self.shared.mails.lock().expect("unpoisoned");
        let of_them = mails.iter().filter(|(to, _)| to == recipient);
        of_them.filter(|(_, mail)| mail.replace("\r\n ", " ").contains(text)).count()
    }

    /// Number of mails about that reference.
    pub fn count(&self, reference: &str) -> usize {
        let about = format!("({reference})");
        self.mails().iter().filter(|mail| mail.replace("\r\n ", " ").contains(&about)).count()
    }
}

async fn serve(stream: TcpStream, shared: Shared) {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let (mut fault, mut recipient) = (None, String::new());
    let refusal = |verb: &str| {
        let mut refused = shared.refused.lock().expect("unpoisoned");
        let found = refused.iter().position(|(of, _)| *of == verb)?;
        Some(refused.remove(found).1)
    };
    let refused = refusal("");
    let greeting = refused.unwrap_or("220 mailbox ESMTP");
    if write.write_all(format!("{greeting}\r\n").as_bytes()).await.is_err() || refused.is_some() {
        return;
    }
    while let Ok(Some(line)) = lines.next_line().await {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        let refused = refusal(&verb);
        let reply: &str = match verb.as_str() {
            _ if refused.is_some() => refused.unwrap_or_default(),
            "EHLO" | "HELO" => "250-mailbox\r\n250 8BITMIME",
            "MAIL" => {
                let always = *shared.always.lock().expect("unpoisoned");
                fault = always.or_else(|| shared.script.lock().expect("unpoisoned").pop_front());
                "250 ok"
            }
            "RCPT" => {
                line.trim_start_matches("RCPT TO:<").trim_end_matches('>').clone_into(&mut recipient);
                match fault {
                    Some(Fault::RecipientLater) => "450 4.2.1 mailbox busy",
                    Some(Fault::RecipientNever) => "550 5.1.1 no such user",
                    _ => shared.refusing.lock().expect("unpoisoned").get(&recipient).unwrap_or(&"250 ok"),
                }
            }
            "DATA" => {
                if write.write_all(b"354 go on\r\n").await.is_err() {
                    return;
                }
                let Some(mail) = take_mail(&mut lines).await else {
                    return;
                };
                match refusal(".") {
                    Some(reply) => reply,
                    None => match after_the_dot(fault.take(), (recipient.clone(), mail), &shared).await {
                        Some(reply) => reply,
                        None => return,
                    },
                }
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        if write.write_all(format!("{reply}\r\n").as_bytes()).await.is_err() || verb == "QUIT" {
            return;
        }
    }
}

async fn take_mail(
    lines: &mut tokio::io::Lines<BufReader<tokio::net::tcp::OwnedReadHalf>>,
) -> Option<String> {
    let mut mail = String::new();
    loop {
        match lines.next_line().await.ok()??.as_str() {
            "." => return Some(mail),
            line => {
                mail.push_str(line);
                mail.push_str("\r\n");
            }
        }
    }
}

/// The answer to a mail; `None` if the connection ends instead.
async fn after_the_dot(
    fault: Option<Fault>,
    mail: (String, String),
    shared: &Shared,
) -> Option<&'static str> {
    let keep = |mail| shared.mails.lock().expect("unpoisoned").push(mail);
    match fault {
        Some(Fault::MailLater) => return Some("451 4.3.0 try later"),
        Some(Fault::MailNever) => return Some("554 5.7.1 refused"),
        Some(Fault::Silence) => {
            keep(mail);
            tokio::time::sleep(Duration::from_secs(30)).await;
            return None;
        }
        Some(Fault::HangUp) => {
            keep(mail);
            return None;
        }
        Some(Fault::Slow) => tokio::time::sleep(Duration::from_millis(300)).await,
        Some(Fault::Held) => {
            let _ = shared.takes_held.subscribe().wait_for(|takes| *takes).await;
        }
        _ => {}
    }
    keep(mail);
    Some("250 2.0.0 queued as 4711")
}
