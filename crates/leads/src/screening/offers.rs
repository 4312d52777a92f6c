//! Phrases that sellers write into other companies' forms, grouped by what they sell. A group counts once, however many of
//! its phrases occur, and none is enough alone: an agency's office has taps too, and a customer may have found your website
//! with a search engine.

use std::sync::LazyLock;

use crate::phrases::{PhraseMatch, Phrases};

struct Group {
    /// The goods or service sold, as the end of "speaks of …".
    what: &'static str,
    weight: u32,
    /// In lower case. Phrases in Latin letters are whole words, others are how a word begins.
    phrases: &'static str,
}

const GROUPS: [Group; 7] = [
    Group {
        what: "search engines",
        weight: 4,
        phrases: "seo, backlink, back link, guest post, sponsored post, link building, search engine optimization, \
                  search engine optimisation, domain authority, google ranking, rank higher, ranking on google, \
                  rank on google, page of google, organic traffic, web traffic, website traffic, продвижени, \
                  раскрутк, поисковой оптимизации, محركات البحث, सर्च इंजन, سرچ انجن, 搜索引擎",
    },
    Group {
        what: "your website",
        weight: 2,
        phrases: "your website, your site, your web site, your domain, your homepage, website design, web design, \
                  web development, redesign, вашего сайта, вашем сайте, ваш сайт, موقعكم الإلكتروني, \
                  आपकी वेबसाइट, آپ کی ویب سائٹ, 贵公司网站",
    },
    Group {
        what: "money",
        weight: 4,
        phrases: "bitcoin, crypto, cryptocurrency, usdt, forex, investment opportunity, passive income, \
                  make money, earn money, earn up to, per day from home, business loan, personal loan, \
                  loan offer, working capital, trading signal, trading platform, trading robot, million usd, \
                  next of kin, криптовалют, заработок, заработка, зарабатыва, заработать в интернете, займ, \
                  кредит онлайн, инвестици, قرض شخصي, قروض, أرباح يومية, العملات الرقمية, पैसे कमा, कमाई, लोन, \
                  آمدنی, پیسے کم, 投资, 贷款",
    },
    Group {
        what: "gambling",
        weight: 4,
        phrases: "casino, 1xbet, 1win, betting, free spin, slot machine, jackpot, lottery winner, казино, \
                  ставки на, букмекер, كازينو, مراهنات, सट्टा, जुआ, جوا کھیل, 博彩, 赌场, 彩票",
    },
    Group {
        what: "medicines or dating",
        weight: 4,
        phrases: "viagra, cialis, weight loss, porn, escort service, hot girl, dating site, onlyfans, sexy, \
                  сайт знакомств, виагр, порно, интим, فياجرا, 伟哥",
    },
    Group {
        what: "mass mail or followers",
        weight: 4,
        phrases: "email list, email marketing, bulk email, bulk sms, through contact forms, to contact forms, \
                  feedback forms, targeted leads, lead generation, social media marketing, digital marketing, \
                  buy followers, instagram followers, real followers, рассылк, подписчик, базы данных, \
                  التسويق الرقمي, زيادة متابعين, फॉलोअर, 粉丝, 代开发票",
    },
    Group {
        what: "an offer",
        weight: 4,
        phrases: "unsubscribe, click here, click the link, click below, limited time offer, act now, \
                  dear business owner, website owner, we are a leading, our company offers, we offer, \
                  leading manufacturer, our factory, moq, free trial, free audit, you have won, \
                  переходи по ссылке, переходите по ссылке, предлагаем, اضغط هنا, لقد ربحت, यहाँ क्लिक, \
                  یہاں کلک, 点击, 我们提供",
    },
];

/// All phrases of all groups, and beside each its group.
static ALL: LazyLock<(Phrases, Vec<(usize, &str)>)> = LazyLock::new(|| {
    let of = |(number, group): (usize, &Group)| group.phrases.split(", ").map(move |phrase| (number, phrase));
    let all: Vec<(usize, &str)> = GROUPS.iter().enumerate().flat_map(of).collect();
    (Phrases::new(all.iter().map(|(_, phrase)| *phrase)), all)
});

/// Offers in a lower-case text, with the weight of each.
pub(crate) fn find_in(text: &str) -> Vec<(&'static str, u32)> {
    let (phrases, all) = &*ALL;
    let mut found_groups = [false; GROUPS.len()];
    for found in phrases.find(text) {
        let (group, phrase) = all[found.which];
        found_groups[group] = found_groups[group] || counts(phrase, &found);
    }
    let offers = GROUPS.iter().zip(found_groups).filter(|(_, found)| *found);
    offers.map(|(group, _)| (group.what, group.weight)).collect()
}

/// Whether the phrase starts a word there; one in Latin letters must also end it, or be its singular.
fn counts(phrase: &str, found: &PhraseMatch<'_>) -> bool {
    let next = found.after.strip_prefix('s').unwrap_or(found.after).chars().next();
    let whole = !phrase.is_ascii() || !next.is_some_and(char::is_alphanumeric);
    // Chinese has no spaces between words.
    let chinese = || phrase.chars().all(|c| ('\u{4E00}'..='\u{9FFF}').contains(&c));
    whole && (found.begins_word || chinese())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_a_whole_word_and_counts_once() {
        assert_eq!(find_in("best seo, seo and backlinks"), [("search engines", 4)]);
        assert_eq!(find_in("the museo's moquette, a seoul flat, اعطني جواب"), []);
        assert_eq!(find_in("раскрутка").len(), 1, "the beginning of a word");
        assert_eq!(find_in("欢迎点击这里").len(), 1);
    }

    #[test]
    fn no_group_is_enough_alone() {
        assert!(GROUPS.iter().all(|group| group.weight < crate::screening::spam_signals::QUARANTINE_AT));
    }
}
