// A proxy that lets the site through a few bytes at a time, as a bad mobile connection does.
import { createServer, connect, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export type SlowLine = { url: string; close: () => Promise<void> };

/** Forwards to `port`; answers come in pieces of `bytes`, `every` milliseconds. */
export async function slowLine(port: number, bytes: number, every: number): Promise<SlowLine> {
  const open = new Set<Socket>();
  const listener = createServer((visitor) => {
    const server = connect(port, "127.0.0.1");
    for (const socket of [visitor, server]) {
      open.add(socket);
      socket
        .setNoDelay(true)
        .on("error", () => socket.destroy())
        .on("close", () => open.delete(socket));
    }
    visitor.pipe(server);
    drip(server, visitor, bytes, every);
  });
  await new Promise<void>((done) => {
    listener.listen(0, "127.0.0.1", done);
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of open) socket.destroy();
      return new Promise((done) => {
        listener.close(() => done());
      });
    },
  };
}

function drip(from: Socket, to: Socket, bytes: number, every: number) {
  let waiting = Buffer.alloc(0);
  let over = false;
  from
    .on("data", (piece) => {
      waiting = Buffer.concat([waiting, piece as Buffer]);
    })
    .on("end", () => {
      over = true;
    });
  const timer = setInterval(() => {
    if (to.destroyed) return clearInterval(timer);
    if (waiting.length > 0) {
      to.write(waiting.subarray(0, bytes));
      waiting = waiting.subarray(bytes);
    } else if (over) {
      clearInterval(timer);
      to.end();
    }
  }, every);
}
