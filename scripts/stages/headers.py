"""Asks for what stdin lists, and prints what httplint, the library behind REDbot, notes of each answer, as JSON.

stdin: {"base": "http://127.0.0.1:8080", "origin": "https://…", "asks": [{"name", "path", "method"?, "headers"?, "body"?}]}
stdout: [{"name", "status", "headers": {…}, "notes": [{"level", "id", "field", "text"}]}], in the same order.
`origin` is what visitors would ask, by way of a proxy that speaks TLS for the site at `base`.
An ask may say `"known": true`: it is made twice, the second time with the entity tag of the first.
"""

import http.client
import json
import sys
import time
from urllib.parse import urlsplit

from httplint import HttpRequestLinter, HttpResponseLinter


def fetch(base, origin, ask, headers):
    connection = http.client.HTTPConnection(base.hostname, base.port, timeout=20)
    method = ask.get("method", "GET")
    connection.putrequest(method, ask["path"], skip_host=True, skip_accept_encoding=True)
    body = ask.get("body", "").encode()
    sent = {"Host": urlsplit(origin).netloc, **headers}
    if body:
        sent["Content-Length"] = str(len(body))
    for name, value in sent.items():
        connection.putheader(name, value)
    connection.endheaders(body or None)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return method, sent, answer, content


def lint(base, origin, ask):
    headers = dict(ask.get("headers", {}))
    if ask.get("known"):
        headers["If-None-Match"] = fetch(base, origin, ask, headers)[2].headers["etag"]
    method, sent, answer, content = fetch(base, origin, ask, headers)
    request = HttpRequestLinter(start_time=time.time())
    target = origin + ask["path"]
    request.process_request_topline(method.encode(), target.encode(), b"1.1")
    request.process_headers([(name.encode(), value.encode()) for name, value in sent.items()])
    request.finish_content(True)
    response = HttpResponseLinter(start_time=time.time())
    response.request = request
    response.is_head_response = method == "HEAD"
    response.base_uri = target
    response.process_response_topline(b"1.1", str(answer.status).encode(), answer.reason.encode())
    response.process_headers([(name.encode(), value.encode()) for name, value in answer.getheaders()])
    response.feed_content(content)
    response.finish_content(True)
    notes = [
        {
            "level": note.level.name.lower(),
            "id": type(note).__name__,
            "field": note.subject,
            "text": str(note.summary),
        }
        for whole in response.notes
        for note in [whole, *whole.subnotes]
    ]
    seen = {name.lower(): value for name, value in answer.getheaders()}
    return {"name": ask["name"], "status": answer.status, "headers": seen, "notes": notes}


if __name__ == "__main__":
    todo = json.load(sys.stdin)
    base, origin = urlsplit(todo["base"]), todo["origin"]
    json.dump([lint(base, origin, ask) for ask in todo["asks"]], sys.stdout)
