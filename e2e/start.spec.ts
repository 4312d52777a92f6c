// How soon the first page is there, how much memory the server rests on, how large the binary is.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Amwaj, BINARY, pause } from '../scripts/amwaj.mjs';
import { ask } from './site/http.ts';

const COLD_START_MS = 300;
const IDLE_MB = 60;
const BINARY_MB = 40;

test(`the first page is there within ${COLD_START_MS} ms of the start, on an empty data folder`, async () => {
  const times: number[] = [];
  for (let start = 0; start < 5; start += 1) {
    const began = performance.now();
    const server = await Amwaj.start({ wait: false });
    for (;;) {
      const page = await ask(`${server.url}/`).catch(() => undefined);
      if (page?.status === 200) break;
      await pause(2);
    }
    times.push(performance.now() - began);
    await server.stop();
  }
  console.log(`First page after ${times.map((time) => time.toFixed(0)).join(', ')} ms.`);
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThanOrEqual(COLD_START_MS);
});

test(`after 100 pages and a rest the server holds at most ${IDLE_MB} MB`, async () => {
  const server = await Amwaj.start();
  try {
    await server.packed();
    for (let number = 0; number < 100; number += 1) await ask(`${server.url}/`, { headers: { 'Accept-Encoding': 'br' } });
    await pause(3000);
    const megabytes = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024;
    console.log(`Resident after 100 pages: ${megabytes.toFixed(1)} MB.`);
    expect(megabytes).toBeLessThanOrEqual(IDLE_MB);
  } finally {
    await server.stop();
  }
});

test(`the binary is at most ${BINARY_MB} MB`, () => {
  const megabytes = statSync(BINARY).size / 1e6;
  console.log(`Binary: ${megabytes.toFixed(1)} MB.`);
  expect(megabytes).toBeLessThanOrEqual(BINARY_MB);
});

test('SIGTERM ends the server with exit code 0, and requests under way are answered', async () => {
  const server = await Amwaj.start();
  const under = Array.from({ length: 20 }, () => ask(`${server.url}/`));
  server.process!.kill('SIGTERM');
  const answers = await Promise.allSettled(under);
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect(await server.stop()).toEqual({ code: 0, signal: null });
});
