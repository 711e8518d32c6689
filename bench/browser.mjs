import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { scriptedBy, withModel } from "./agent.mjs";
import { row } from "./figures.mjs";
import { inFolder, signIn, startServer } from "./server.mjs";

const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/* global document, requestAnimationFrame */
/** In the page: notes when the first element of each selector is there, in ms since the navigation began. */
const noteElements = (selectors) => {
  globalThis.elementTimes = {};
  const look = () => {
    for (const selector of selectors)
      if (document.querySelector(selector) !== null) globalThis.elementTimes[selector] ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
};

/** Opens a page. Resolves with the ms until its first paint, and until all of the selectors are there. */
export async function opened(page, url, selectors) {
  await page.addInitScript(noteElements, selectors);
  await page.goto(url);
  await page.waitForFunction(
    (count) =>
      Object.keys(globalThis.elementTimes).length === count &&
      performance.getEntriesByName("first-contentful-paint").length > 0,
    selectors.length,
  );
  return await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return { paint: paint.startTime, ready: Math.max(...Object.values(globalThis.elementTimes)) };
  });
}

/** Measures with signed-in pages of a new server and a scripted model. `name`: of the first row. */
export async function inBrowser(name, measure) {
  if (!existsSync(CHROMIUM)) return [row(name, { measured: `not measured: there is no ${CHROMIUM}` })];
  return await withModel((model) =>
    inFolder(async (folder) => {
      const server = await startServer(folder, scriptedBy(model));
      const browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      });
      try {
        const { authorization, call } = await signIn(server);
        /** A page of a new profile, without a cache. */
        const newPage = async () => {
          const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
          await context.setExtraHTTPHeaders({ authorization });
          return await context.newPage();
        };
        const json = async (method, path, body) =>
          await (await call(method, path, body && JSON.stringify(body))).json();
        return await measure({ newPage, base: server.base, call, json });
      } finally {
        await browser.close();
        await server.stop();
      }
    }),
  );
}
