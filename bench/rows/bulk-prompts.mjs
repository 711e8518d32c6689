import { createRequire } from "node:module";
import { join } from "node:path";
import { timed } from "../beside-bare.mjs";
import { median, row, seconds } from "../figures.mjs";
import { loadPrompts, promptLines } from "../prompts.mjs";
import { inFolder, withServer } from "../server.mjs";

const COUNT = 10_000;
const LIMIT_MS = 1_500;
const ROUNDS = 3;

/** The same lines, parsed and inserted into one table in one transaction. */
async function bareLoad(lines) {
  return await inFolder(async (folder) => {
    const require = createRequire(join(import.meta.dirname, "../../packages/store-sqlite/package.json"));
    const database = new (require("better-sqlite3"))(join(folder, "bare.db"));
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = FULL");
    database.exec("CREATE TABLE prompts (name TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT");
    const insert = database.prepare("INSERT INTO prompts VALUES (?, ?)");
    const all = database.transaction((items) => {
      for (const { name, content } of items) insert.run(name, content);
    });
    try {
      return await timed(() =>
        all(
          lines
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        ),
      );
    } finally {
      database.close();
    }
  });
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
