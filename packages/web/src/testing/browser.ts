import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const PATH = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const HAS_BROWSER = !skips(
  "tests in a browser",
  existsSync(PATH) ? null : `${PATH} was not found. Set CHROMIUM_PATH.`,
);

/** The messages of the browser while the server is unavailable. */
export const OUTAGE_MESSAGES = [/^failed: .* net::ERR_/, /^console: Failed to load resource: net::ERR_/];

let shared: Promise<Browser> | undefined;

/** The browser of this process. */
async function sharedBrowser(): Promise<Browser> {
  return await (shared ??= startBrowser());
}

async function startBrowser(): Promise<Browser> {
  endOnSignals();
  return await chromium.launch({
    executablePath: PATH,
    args: FLAGS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

/**
 * Playwright closes the browser on `exit`, which is not emitted when Vitest ends its workers by a signal. Playwright's own signal
 * handlers would keep the worker alive.
 */
function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      process.emit("exit", 1);
      process.kill(process.pid, signal);
    });
  }
}

export interface ContextOptions {
  readonly width?: number;
}

/** A new profile, which the caller closes. */
export async function openContext({ width = 1280 }: ContextOptions = {}): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  return await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: "light",
    reducedMotion: "reduce",
  });
}

/** Chromium reports this for every connection when a network interface changes, as with each container. */
const NETWORK_CHANGED = "net::ERR_NETWORK_CHANGED";

/**
 * Records the problems of a page: console errors and warnings, violations of its policy, requests to other origins, and failed
 * requests. Those that match `expected` are ignored.
 */
export function recordProblems(page: Page, origin: string, expected: readonly RegExp[]): string[] {
  const problems: string[] = [];
  const report = (text: string) => {
    if (text.includes(NETWORK_CHANGED)) return;
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      report(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on("pageerror", (error) => report(`error: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && target !== origin) report(`other origin: ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Pages that are left and queries that are cancelled abort their requests.
    if (reason !== "net::ERR_ABORTED") report(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) {
      report(`response: ${response.status()} ${response.request().method()} ${response.url()}`);
    }
  });
  return problems;
}
