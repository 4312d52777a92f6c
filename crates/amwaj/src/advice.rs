//! Advice by what failed: each piece with words that the error, or the answer of the other side, has then.

/// Words of an error, and the advice for it.
type Remedy = (&'static [&'static str], &'static str);

const PASSWORD: &str =
    "see that user and password are right; some companies want a password made for programs";
const NO_PASSWORDS: &str = "this mail company takes no passwords from programs, as Microsoft 365: send through a mail company \
                            that does, or through its relay for this machine's address, without user and password";
const OWN_WORDS: &str = "it answers, but takes no mail from this machine now: its words say why; ask the mail company where they don't";
/// How TLS libraries say that an authority is not trusted.
pub(crate) const UNKNOWN_AUTHORITY: &str = "UnknownIssuer";

const OF_SIGNING_IN: &[Remedy] = &[
    (&["credentials were incorrect"], PASSWORD),
    (
        &["STARTTLS command first", "before STARTTLS", "ncryption required", "answered 538"],
        "it lets people sign in over TLS alone: smtp://…:587?tls=required, or smtps:// at port 465",
    ),
    (&["5.7.139", "5.7.57", "5.7.4 ", "SmtpClientAuthentication", "ompatible authentication"], NO_PASSWORDS),
    (
        &["5.7.9 ", "pplication-specific", "pp password"],
        "this mail company wants a password made for programs (an app password) in place of the account's own",
    ),
];

const OF_A_MAIL: &[Remedy] = &[
    (
        &["5.7.60", "5.1.7 ", "5.1.8 ", "endAs", "ender address", "not owned by user", "not verified"],
        "it doesn't let this user send mail from AMWAJ_MAIL_FROM: use an address that is the user's own, or have it allowed",
    ),
    (
        &["elay access denied", "elaying denied", "elay not permitted", "relaying"],
        "it passes on no mail for this machine: sign in with user and password, or have this machine's address allowed there",
    ),
    (
        &["spamhaus", "lacklist", "locklist", "block list", "blocked using"],
        "this machine's address is on a list of those who send spam: send through a mail company, or have it taken off",
    ),
    (
        &["reylist", "5.4.5", "imit exceeded", "oo many"],
        "it has had enough for now, and is tried again by itself; if it goes on, ask the mail company for a higher limit",
    ),
    (&["answered 53"], PASSWORD),
];

const OF_TLS: &[Remedy] = &[
    (
        &[UNKNOWN_AUTHORITY],
        "see that the host is right, or add that authority's certificate to the machine's own (Debian: \
         /usr/local/share/ca-certificates and `update-ca-certificates`)",
    ),
    (
        &["ertificate expired", "Expired"],
        "renew the certificate there; if it isn't out of date, set this machine's clock",
    ),
    (&["not valid yet", "NotValidYet"], "set this machine's clock"),
    (
        &["not valid for name", "NotValidForName"],
        "see that the host's name is the one on its certificate, and that it leads to the right machine",
    ),
    (
        &["CaUsedAsEndEntity"],
        "its certificate is an authority's own: make one for the server alone (`openssl req -x509 … -addext \
         basicConstraints=critical,CA:FALSE`)",
    ),
    (
        &["incompatible", "ProtocolVersion", "HandshakeFailure"],
        "it has no TLS that is still safe: update it to TLS 1.2 or newer",
    ),
    (&["invalid peer certificate"], "its certificate can't be used: have a new one made"),
];

const OF_THE_WAY: &[Remedy] = &[
    (
        &["STARTTLS", "corrupt message", "InvalidContentType"],
        "smtps:// is for port 465, smtp://…:587?tls=required for port 587",
    ),
    (&["lookup"], "no such host: correct its name, or see that this machine has a name server"),
    (&["answered 503"], OWN_WORDS),
    (
        &["answered 501", "answered 504", "HELO", "EHLO", "Helo"],
        "it doesn't accept the name by which this server greets it: give another one as the path, such as \
         smtps://user@mail.example.com/www.example.com",
    ),
    (&["answered "], OWN_WORDS),
];

/// For an error of the mail server or on the way there.
pub(crate) fn on_mail(error: &str) -> &'static str {
    first([OF_SIGNING_IN, OF_A_MAIL, OF_TLS, OF_THE_WAY], error).unwrap_or(
        "see that host and port are right and that no firewall is between: smtps:// is port 465, smtp://…:587?tls=required \
         port 587",
    )
}

/// For a certificate that this machine doesn't accept, and TLS that it can't speak; `None` for anything else.
pub(crate) fn on_tls(error: &str) -> Option<&'static str> {
    first([OF_TLS], error)
}

fn first<const N: usize>(lists: [&[Remedy]; N], error: &str) -> Option<&'static str> {
    let found = lists.into_iter().flatten().find(|(words, _)| words.iter().any(|word| error.contains(word)));
    found.map(|(_, remedy)| *remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_of_mail_has_its_remedy() {
        for (error, remedy_has) in [
            ("the mail server answered 535: no", "user and password"),
            ("the mail server answered 535: 5.7.139 Authentication unsuccessful", "takes no passwords"),
            (
                "the mail server m.example:587: No compatible authentication mechanism was found",
                "takes no passwords",
            ),
            ("the mail server answered 530: 5.7.57 Client not authenticated", "takes no passwords"),
            ("the mail server answered 534: 5.7.9 Application-specific password required", "app password"),
            ("the mail server answered 504: <3f2a9c1b7d04>: Helo command rejected: need a name", "greets"),
            ("the mail server answered 554: 5.7.1 no", "its words say why"),
            ("the mail server answered 503: send HELO/EHLO first", "its words say why"),
            (
                "the mail server answered 535: 5.7.139 the user credentials were incorrect",
                "user and password",
            ),
            ("the mail server answered 504: 5.7.4 Unrecognized authentication type", "takes no passwords"),
            ("the mail server answered 530: 5.7.0 Must issue a STARTTLS command first", "over TLS alone"),
            ("the mail server answered 538: Encryption required", "over TLS alone"),
            ("the mail server m.example:25: it lets nobody sign in before STARTTLS", "over TLS alone"),
            (
                "the mail server answered 550: 5.7.60 SMTP; Client does not have permissions to send as",
                "MAIL_FROM",
            ),
            ("the mail server answered 553: Sender address rejected: not owned by user", "MAIL_FROM"),
            ("the mail server answered 554: Email address is not verified", "MAIL_FROM"),
            ("the mail server answered 554: 5.7.1 <a@b.example>: Relay access denied", "passes on no mail"),
            ("the mail server answered 554: 5.7.1 blocked using zen.spamhaus.org", "spam"),
            ("the mail server answered 550: 5.4.5 Daily user sending limit exceeded", "enough for now"),
            ("the mail server answered 421: 4.7.0 Too many connections", "enough for now"),
            ("the mail server answered 450: 4.2.0 Greylisted", "enough for now"),
            ("Connection error: invalid peer certificate: Other(OtherError(CaUsedAsEndEntity))", "CA:FALSE"),
            ("Connection error: received fatal alert: ProtocolVersion", "TLS 1.2"),
            ("Connection error: invalid peer certificate: UnknownIssuer", "authority"),
            ("Connection error: invalid peer certificate: NotValidForName", "certificate"),
            ("the mail server m.example:25 cannot be reached: Connection refused", "firewall"),
            (
                "the mail server m.exmple:25 cannot be reached: failed to lookup address information",
                "correct its name",
            ),
        ] {
            assert!(on_mail(error).contains(remedy_has), "{error}");
        }
    }

    #[test]
    fn each_fault_of_a_certificate_has_its_remedy_and_nothing_else_has_one() {
        for (error, remedy_has) in [
            ("invalid peer certificate: UnknownIssuer", "update-ca-certificates"),
            ("invalid peer certificate: certificate expired: verification time 1", "renew"),
            ("invalid peer certificate: Expired", "renew"),
            ("invalid peer certificate: certificate not valid yet: verification time 1", "clock"),
            ("invalid peer certificate: certificate not valid for name \"a\"", "name is the one"),
            ("invalid peer certificate: NotValidForName", "name is the one"),
            ("invalid peer certificate: BadSignature", "a new one"),
        ] {
            assert!(on_tls(error).is_some_and(|remedy| remedy.contains(remedy_has)), "{error}");
        }
        assert_eq!(on_tls("Connection refused"), None);
    }
}
