import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

const PATH = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Why no browser can be started, or null. */
export const noBrowser = existsSync(PATH) ? null : `there is no ${PATH} (CHROMIUM_PATH names another)`;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: PATH, args: FLAGS });
}

/** What Chromium says of every connection when the machine gets or loses a network interface, as it does with each container. */
const OF_THE_MACHINE = "net::ERR_NETWORK_CHANGED";
/** A browser takes its time on a machine that is busy with other tests. */
const PATIENCE_MS = 80_000;

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** What the pages complained of: errors on the console, breaches of their policy, requests to elsewhere. */
  readonly complaints: readonly string[];
}

/** Somebody who is signed in at `origin`. */
export async function visitor(
  browser: Browser,
  origin: string,
  cookie: string,
  look: { readonly width: number; readonly dark: boolean } = { width: 1280, dark: false },
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 900 },
    colorScheme: look.dark ? "dark" : "light",
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes(OF_THE_MACHINE))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => void complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== "data:" && asked !== origin) complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}
