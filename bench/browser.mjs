import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { scriptedBy, withModel } from "./agent.mjs";
import { row } from "./figures.mjs";
import { inFolder, signIn, startServer } from "./server.mjs";

const CHROMIUM = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

/** Measures with a signed-in page of a new server and a scripted model. `name`: of the first row. */
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
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        await context.setExtraHTTPHeaders({ authorization });
        const json = async (method, path, body) =>
          await (await call(method, path, body && JSON.stringify(body))).json();
        return await measure({ page: await context.newPage(), base: server.base, call, json });
      } finally {
        await browser.close();
        await server.stop();
      }
    }),
  );
}
