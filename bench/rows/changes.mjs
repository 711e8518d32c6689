import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { timed } from "../beside-bare.mjs";
import { built } from "../code.mjs";
import { milliseconds, row } from "../figures.mjs";
import { inFolder } from "../server.mjs";

const { folderVolumes } = await built("volume-folder");

const FOLDERS = 500;
const FILES_PER_FOLDER = 100;
const CHANGED = 100;
const MOST_MS = 2_000;
const IGNORED = "*.log\n/build/\n**/.cache/\n!keep.log\n";

const pathOf = (number) => join(`folder-${number % FOLDERS}`, `module-${Math.floor(number / FOLDERS)}.ts`);

/** Different source files of about a kilobyte. */
function fill(dir) {
  writeFileSync(join(dir, ".gitignore"), IGNORED);
  for (let folder = 0; folder < FOLDERS; folder++) mkdirSync(join(dir, `folder-${folder}`));
  for (let number = 0; number < FOLDERS * FILES_PER_FOLDER; number++)
    writeFileSync(join(dir, pathOf(number)), `export const value${number} = "text";\n`.repeat(30));
}

/** The minimum: reading all of them. */
function readAll(dir) {
  for (let number = 0; number < FOLDERS * FILES_PER_FOLDER; number++) readFileSync(join(dir, pathOf(number)));
}

export async function measure() {
  return await inFolder(async (folder) => {
    const volumes = folderVolumes({ dir: folder });
    try {
      const { baselines, hostPath } = await volumes.workspace("ws_bench");
      fill(hostPath);
      const bare = await timed(() => readAll(hostPath));
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const first = await timed(() => baselines.keep("first"));
      const second = await timed(() => baselines.keep("second"));
      for (let number = 0; number < CHANGED; number++)
        writeFileSync(join(hostPath, pathOf(number)), "changed\n");
      let changes = 0;
      const compared = await timed(async () => {
        const comparison = await baselines.compare("first");
        for (const { path } of comparison.changes) {
          await comparison.before(path);
          await comparison.after(path, 1_000_000);
          changes++;
        }
      });
      delay.disable();
      if (changes !== CHANGED) throw new Error(`${changes} changes were reported, of ${CHANGED}.`);
      const stall = delay.max / 1e6;
      const budget = `≤ ${milliseconds(MOST_MS)}`;
      return [
        row("a baseline of 50,000 files, by a session", {
          measured: milliseconds(first),
          bare: milliseconds(bare),
          budget,
          isMet: first <= MOST_MS,
          figures: { first, second, bare },
        }),
        row("the changes in 50,000 files, against a baseline", {
          measured: milliseconds(compared),
          bare: milliseconds(bare),
          budget,
          isMet: compared <= MOST_MS,
          figures: { compared, bare },
        }),
        row("the longest wait of others meanwhile", {
          measured: milliseconds(stall),
          bare: "",
          budget: "≤ 100 ms",
          isMet: stall <= 100,
          figures: { stall },
        }),
      ];
    } finally {
      await volumes.close();
    }
  });
}
