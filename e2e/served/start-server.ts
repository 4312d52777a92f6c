// Starts the server that all files of this tier read from, and stops it after the last one.
import type { TestProject } from "vitest/node";
import { Amwaj, newFolder } from "../../scripts/shared/amwaj.mjs";
import { rmSync } from "node:fs";
import { ORIGIN } from "../site/site.ts";

export type Shared = { port: number; adminPort: number; data: string; env: Record<string, string> };

declare module "vitest" {
  export interface ProvidedContext {
    shared: Shared;
  }
}

export default async function startServer(project: TestProject) {
  const data = newFolder("served");
  const env = {
    AMWAJ_SITE_URL: ORIGIN,
    AMWAJ_MAIL_TO: "inbox@company.example",
    AMWAJ_MAIL_FROM: "site@company.example",
  };
  const server = await Amwaj.start({ data, env });
  const adminPort = Number(new URL(server.admin).port);
  project.provide("shared", { port: server.port, adminPort, data, env });
  return async () => {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  };
}
