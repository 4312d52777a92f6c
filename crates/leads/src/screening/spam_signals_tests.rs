//! Thirty requests as people write them, of which none may be quarantined, and thirty as bots and sellers write them, which
//! all must be.

use super::*;

/// Name, phone, message.
const REAL: [(&str, &str, &str); 34] = [
    ("Aisha", "050 123 4567", ""),
    ("Omar K.", "+971 55 765 4321", "AC not cooling"),
    (
        "Sarah",
        "0501234567",
        "Kitchen tap drips since Monday and the cupboard below is wet. Tomorrow after 5 please.",
    ),
    ("DAVID", "0501234567", "WATER EVERYWHERE!!! THIRD TIME I CALL!!! SEND SOMEBODY NOW!!!"),
    (
        "Mr. Angry",
        "0501234567",
        "Your guy was a joke, paid 400 and it still leaks. Do you people even answer the phone??",
    ),
    ("Priya", "00971501234567", "Photo of the leak: https://photos.app.goo.gl/3xYz please tell price"),
    (
        "Tom",
        "0501234567",
        "We are here https://maps.app.goo.gl/abcd, villa 12. Pictures: https://www.dropbox.com/s/a, https://ibb.co/xyz",
    ),
    (
        "Lena",
        "+44 20 7946 0018",
        "I own a flat in JLT and live in London. The tenant sends this: https://mycompany.example/leak.jpg",
    ),
    ("Ravi", "0501234567", "I want this fan installed https://www.fanshop.example/ceiling-fan-52 in 3 rooms"),
    ("Marketing team, Bright SEO LLC", "043321234", "Our office in Media City needs a new AC unit, 4 rooms"),
    (
        "Karim",
        "0501234567",
        "We run a crypto exchange in DMCC, the power trips every afternoon in the server room.",
    ),
    (
        "Jane",
        "0501234567",
        "I used the contact form on your website yesterday and nobody called. Please call!",
    ),
    (
        "Peter",
        "0501234567",
        "Found your website with a search engine. How much is the Premium contract for a 3 bedroom villa?",
    ),
    ("Noura", "0501234567", "I would like the Premium annual contract at AED 4,999 a year."),
    (
        "Business owner",
        "0501234567",
        "I am a business owner, cafe in Al Quoz, saw the price on your website: is it with materials?",
    ),
    ("Ines", "call me on whatsapp", "same number as last time"),
    ("aisha@example.com", "0501234567", "please answer by mail to aisha@example.com"),
    ("AbdulRahmanBinAliAlMansoori", "0501234567", "Villa in Al Barsha, AC maintenance"),
    ("McDonald MacLeod", "0501234567", "iPhone charger socket sparks, PlayStation and WiFi router off too"),
    ("عائشة", "٠٥٠١٢٣٤٥٦٧", "المكيف لا يبرد منذ أمس، أرجو إرسال فني اليوم إلى دبي مارينا"),
    ("محمد", "0501234567", "عندي تسريب ماء في المطبخ!!! الموضوع عاجل جداً"),
    ("أم خالد", "0501234567", "كم سعر الصيانة السنوية لفيلا أربع غرف؟ شفت الأسعار في موقعكم الإلكتروني"),
    ("फ़ातिमा", "0501234567", "एसी ठंडा नहीं कर रहा है, कृपया आज किसी को भेजें"),
    ("राजेश", "0501234567", "बाथरूम का नल टपक रहा है। कितना खर्च आएगा?"),
    ("احمد", "0501234567", "اے سی کام نہیں کر رہا، براہ کرم جواب دیں، آج کسی کو بھیج دیں"),
    ("عمران", "0501234567", "پانی کا پائپ لیک ہے، جلدی آئیں"),
    (
        "Ольга",
        "+7 916 123 45 67",
        "Здравствуйте! Не работает кондиционер, не может заработать после ремонта. Нашла ваш сайт в интернете.",
    ),
    ("Дмитрий", "0501234567", "СРОЧНО! Прорвало трубу, заливает соседей!"),
    ("王伟", "0501234567", "空调坏了，请尽快派人来，需要发票。"),
    ("Maria Santos", "0501234567", "Good day po, sira ang aircon namin sa Deira, magkano po ang check up?"),
    ("J", "0501234567", "ok"),
    ("Fatima", "0501234567", "asap!!! 2 bhk, sink blocked.please call before 9.30am,apt.b/12"),
    ("Hans", "0501234567", "Redesign of our bathroom, about 6 m2, like the second picture on your website."),
    ("Ali", "0501234567", "I have limited time at home, only Friday. Security will escort you to flat 1204."),
];

const SPAM: [(&str, &str, &str); 32] = [
    (
        "Mike",
        "555-123-4567",
        "I noticed your website is not on the first page of Google. We offer SEO from $99 a month.",
    ),
    ("Anna Web", "0501234567", "Do you need web design? Our company offers SEO and backlinks."),
    ("Crypto Queen", "0501234567", "Earn money with bitcoin, up to 500% a week: https://invest.example/ref"),
    ("RobertTox", "89031234567", "<a href=https://casino.example>online casino</a>"),
    ("JamesKix", "89031234567", "[url=https://pills.example]cheap viagra[/url]"),
    ("Nina", "89031234567", "https://a.example https://b.example https://c.example https://d.example"),
    ("x", "0501234567", "www.best-loans.example"),
    ("https://spam.example", "0501234567", "hello"),
    ("bit.ly/3xYz", "0501234567", "hi"),
    ("Sam", "www.spam.example", "hi"),
    ("xKqWzPlmRtYb", "8123456789", "QwErTyUiOpAs https://x.example"),
    ("dFgHjKlQwEr", "1", "zXcVbNmAsDf"),
    (
        "Factory Li",
        "8613800000000",
        "We are a leading manufacturer of valves, MOQ 100 pcs, see www.valves.example",
    ),
    (
        "Prince",
        "2348030000000",
        "I have 12 million USD for you. Next of kin. Write to me: http://prince.example/form",
    ),
    ("Loan Office", "0501234567", "Business loan in 24 hours, click here: www.loan.example"),
    ("Julia", "89031234567", "Hot girls in your city, click the link https://dating.example"),
    ("Growth", "0501234567", "Buy followers for your page. Limited time offer, click below."),
    ("Lists", "0501234567", "Email list of 2 million Dubai companies. Unsubscribe by answering."),
    ("Blast", "0501234567", "We send your text through contact forms of 5 million sites: www.blast.example"),
    ("Guest", "0501234567", "I would like to place a guest post with a link on your site."),
    ("Bet", "0501234567", "1xbet free spins https://bet.example"),
    ("Олег", "89031234567", "Продвижение сайтов в топ Яндекса. Предлагаем вам первый месяц бесплатно."),
    ("Казино", "89031234567", "Лучшее казино онлайн https://kazino.example"),
    ("Иван", "89031234567", "Заработок от 5000 в день, переходи по ссылке"),
    ("Анна", "89031234567", "Рассылка по формам обратной связи. Базы данных компаний. https://mail.example"),
    ("تسويق", "0501234567", "تصدر نتائج محركات البحث، خصم لأصحاب موقعكم الإلكتروني"),
    ("أرباح", "0501234567", "أرباح يومية مضمونة، اضغط هنا https://forex.example"),
    ("कमाई", "0501234567", "घर बैठे पैसे कमाएं, यहाँ क्लिक करें"),
    ("کمائی", "0501234567", "گھر بیٹھے پیسے کمائیں، یہاں کلک کریں"),
    ("发票", "0501234567", "代开发票，点击 http://fapiao.example"),
    ("博彩", "0501234567", "最好的赌场和彩票 https://dubo.example"),
    ("S\u{200B}EO", "0501234567", "S\u{200B}EO for your web\u{AD}site"),
];

fn typed((name, phone, message): (&str, &str, &str)) -> Typed {
    let service = "Plumbing Services".to_owned();
    Typed { name: name.into(), phone: phone.into(), service, message: message.into() }
}

fn sentence(signals: Option<Vec<SpamSignal>>) -> Option<String> {
    signals.map(|signals| signals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[test]
fn nobody_who_needs_a_repair_is_quarantined_in_whatever_language_or_temper() {
    for request in REAL {
        assert_eq!(
            sentence(quarantine_reasons(&typed(request), BotSignals::default(), false)),
            None,
            "{request:?}"
        );
    }
}

#[test]
fn autofill_within_a_second_is_not_enough_for_quarantine() {
    let quick = BotSignals { open_seconds: Some(0.4), ..BotSignals::default() };
    for request in REAL {
        assert_eq!(sentence(quarantine_reasons(&typed(request), quick, false)), None, "{request:?}");
    }
}

#[test]
fn sellers_and_bots_are_quarantined() {
    for request in SPAM {
        assert!(quarantine_reasons(&typed(request), BotSignals::default(), false).is_some(), "{request:?}");
    }
}

#[test]
fn the_honeypot_and_copies_are_each_enough_alone() {
    let trapped = BotSignals { honeypot_filled: true, ..BotSignals::default() };
    let reasons = |bot_signals, copied| sentence(quarantine_reasons(&typed(REAL[0]), bot_signals, copied));
    assert_eq!(reasons(trapped, false).as_deref(), Some("the hidden field was filled in"));
    assert_eq!(reasons(BotSignals::default(), true).as_deref(), Some("the same text from several addresses"));
}

#[test]
fn an_impossible_time_is_no_signal() {
    for open in [None, Some(-1.0), Some(f64::NAN), Some(f64::INFINITY), Some(1e300), Some(3.0)] {
        assert_eq!(
            find_signals(&typed(REAL[0]), BotSignals { open_seconds: open, ..BotSignals::default() }, false),
            []
        );
    }
}

#[test]
fn reasons_contain_nothing_that_the_visitor_wrote() {
    let reasons =
        sentence(quarantine_reasons(&typed(SPAM[2]), BotSignals::default(), false)).expect("quarantined");
    assert_eq!(reasons, "1 link, speaks of money");
}
