//! Markdown that the page doesn't show as it was meant is named with its line, and nothing else is.

use crate::authoring::post_file::parse;
use crate::authoring::prepare::draw;
use content::Report;
use content::media::PictureError;

/// What is said of a text that begins in line 4 of its file.
fn said(name: &str, body: &str) -> String {
    let mut report = Report::default();
    let file = format!("---\ntitle: A\n---\n{body}");
    let parsed = parse(name, name, file.as_bytes(), &mut report).expect("a post");
    draw(&parsed, &mut |_: &str| Err(PictureError::new("is missing", "put it there")), &mut report);
    report.to_string()
}

#[test]
fn what_did_not_take_is_named_with_its_line() {
    for (body, line, words) in [
        ("One\n\n**Note:**call first", 6, "readers see `**`"),
        ("**ملاحظة:**اتصل أولا", 4, "readers see `**`"),
        ("*Note:*call", 4, "readers see `*`"),
        ("**Important: call", 4, "readers see `**`"),
        ("It is ** very ** good and **so", 4, "readers see `**`"),
        ("__Note:__call", 4, "readers see `__`"),
        ("~~AED 150.~~now", 4, "readers see `~~`"),
        ("- a\n- **b:**c", 5, "readers see `**`"),
        ("| a |\n|---|\n| **b:**c |", 6, "readers see `**`"),
        ("[the bill] (https://example.com)", 4, "readers see `] (https://example.com)`"),
        ("![A wall] (wall.jpg)", 4, "readers see `] (wall.jpg)`"),
        ("a\n\n[see](the note below)", 6, "readers see `](the note below)`"),
        ("[see](https://example.com", 4, "end the address with `)`"),
        ("a\n\n![A wall](my wall.jpg)", 6, "is missing"),
        ("a\n\n```\ncode\n\nand the rest", 6, "has no end"),
        ("> ~~~\n> code", 4, "has no end"),
        ("a\n\n##Heading", 6, "write a blank after it: `## Heading`"),
        ("#Heading of this", 4, "write a blank after it: `# Heading of this`"),
        (
            "| a | b |\n|---|---|\n| 1 | 2 | 3 |",
            6,
            "this row has 3 cells, the first row 2: readers don't see",
        ),
        ("| a | b |\n|---|---|\n| 1 |", 6, "this row has 1 cells, the first row 2"),
        ("| a | b |\n|---|\n| 1 | 2 |", 5, "this is no table"),
        ("a\n\n[gallery ids=\"1,2\"]", 6, "readers see `[gallery…`"),
        ("[caption id=\"x\"]A[/caption]", 4, "readers see `[/caption…`"),
        ("[contact-form-7 id=\"1\"]", 4, "readers see `[contact-form-7…`"),
        ("see [the bill][dewa]", 4, "nothing says where `dewa` leads"),
        ("see [the bill][]", 4, "nothing says where `the bill` leads"),
        ("It drips[^1] here\n\n[^1]: since May, I think", 4, "posts have no footnotes"),
    ] {
        let report = said("a.md", body);
        let named =
            report.lines().any(|one| one.starts_with(&format!("a.md:{line}: ")) && one.contains(words));
        assert!(named, "{body}\n{report}");
    }
    for picture in ["![A wall] (wall.jpg)", "![A wall](my wall)", "![A wall](wall.jpg"] {
        assert!(said("a.md", picture).starts_with("a.md:4: error: "), "{picture}");
    }
    let report = said("a.html", "<p>a</p>\n<p>[gallery ids=\"1\"]</p>");
    assert!(report.starts_with("a.html:5: warning: readers see `[gallery…`"), "{report}");
}

#[test]
fn what_is_meant_as_it_is_written_is_not_named() {
    for body in [
        "5 * 3 = 15, 2**3, 2 ** 3 and 4 * 5 * 6",
        "snake_case, __init__ and a_b_c, first_last@example.com",
        "a list[0][1] and [x], [ ] and - [x] done",
        "AED 99* for all*, ***, * and ____ to fill in",
        "\\*\\*not bold\\*\\* and \\[text\\](here)",
        "`**a:**b` and `[a](b c)` and `#x`",
        "```\n**a:**b\n#x\n| a |\n[gallery]\n```",
        "```\nopen\n```\n\n> ```\n> code\n> ```\n\n- ~~~\n  code\n  ~~~",
        "    indented **a:**b",
        "#1 reason, and C# too",
        "#Dubai #AC #cool",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| `x \\| y` | \\| |",
        "a | b\n--|--\n1 | 2",
        "[the bill][dewa]\n\n[dewa]: https://example.com",
        "[words](/contact-us) (see below) and [link](https://example.com) (https://example.com)",
        "[1] (Smith 2020), [note] (see below)",
        "**Bold** *slanted* ~~gone~~ ***both***, **AC**: 1",
        "**“Quoted”** and **bold.** Next. *Yes!* No",
        "100~200, (~1.50)",
        "It costs [from {prices.x}] and video [video]",
        "> [!NOTE]\n> a",
        "AED 99** and 199**, my__own__name, window.__hit or a.__b, 2**3, 2**4 and \\[see](the note)",
        "5\\* hotel, f**** and 3 **** hotels",
        "<b>Note:</b>call, <!-- ** -->",
        "----|----",
    ] {
        assert_eq!(said("a.md", body), "", "{body}");
    }
    assert_eq!(said("a.html", "<p>**a:**b [x] #y</p><pre>code</pre>"), "");
}

#[test]
fn nothing_of_the_first_posts_is_named() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/posts");
    let mut posts = 0;
    for file in std::fs::read_dir(folder).expect("posts").flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        let text = std::fs::read(file.path()).expect("a post");
        let mut report = Report::default();
        let Some(parsed) = parse(&name, &name, &text, &mut report) else { continue };
        draw(&parsed, &mut |_: &str| Err(PictureError::new("is missing", "put it there")), &mut report);
        let said = report.to_string();
        assert!(!said.contains("readers see") && !said.contains("this row"), "{said}");
        posts += 1;
    }
    assert!(posts > 9, "{posts} posts");
}
