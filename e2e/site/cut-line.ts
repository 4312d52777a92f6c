// A proxy that can be cut, as a network that goes: Playwright's own switch leaves service workers online.
import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "../../scripts/shared/amwaj.mjs";

export class CutLine {
  private listener: Server | null = null;
  private readonly open = new Set<Socket>();

  private constructor(readonly port: number) {}

  static async make(): Promise<CutLine> {
    return new CutLine(await freePort());
  }

  /** Forwards to the server's port from now on. */
  async join(port: number): Promise<void> {
    if (this.listener) return;
    const listener = createServer((visitor) => {
      const server = connect(port, "127.0.0.1");
      for (const socket of [visitor, server]) {
        this.open.add(socket);
        socket.on("error", () => socket.destroy()).on("close", () => this.open.delete(socket));
      }
      visitor.pipe(server).pipe(visitor);
    });
    this.listener = listener;
    await new Promise<void>((done) => {
      listener.listen(this.port, "127.0.0.1", done);
    });
  }

  /** Breaks every connection, and refuses new ones. */
  cut(): void {
    this.listener?.close();
    this.listener = null;
    for (const socket of this.open) socket.destroy();
  }
}
