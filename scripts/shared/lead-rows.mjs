// The requests in a SQLite file, read and multiplied by Python's SQLite and not by the program.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const READ = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
try:
    integrity = db.execute("PRAGMA integrity_check").fetchone()[0]
    names = [name for name, in db.execute("SELECT name FROM lead")]
except sqlite3.DatabaseError as error:
    integrity, names = str(error), []
print(json.dumps({"integrity": integrity, "names": names}))`;
/** Every row of the newest request once more for each new one, with words that can't be compressed. */
const FILL = `
import sqlite3, sys
db, count = sqlite3.connect(sys.argv[1], timeout=10), int(sys.argv[2])
same = {"lead_id": "new.id"}
own = {
    "lead": {
        "id": "new.id",
        "reference": "printf('AMW-F%07d', number)",
        "name": "printf('Filled %d', number)",
        "digest": "lower(hex(randomblob(32)))",
        "message": "hex(randomblob(100))",
        "received_at": "received_at - number",
        "idempotency_key": "NULL",
    },
    "delivery": same,
    "mail_recipient": same,
    "lead_event": {"id": "NULL", **same},
}
db.execute("CREATE TEMP TABLE old AS SELECT id FROM lead ORDER BY received_at DESC LIMIT 1")
db.execute("""CREATE TEMP TABLE new AS WITH RECURSIVE numbers(number) AS
    (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
    SELECT number, printf('00000000-0000-4000-8000-%012x', number) AS id FROM numbers""", (count,))
for table, other in own.items():
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    values = ", ".join(other.get(column, f"row.{column}") for column in columns)
    key = "id" if table == "lead" else "lead_id"
    db.execute(f"INSERT INTO {table} SELECT {values} FROM new, {table} AS row JOIN old ON row.{key} = old.id")
db.commit()`;

/** SQLite's integrity check of a database file, and the names of its requests. @param {string} file */
export async function readLeads(file) {
  const { stdout } = await run("python3", ["-c", READ, file], { maxBuffer: 1 << 28 });
  const { integrity, names } = JSON.parse(stdout);
  return { integrity: String(integrity), names: /** @type {Set<string>} */ (new Set(names)) };
}

/** Adds this many requests, like the newest, whose mails have been sent. @param {string} file @param {number} count */
export async function fillLeads(file, count) {
  await run("python3", ["-c", FILL, file, String(count)]);
}
