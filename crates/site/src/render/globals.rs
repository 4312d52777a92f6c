//! The few browser globals that the bundle may use: `console` and `URL`.

use rquickjs::function::{Func, Rest};
use rquickjs::{Coerced, Ctx, Exception, Object, Result};

/// `URL` as far as a router needs it; the parsing is the `url` crate's.
const URL_CLASS: &str = r"
globalThis.URL = class URL {
  constructor(input, base) {
    Object.assign(this, parseUrl(String(input), base === undefined ? null : String(base)));
  }
  toString() { return this.href; }
};
";

/// Puts the globals into a context.
pub fn install(ctx: &Ctx<'_>) -> Result<()> {
    let console = Object::new(ctx.clone())?;
    for level in ["log", "info", "warn", "error", "debug"] {
        console.set(
            level,
            Func::from(move |words: Rest<Coerced<String>>| {
                let words: Vec<String> = words.0.into_iter().map(|word| word.0).collect();
                tracing::debug!(target: "amwaj::render", level, "{}", words.join(" "));
            }),
        )?;
    }
    ctx.globals().set("console", console)?;
    ctx.globals().set("parseUrl", Func::from(parse_url))?;
    ctx.eval::<(), _>(URL_CLASS)
}

fn parse_url<'js>(ctx: Ctx<'js>, input: String, base: Option<String>) -> Result<Object<'js>> {
    let parsed = match base {
        Some(base) => url::Url::parse(&base).and_then(|base| base.join(&input)),
        None => url::Url::parse(&input),
    };
    let url = parsed.map_err(|_| Exception::throw_type(&ctx, "Invalid URL"))?;
    let object = Object::new(ctx)?;
    object.set("href", url.as_str())?;
    object.set("origin", url.origin().ascii_serialization())?;
    object.set("protocol", format!("{}:", url.scheme()))?;
    object.set("host", url.host_str().unwrap_or_default())?;
    object.set("hostname", url.host_str().unwrap_or_default())?;
    object.set("port", url.port().map(|port| port.to_string()).unwrap_or_default())?;
    object.set("pathname", url.path())?;
    object.set("search", url.query().map(|query| format!("?{query}")).unwrap_or_default())?;
    object.set("hash", url.fragment().map(|hash| format!("#{hash}")).unwrap_or_default())?;
    Ok(object)
}
