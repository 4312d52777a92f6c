"""Reads a sitemap and a feed as other people's programs do, and prints what they find in them, as JSON.

stdin: {"xsd": path of sitemaps.org's schema, "sitemap": XML, "feed": XML}
stdout: {"errors": [what the schema forbids], "urls": [{"loc", "lastmod"}],
         "bozo": what feedparser had to forgive, or null, "entries": [{"link", "id", "updated"}]}
"""

import json
import sys

import feedparser
from lxml import etree

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

given = json.load(sys.stdin)
schema = etree.XMLSchema(etree.parse(given["xsd"]))
sitemap = etree.fromstring(given["sitemap"].encode())
schema.validate(sitemap)
feed = feedparser.parse(given["feed"].encode(), response_headers={"content-type": "application/atom+xml; charset=utf-8"})
json.dump(
    {
        "errors": [str(error) for error in schema.error_log],
        "urls": [
            {"loc": url.findtext(NAMESPACE + "loc"), "lastmod": url.findtext(NAMESPACE + "lastmod")}
            for url in sitemap.iter(NAMESPACE + "url")
        ],
        "bozo": str(feed.get("bozo_exception", "it was forgiven something")) if feed.bozo else None,
        "version": feed.version,
        "entries": [{"link": entry.link, "id": entry.id, "updated": entry.updated} for entry in feed.entries],
    },
    sys.stdout,
)
