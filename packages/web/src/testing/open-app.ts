import type { Page } from "playwright-core";
import { expect } from "vitest";
import { listenForComplaints, openContext, type Look } from "./browser.ts";
import { PASSWORD, sharedServer, type Served } from "./server.ts";

export interface OpenApp extends AsyncDisposable {
  readonly server: Served;
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
  /** A server of the test's own. Default: the shared one, where a test relies on no names but its own (`freshName`). */
  readonly server?: Served;
}

/** How long a page may take for anything, on a machine that runs other tests beside. */
export const PATIENCE_MS = 60_000;

/**
 * A page of the built server in a real browser. Disposing of it fails the test if the page has complained of anything.
 */
export async function openApp(options: OpenOptions = {}): Promise<OpenApp> {
  const server = options.server ?? (await sharedServer());
  const context = await openContext(options);
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await context.request.fetch(server.origin + path, {
      method,
      headers: { origin: server.origin },
      timeout: PATIENCE_MS,
      ...(body !== undefined && { data: body }),
    });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return (answer.status() === 204 ? undefined : await answer.json()) as T;
  };
  if (options.isSignedIn ?? true) await call("POST", "/api/auth/sign-in", { password: PASSWORD });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = listenForComplaints(page, server.origin, options.expected ?? []);
  await page.goto(server.origin + (options.path ?? "/workspaces"));
  return {
    server,
    page,
    complaints,
    call,
    [Symbol.asyncDispose]: async () => {
      // Without what closing breaks off.
      const heard = [...complaints];
      await context.close();
      expect(heard).toEqual([]);
    },
  };
}
