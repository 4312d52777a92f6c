//! Our SMTP client on the wire: login, encryption, and connections that a server has closed.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use lettre::Message;
use lettre::message::header::ContentType;
use storage::mail::{MailMessage, Mailer, RecipientAnswer};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::requests::harness::mail_settings;

/// Another answer than usual to a line, after so many mails on the connection.
type Unusual = fn(&str, usize) -> Option<&'static str>;

/// Writes down what it is told; the words after EHLO are what it offers, and it hangs up after `mails` mails.
async fn server(offers: &'static str, mails: usize) -> (u16, Arc<Mutex<Vec<String>>>) {
    server_with(offers, mails, |_, _| None).await
}

async fn server_with(offers: &'static str, mails: usize, unusual: Unusual) -> (u16, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let (told, note) = (heard.clone(), |heard: &Mutex<Vec<String>>, line: &str| {
        heard.lock().expect("unpoisoned").push(line.to_owned());
    });
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            note(&told, "connected");
            let mut stream = BufReader::new(stream);
            stream.write_all(b"220 here\r\n").await.expect("written");
            let (mut line, mut taken, mut in_mail) = (Vec::new(), 0, false);
            loop {
                line.clear();
                let first = stream.fill_buf().await.unwrap_or_default().first().copied();
                if first == Some(0x16) {
                    note(&told, "TLS");
                    break;
                }
                if stream.read_until(b'\n', &mut line).await.unwrap_or(0) == 0 {
                    break;
                }
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                if in_mail && text != "." {
                    continue;
                }
                note(&told, &text);
                let usual = match text.as_str() {
                    "." => "250 taken",
                    "DATA" => "354 go on",
                    ehlo if ehlo.starts_with("EHLO") => offers,
                    auth if auth.starts_with("AUTH") => "235 welcome",
                    _ => "250 ok",
                };
                let reply = unusual(&text, taken).unwrap_or(usual);
                in_mail = text == "DATA";
                taken += usize::from(text == ".");
                stream.write_all(format!("{reply}\r\n").as_bytes()).await.expect("written");
                if taken == mails {
                    break;
                }
            }
            let _ = tokio::time::timeout(Duration::from_millis(1), stream.read_u8()).await;
        }
    });
    (port, heard)
}

async fn send(mailer: &Mailer) -> RecipientAnswer {
    let message = Message::builder()
        .from("website@amwaj.example".parse().expect("an address"))
        .to("office@amwaj.example".parse().expect("an address"))
        .header(ContentType::TEXT_PLAIN)
        .body("dots:\r\n.\r\n..".to_owned())
        .expect("a mail");
    let to = message.envelope().to().to_vec();
    let mail = MailMessage { name: "mail".to_owned(), message };
    mailer.send(&mail, &to).await.pop().expect("an answer")
}

fn mailer(url: String) -> Mailer {
    Mailer::new(&mail_settings(Some(url)), "unused".into()).expect("a mailer")
}

#[tokio::test]
async fn user_and_password_are_sent_before_the_mail() {
    let (port, heard) = server("250-here\r\n250 AUTH PLAIN", 9).await;
    let sent = send(&mailer(format!("smtp://user:p%40ss@127.0.0.1:{port}/site.example"))).await;
    assert_eq!(sent.answer.as_deref(), Ok("250 taken"));
    let heard = heard.lock().expect("unpoisoned").clone();
    // "\0user\0p@ss"
    let expected = [
        "connected",
        "EHLO site.example",
        "AUTH PLAIN AHVzZXIAcEBzcw==",
        "MAIL FROM:<website@amwaj.example>",
        "RCPT TO:<office@amwaj.example>",
        "DATA",
        ".",
    ];
    assert_eq!(heard, expected, "a dot of the mail ends nothing");
}

#[tokio::test]
async fn where_encryption_is_required_no_mail_goes_in_the_clear() {
    let (plain, heard_plain) = server("250 here", 9).await;
    let sent = send(&mailer(format!("smtp://127.0.0.1:{plain}?tls=required"))).await;
    let failure = sent.answer.expect_err("no mail");
    assert!(!failure.is_refusal && failure.error.contains("STARTTLS"), "{failure:?}");
    assert!(!heard_plain.lock().expect("unpoisoned").iter().any(|line| line.starts_with("MAIL")));
    let (offering, heard) = server("250-here\r\n250 STARTTLS", 9).await;
    send(&mailer(format!("smtp://127.0.0.1:{offering}?tls=required"))).await.answer.expect_err("no TLS here");
    let ends = heard.lock().expect("unpoisoned").clone();
    assert!(ends.ends_with(&["STARTTLS".to_owned(), "TLS".to_owned()]), "{ends:?}");
    let (implicit, heard) = server("250 here", 9).await;
    send(&mailer(format!("smtps://127.0.0.1:{implicit}"))).await.answer.expect_err("no TLS here");
    assert_eq!(heard.lock().expect("unpoisoned").as_slice(), ["connected", "TLS"]);
}

#[tokio::test]
async fn a_connection_is_used_again_and_one_that_the_server_has_closed_costs_no_mail() {
    let (port, heard) = server("250 here", 2).await;
    let mailer = mailer(format!("smtp://127.0.0.1:{port}"));
    for mail in 0..5 {
        assert_eq!(send(&mailer).await.answer.as_deref(), Ok("250 taken"), "{mail}");
    }
    let heard = heard.lock().expect("unpoisoned").clone();
    assert_eq!(heard.iter().filter(|line| *line == "connected").count(), 3, "{heard:?}");
    assert_eq!(heard[1], "EHLO amwaj.example", "the site's name, not the machine's");
}

fn connections(heard: &Mutex<Vec<String>>) -> usize {
    heard.lock().expect("unpoisoned").iter().filter(|line| *line == "connected").count()
}

#[tokio::test]
async fn an_answer_to_something_else_is_believed_for_nothing() {
    let yes_to_everything: Unusual = |line, _| (line == "DATA").then_some("250 ok");
    let go_on_at_the_end: Unusual = |line, _| (line == ".").then_some("354 go on");
    let a_line_too_many: Unusual = |line, _| line.starts_with("MAIL").then_some("250 ok\r\n250 ok");
    for unusual in [yes_to_everything, go_on_at_the_end, a_line_too_many] {
        let (port, _) = server_with("250 here", 9, unusual).await;
        let failure = send(&mailer(format!("smtp://127.0.0.1:{port}"))).await.answer.expect_err("no mail");
        assert!(!failure.is_refusal && failure.error.contains("another answer"), "{failure:?}");
    }
    // A line too many at the end is an answer to the next mail's beginning.
    let (port, heard) =
        server_with("250 here", 9, |line, _| (line == ".").then_some("250 taken\r\n250 queued")).await;
    let mailer = mailer(format!("smtp://127.0.0.1:{port}"));
    for mail in 1..=3 {
        assert_eq!(send(&mailer).await.answer.as_deref(), Ok("250 taken"), "{mail}");
        assert_eq!(connections(&heard), mail);
    }
}

#[tokio::test]
async fn what_a_server_refuses_on_a_used_connection_it_is_asked_on_a_new_one() {
    let one_recipient: Unusual =
        |line, taken| (taken > 0 && line.starts_with("RCPT")).then_some("452 4.5.3 one");
    let one_mail: Unusual = |line, taken| (taken > 0 && line == "DATA").then_some("451 4.3.2 one");
    let one_sender: Unusual =
        |line, taken| (taken > 0 && line.starts_with("MAIL")).then_some("550 5.7.1 one");
    for unusual in [one_recipient, one_mail, one_sender] {
        let (port, heard) = server_with("250 here", 9, unusual).await;
        let mailer = mailer(format!("smtp://127.0.0.1:{port}"));
        for mail in 1..=3 {
            assert_eq!(send(&mailer).await.answer.as_deref(), Ok("250 taken"), "{mail}");
        }
        assert_eq!(connections(&heard), 3);
    }
}

#[tokio::test]
async fn the_log_gets_the_code_and_staff_get_the_words() {
    let mailbox = crate::requests::mailbox::Mailbox::open().await;
    mailbox.answer("office@amwaj.example", Some("550 5.1.1 Aisha Khan looks like spam"));
    let failure = send(&mailer(mailbox.url())).await.answer.expect_err("refused");
    assert!(failure.is_refusal);
    assert_eq!(failure.error, "the mail server answered 550");
    assert!(failure.text_for_staff().contains("Aisha Khan"));
}
