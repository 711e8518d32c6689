import { describe, expect, it, onTestFinished } from "vitest";
import {
  Caller,
  startServer,
  stopServer,
  type RunningServer,
} from "../../packages/server/src/running-server.test-support.ts";
import { CutDisk, monotonic, whyNoCutDisk } from "./cut-disk.ts";
import { askUntilCut, type Promised } from "./promises.ts";

const reason = await whyNoCutDisk();
if (reason !== null) console.warn(`\nSKIPPED: power cuts, since ${reason}\n`);

const CUTS = Number(process.env["POWER_CUTS"] ?? 5);
const WORKERS = 4;
/** The answers before a cut: few enough to finish before ext4 writes by itself, after five seconds. */
const FEWEST = 10;
const MOST = 60;

describe.skipIf(reason !== null)("after a power cut", () => {
  it(
    "all is there that was answered: turns, files, folders, moves, deletes and prompts",
    async () => {
      const disk = await CutDisk.create();
      let server: RunningServer | null = null;
      onTestFinished(async () => {
        if (server !== null) await stopServer(server, "SIGKILL");
        await disk.remove();
      });
      const start = () =>
        startServer({ DATA_DIR: disk.path, MODEL: "rehearsal", SANDBOX: "interpreter", LOG_LEVEL: "silent" });
      server = await start();
      let caller = await Caller.signIn(server);
      const lost: string[] = [];
      let count = 0;
      for (let cut = 0; cut < CUTS; cut++) {
        const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: `w${cut}` });
        const given: { readonly promised: Promised; readonly at: number }[] = [];
        const wanted = FEWEST + Math.round(((MOST - FEWEST) * cut) / CUTS);
        const { promise: enough, resolve } = Promise.withResolvers<null>();
        const onAnswer = (promised: Promised) => {
          given.push({ promised, at: monotonic() });
          if (given.length === wanted) resolve(null);
        };
        const { base } = server;
        const asking = Array.from({ length: WORKERS }, (_, worker) =>
          askUntilCut(caller.at(base), id, `${cut}-${worker}`, onAnswer),
        );
        await Promise.race([enough, Promise.all(asking)]);
        const cutAt = await disk.cut();
        await stopServer(server, "SIGKILL");
        await Promise.all(asking);
        await disk.remount();
        server = await start();
        caller = caller.at(server.base);
        for (const { promised, at } of given) {
          const isBefore = at < cutAt;
          if (isBefore) count += 1;
          if (await promised.holds(caller)) continue;
          if (isBefore) lost.push(`${promised.what}, ${(cutAt - at).toFixed(1)} ms before the cut`);
          else console.info(`${promised.what} was answered during the cut, and is lost`);
        }
      }
      console.info(`${count} answers, ${CUTS} power cuts, ${lost.length} lost`);
      expect(count).toBeGreaterThan(CUTS);
      expect(lost).toEqual([]);
    },
    CUTS * 20_000,
  );
});
