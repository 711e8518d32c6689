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

/** The error that Chromium reports of its connections when the machine gains or loses a network interface, which each container brings. */
const OF_THE_MACHINE = "net::ERR_NETWORK_CHANGED";
/** How long an action of a page may take: a browser is slow on a machine that is busy with other tests. */
const PATIENCE_MS = 80_000;

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings on the console, uncaught errors, violations of the content security policy, and requests to other origins. */
  readonly complaints: readonly string[];
}

/** A page in a browser context of its own, signed in at `origin` by a cookie. */
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
    if (protocol !== "data:" && asked !== origin) complaints.push(`foreign: ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, complaints, [Symbol.asyncDispose]: async () => await context.close() };
}
