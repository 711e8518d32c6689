import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import { listenForComplaints, openContext, startBrowser, type Look } from "./browser.ts";
import { startServer, type Server, type Settings } from "./server.ts";

export interface OpenApp extends AsyncDisposable {
  readonly server: Server;
  readonly browser: Browser;
  readonly page: Page;
  /** What the page has complained of so far. */
  readonly complaints: readonly string[];
  /** Calls the API as whoever is signed in. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface OpenOptions extends Look {
  /** The screen that is opened. Default `/workspaces`. */
  readonly path?: string;
  /** Default true. */
  readonly isSignedIn?: boolean;
  /** Complaints that the test is about. */
  readonly expected?: readonly RegExp[];
  /** Of the server, beside what it is started with. */
  readonly settings?: Settings;
}

/** How long a page may take for anything, on a machine that runs other tests beside. */
const PATIENCE_MS = 60_000;

/**
 * The built server and a page of it in a real browser. Disposing of it fails the test if the page has complained of anything.
 */
export async function openApp(options: OpenOptions = {}): Promise<OpenApp> {
  const server = await startServer(options.settings);
  const browser = await startBrowser();
  const context = await openContext(browser, options);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await context.request.fetch(server.origin + path, {
      method,
      headers: { origin: server.origin },
      ...(body !== undefined && { data: body }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  };
  if (options.isSignedIn ?? true) await call("POST", "/api/auth/sign-in", { code: server.code });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = listenForComplaints(page, server.origin, options.expected ?? []);
  await page.goto(server.origin + (options.path ?? "/workspaces"));
  return {
    server,
    browser,
    page,
    complaints,
    call,
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server[Symbol.asyncDispose]();
      expect(complaints).toEqual([]);
    },
  };
}
