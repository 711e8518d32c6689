import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

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

/** Whether there is a browser; says so aloud where there is none. */
export function hasBrowser(what: string): boolean {
  if (existsSync(PATH)) return true;
  console.warn(`SKIPPED: ${what}, since there is no ${PATH} (CHROMIUM_PATH names another)`);
  return false;
}

let shared: Promise<Browser> | undefined;

/** One browser for all tests of this process, which ends with it. */
export async function sharedBrowser(): Promise<Browser> {
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
 * Playwright ends the browser and removes its profile on `exit`, which a signal skips; vitest ends its workers by one.
 * Playwright's own handlers of signals would keep the worker alive.
 */
function endOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      process.emit("exit", 1);
      process.kill(process.pid, signal);
    });
  }
}

export interface Look {
  readonly width?: number;
  readonly isDark?: boolean;
}

/** A new profile in the shared browser: whoever opens it closes it. */
export async function openContext(look: Look = {}): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  return await browser.newContext({
    viewport: { width: look.width ?? 1280, height: 800 },
    colorScheme: look.isDark === true ? "dark" : "light",
    reducedMotion: "reduce",
  });
}

/** What Chromium says of every connection when the machine gets or loses a network interface, as it does with each container. */
const OF_THE_MACHINE = "net::ERR_NETWORK_CHANGED";

/**
 * Writes down what a page complains of: errors and warnings on its console, breaches of its policy, requests to
 * elsewhere, and requests that failed. Those of `expected` are part of the test.
 */
export function listenForComplaints(page: Page, origin: string, expected: readonly RegExp[]): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (text.includes(OF_THE_MACHINE)) return;
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      complain(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on("pageerror", (error) => complain(`error: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin) complain(`elsewhere: ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left, and a query that is no longer wanted, end their requests themselves.
    if (reason !== "net::ERR_ABORTED") complain(`failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) {
      complain(`answer: ${response.status()} ${response.request().method()} ${response.url()}`);
    }
  });
  return complaints;
}
