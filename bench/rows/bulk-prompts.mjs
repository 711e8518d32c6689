import { join } from "node:path";
import { timed } from "../beside-bare.mjs";
import { median, row, seconds } from "../figures.mjs";
import { loadPrompts, promptLines } from "../prompts.mjs";
import { inFolder, withServer } from "../server.mjs";
import { inDatabase } from "../sqlite.mjs";

const COUNT = 10_000;
const LIMIT_MS = 1_500;
const ROUNDS = 3;

/** The same lines, parsed and inserted into one table in one transaction. */
async function bareLoad(lines) {
  return await inFolder((folder) =>
    inDatabase(join(folder, "bare.db"), (database) => {
      database.pragma("journal_mode = WAL");
      database.pragma("synchronous = FULL");
      database.exec("CREATE TABLE prompts (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT");
      const insert = database.prepare("INSERT INTO prompts VALUES (?, ?)");
      const all = database.transaction((items) => {
        for (const { name, content } of items) insert.run(name, content);
      });
      const begun = performance.now();
      all(
        lines
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
      return performance.now() - begun;
    }),
  );
}

export async function measure() {
  const lines = promptLines(0, COUNT);
  const bare = [];
  const ours = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await bareLoad(lines));
    ours.push(
      await withServer(async (server) => await timed(async () => await loadPrompts(server, lines, COUNT))),
    );
  }
  const ms = median(ours);
  return [
    row("10,000 prompts of 500 bytes by one NDJSON load", {
      measured: seconds(ms),
      bare: seconds(median(bare)),
      budget: `≤ ${seconds(LIMIT_MS)}`,
      isMet: ms <= LIMIT_MS,
      figures: { ms: ours, bare_ms: bare },
    }),
  ];
}
