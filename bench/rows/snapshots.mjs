import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { built } from "../code.mjs";
import { milliseconds, row, seconds, timeBudget } from "../figures.mjs";
import { inFolder } from "../server.mjs";

const FILES = 50_000;
const FOLDERS = 1_000;
const LARGE_FILES = 20;
const TOTAL = 1_073_741_824;
const CHANGED = 100;
const MOST_WAIT_MS = 50;
/** Files that have just changed are read again, since their times cannot tell. */
const SETTLED_MS = 6_000;

const pathOf = (root, n) => join(root, `p${n % 20}`, `d${n % FOLDERS}`, `file-${n}.ts`);

/** 50,000 small files with four fifths of 1 GiB, and 20 large ones with the rest. */
function writeFiles(root) {
  const pool = Buffer.from(randomBytes(2 * 1_048_576).toString("hex"));
  const mean = (TOTAL * 0.8) / FILES;
  for (let n = 0; n < FOLDERS; n++) mkdirSync(join(root, `p${n % 20}`, `d${n}`), { recursive: true });
  for (let n = 0; n < FILES; n++) {
    const size = Math.floor(mean * (0.1 + (1.8 * ((n * 7_919) % 1_000)) / 1_000));
    const at = (n * 104_729) % (pool.length - size);
    writeFileSync(pathOf(root, n), Buffer.concat([Buffer.from(`${n} `), pool.subarray(at, at + size)]));
  }
  for (let n = 0; n < LARGE_FILES; n++)
    writeFileSync(join(root, `large-${n}`), randomBytes(Math.floor((TOTAL * 0.2) / LARGE_FILES)));
}

function changeFiles(root) {
  for (let n = 0; n < CHANGED; n++) appendFileSync(pathOf(root, (n * 487) % FILES), "changed");
}

async function timed(work) {
  const begun = performance.now();
  const value = await work();
  return { ms: performance.now() - begun, value };
}

/** The bare figure: what git and tar take for the same files. */
function bareOf(folder, root) {
  const git = (...given) =>
    execFileSync("git", ["--git-dir", join(folder, "git"), "--work-tree", root, ...given], {
      stdio: "ignore",
    });
  const add = () => {
    git("add", "-A");
    git("write-tree");
  };
  execFileSync("git", ["init", "-q", "--bare", join(folder, "git")]);
  return { add, tar: () => execFileSync("tar", ["cf", join(folder, "files.tar"), "-C", root, "."]) };
}

export async function measure() {
  const { folderObjects, folderVolumes } = await built("volume-folder");
  return await inFolder(async (folder) => {
    const volumes = folderVolumes({ dir: join(folder, "data") });
    try {
      const volume = await volumes.workspace("ws_1");
      const { hostPath: root, snapshots } = volume;
      writeFiles(root);
      await pause(SETTLED_MS);
      const objects = folderObjects({ dir: join(folder, "objects") });
      const bare = bareOf(folder, root);
      const waits = monitorEventLoopDelay({ resolution: 1 });
      waits.enable();
      const first = await timed(() => snapshots.take(objects));
      const base = { base: first.value.root };
      const same = await timed(() => snapshots.take(objects, base));
      changeFiles(root);
      const changed = await timed(() => snapshots.take(objects, base));
      const restored = await timed(() => snapshots.restore(objects, first.value.root));
      waits.disable();
      const git = { first: await timed(bare.add), same: await timed(bare.add) };
      changeFiles(root);
      git.changed = await timed(bare.add);
      const tar = await timed(bare.tar);
      const wait = waits.max / 1e6;
      const against = (figure) => `${seconds(figure.ms)} git`;
      return [
        row(`a first snapshot of ${FILES.toLocaleString("en")} files of 1 GiB`, {
          measured: seconds(first.ms),
          bare: `${against(git.first)}, ${seconds(tar.ms)} tar`,
          budget: "≤ 6 s",
          isMet: first.ms <= 6_000,
          figures: { stored_bytes: first.value.stored_bytes },
        }),
        row("a second one with nothing changed", {
          measured: `${seconds(same.ms)}, ${same.value.stored_bytes} bytes stored`,
          bare: against(git.same),
          budget: "≤ 1 s, ≤ 64 KiB stored",
          isMet: same.ms <= 1_000 && same.value.stored_bytes <= 65_536,
        }),
        row(`one with ${CHANGED} changed files`, {
          measured: seconds(changed.ms),
          bare: against(git.changed),
          budget: "≤ 1.2 s",
          isMet: changed.ms <= 1_200,
          figures: { stored_bytes: changed.value.stored_bytes },
        }),
        row(
          `the longest wait of others meanwhile, with a restore of these ${CHANGED} (${seconds(restored.ms)})`,
          {
            measured: milliseconds(wait),
            ...timeBudget({ ms: wait, mostMs: MOST_WAIT_MS }),
          },
        ),
      ];
    } finally {
      await volumes.close();
    }
  });
}
