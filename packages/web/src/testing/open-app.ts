import type { Page } from "playwright-core";
import { expect } from "vitest";
import { openContext, recordProblems, type ContextOptions } from "./browser.ts";
import { PASSWORD, sharedServer, type Served } from "./server.ts";

export interface OpenApp extends AsyncDisposable {
  readonly server: Served;
  readonly page: Page;
  /** Calls the API as the signed-in user. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface OpenOptions extends ContextOptions {
  /** Default `/workspaces`. */
  readonly path?: string;
  /** Default true. */
  readonly isSignedIn?: boolean;
  /** Problems that the test expects. */
  readonly expected?: readonly RegExp[];
  /** Default: the shared server, on which a test must use unique names (`freshName`). */
  readonly server?: Served;
}

/** A generous limit for machines that run other tests at the same time. */
export const PATIENCE_MS = 60_000;

/** A page of the built server. Disposing it fails the test if the page had problems. */
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
  const problems = recordProblems(page, server.origin, options.expected ?? []);
  await page.goto(server.origin + (options.path ?? "/workspaces"));
  return {
    server,
    page,
    call,
    [Symbol.asyncDispose]: async () => {
      // Closing aborts requests.
      const recorded = [...problems];
      await context.close();
      expect(recorded, recorded.join("\n")).toEqual([]);
    },
  };
}
