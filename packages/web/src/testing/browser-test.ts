import { test } from "vitest";
import { HAS_BROWSER } from "./browser.ts";
import { openApp, type OpenApp, type OpenOptions } from "./open-app.ts";
import { startServer, type Server, type Settings } from "./server.ts";

const TIMEOUT_MS = 600_000;

/** A test with a page of the shared server. It is skipped without a browser. */
export function browserTest(name: string, options: OpenOptions, run: (app: OpenApp) => Promise<void>): void {
  test.runIf(HAS_BROWSER)(
    name,
    async () => {
      await using app = await openApp(options);
      await run(app);
    },
    TIMEOUT_MS,
  );
}

interface ServerTestOptions extends Omit<OpenOptions, "server"> {
  readonly settings?: Settings;
}

/** The same with a server of its own, which the test may restart. */
export function serverTest(
  name: string,
  { settings = {}, ...options }: ServerTestOptions,
  run: (app: OpenApp, server: Server) => Promise<void>,
): void {
  test.runIf(HAS_BROWSER)(
    name,
    async () => {
      await using server = await startServer(settings);
      await using app = await openApp({ ...options, server });
      await run(app, server);
    },
    TIMEOUT_MS,
  );
}
