// What each runner prints of a failure is understood: a name that is missed would turn a failure into a pass.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { count, failedTests, RUNNERS, whatFailed } from "./outputs.mjs";
import { COUNTS_REQUESTS } from "./stages.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

const CARGO = `running 3 tests
test requests::outbox::a_mail ... ok
test requests::keys::r46_a_retry ... FAILED
test tls::handshake ... FAILED

failures:

---- tls::handshake stdout ----
thread 'tls::handshake' panicked at tests/it/tls.rs:9:5: it goes on for ever

failures:
    requests::keys::r46_a_retry
    tls::handshake

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s
`;

const VITEST = `
 ❯ tests/phone.test.ts (2 tests | 1 failed) 12ms
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

\u001b[41m FAIL \u001b[49m tests/phone.test.ts > numbers > R43 reads two numbers
AssertionError: expected 1 to be 2 // Object.is equality

 FAIL  tests/phone.test.ts > numbers > reads one number
Error: Test timed out in 5000ms.

 Test Files  1 failed (1)
      Tests  2 failed | 1 passed (3)
`;

const PLAYWRIGHT = `
  ✘  2 [journeys] › form.spec.ts:112:1 › R46 a double click stores one lead (5.1s)

  1) [journeys] › form.spec.ts:112:1 › R46 a double click stores one lead ──────────────────────────

    Error: expect(received).toBe(expected)

  2) [journeys] › home.spec.ts:3:1 › the hero scrolls › to the form ─────────────────────────────────

    Test timeout of 30000ms exceeded.

  2 failed
    [journeys] › form.spec.ts:112:1 › R46 a double click stores one lead ───────────────────────────
    [journeys] › home.spec.ts:3:1 › the hero scrolls › to the form ─────────────────────────────────
  7 passed (1.0m)
`;

test("as many failed tests are named as each runner counts", () => {
  const outputs = /** @type {const} */ ([
    ["cargo", CARGO, { passed: 1, failed: 2 }],
    ["vitest", VITEST, { passed: 1, failed: 2 }],
    ["playwright", PLAYWRIGHT, { passed: 7, failed: 2 }],
  ]);
  for (const [runner, output, counts] of outputs) {
    assert.deepEqual(count(output), counts, runner);
    assert.equal(failedTests(runner, output).length, counts.failed, runner);
  }
  assert.deepEqual(count("bad-disk: 12 claims held, 1 broken\n"), { passed: 12, failed: 1 });
});

test("failed tests are tried again by name, by file, or by what the runner remembers", () => {
  assert.equal(
    RUNNERS.cargo.again("make servertests", failedTests("cargo", CARGO)),
    'make servertests TESTS="--exact requests::keys::r46_a_retry tls::handshake --test-threads=1"',
  );
  assert.equal(
    RUNNERS.vitest.again("npm test", failedTests("vitest", VITEST)),
    "npm test -- tests/phone.test.ts --maxWorkers=1",
  );
  assert.match(RUNNERS.playwright.again("playwright test"), /--last-failed --workers=1/);
});

test("a failed test that counts requests is never tried again", () => {
  const firm = (/** @type {string[]} */ names) =>
    names.filter((name) => COUNTS_REQUESTS.test(name));
  assert.deepEqual(firm(failedTests("cargo", CARGO)), ["requests::keys::r46_a_retry"]);
  assert.deepEqual(firm(failedTests("playwright", PLAYWRIGHT)), [
    "[journeys] › form.spec.ts:112:1 › R46 a double click stores one lead",
  ]);
  assert.deepEqual(firm(failedTests("vitest", VITEST)), []);
  assert.deepEqual(firm(["requests::outbox::a_mail", "R460 is no rule"]), [
    "requests::outbox::a_mail",
  ]);
});

test("the files that count requests exist", () => {
  const [, modules = ""] = /requests::\(([^)]+)\)/.exec(COUNTS_REQUESTS.source) ?? [];
  const files = readdirSync(resolve(ROOT, "tests/it/requests"));
  for (const name of modules.split("|")) assert.ok(files.includes(`${name}.rs`), name);
  assert.ok(readFileSync(resolve(ROOT, "e2e/desk-offline-seeds.spec.ts")));
});

test("the summary of a failure says what failed, or else how the output ended", () => {
  assert.match(whatFailed(PLAYWRIGHT), /R46 a double click stores one lead/);
  assert.equal(whatFailed("a\nb\n"), "  a\n  b");
});
