import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withAgent } from "../agent.mjs";
import { besideBare } from "../beside-bare.mjs";
import { median } from "../figures.mjs";
import { growthRow } from "../growth.mjs";
import { stepsOf } from "../own-time.mjs";
import { inFolder } from "../server.mjs";

const SIZES = [1_000, 10_000, 100_000];
const IN_A_FOLDER = 100;
const REQUESTS = 50;
const STEPS = 20;

/** The service refuses archives with more than 10,000 entries. */
const IN_AN_ARCHIVE = 5_000;

/** An archive with these files, each folder with a hundred of them. */
async function archiveOf(from, to) {
  return await inFolder(async (folder) => {
    for (let number = from; number < to; number++) {
      const parent = join(folder, "all", `folder-${Math.floor(number / IN_A_FOLDER)}`);
      mkdirSync(parent, { recursive: true });
      writeFileSync(join(parent, `file-${number}.txt`), `File ${number}.\n`);
    }
    const archive = join(folder, "all.tar.gz");
    execFileSync("tar", ["-czf", archive, "-C", join(folder, "all"), "."]);
    return readFileSync(archive);
  });
}

async function measured({ agent, model, server }, size) {
  const workspace = await agent.workspace("calls.bash.1.1.begin");
  const files = `${workspace.path}/agent`;
  for (let from = 0; from < size; from += IN_AN_ARCHIVE) {
    const archive = await archiveOf(from, Math.min(size, from + IN_AN_ARCHIVE));
    await agent.ask("POST", `${files}/dirs/unpack?path=`, archive);
  }
  const within = { model, server, workspace };
  // The first step takes a snapshot of all files.
  await stepsOf(within, "bash", STEPS);
  const { own } = await stepsOf(within, "bash", STEPS);
  return {
    list: { size, ...(await besideBare(() => agent.ask("GET", `${files}/dirs?path=folder-0`), REQUESTS)) },
    read: {
      size,
      ...(await besideBare(() => agent.ask("GET", `${files}/files?path=folder-0%2Ffile-1.txt`), REQUESTS)),
    },
    step: { size, ms: median(own.slice(1)) },
  };
}

export async function measure() {
  return await withAgent(
    async (world) => {
      await measured(world, SIZES[0]);
      const found = [];
      for (const size of SIZES) found.push(await measured(world, size));
      const rowOf = (name, part) =>
        growthRow(
          name,
          found.map((each) => each[part]),
          "files",
        );
      return [
        rowOf("a list of a folder in a workspace", "list"),
        rowOf("a file of a workspace", "read"),
        rowOf("a step with a command in a workspace", "step"),
      ];
    },
    { unconfined: true },
  );
}
