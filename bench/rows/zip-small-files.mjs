import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, percentile, row, times } from "../figures.mjs";
import { inFolder, signIn, startServer } from "../server.mjs";

const run = promisify(execFile);

const COUNT = 16_000;
const ROUNDS = 3;
const MOST_RATIO = 2;
const MOST_P99_MS = 50;
const PROBE_MS = 10;
const WORDS = "const let export function return import from async await value index result error type".split(
  " ",
);

/** Packs a folder with Python, and prints the CPU seconds. */
const PYTHON = `
import os, resource, sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as packed:
  for folder, _, files in os.walk(sys.argv[1]):
    for name in sorted(files):
      path = os.path.join(folder, name)
      packed.write(path, os.path.relpath(path, sys.argv[1]))
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
`;

/** Files as a project has them: 200 to 4,000 bytes of text, eight in a folder. */
function writeFiles(folder) {
  for (let index = 0; index < COUNT; index++) {
    const below = join(folder, "modules", `m${index >> 6}`, "src", `s${(index >> 3) & 7}`);
    if (index % 8 === 0) mkdirSync(below, { recursive: true });
    const length = 200 + ((index * 7_919) % 3_800);
    let text = "";
    for (let word = index; text.length < length; word = (word * 31 + 7) % 10_007)
      text += `${WORDS[word % WORDS.length]} `;
    writeFileSync(join(below, `f${index}.js`), text);
  }
}

export async function measure() {
  return await inFolder(async (folder) => {
    const server = await startServer(join(folder, "data"));
    try {
      const { authorization, call } = await signIn(server);
      const { id } = await (await call("POST", "/api/workspaces", JSON.stringify({ name: "many" }))).json();
      const files = join(folder, "files");
      writeFiles(files);
      const directories = `${server.base}/api/workspaces/${id}/agent/dirs`;
      await run("tar", ["-czf", join(folder, "files.tar.gz"), "-C", files, "."]);
      const unpacked = await fetch(`${directories}/unpack`, {
        method: "POST",
        headers: { authorization, "content-type": "application/gzip" },
        body: readFileSync(join(folder, "files.tar.gz")),
      });
      if (!unpacked.ok) throw new Error(await unpacked.text());
      const [spent, bare, waits] = [[], [], []];
      for (let round = 0; round < ROUNDS; round++) {
        const python = await run("python3", ["-c", PYTHON, files, join(folder, "bare.zip")]);
        bare.push(Number(python.stdout));
        const before = server.cpuSeconds();
        let isDone = false;
        const probing = (async () => {
          while (!isDone) {
            const begun = performance.now();
            await (await fetch(`${server.base}/healthz`)).text();
            waits.push(performance.now() - begun);
            await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
          }
        })();
        await (await fetch(`${directories}/zip`, { headers: { authorization } })).arrayBuffer();
        isDone = true;
        await probing;
        spent.push(server.cpuSeconds() - before);
      }
      const [ratio, p99] = [median(spent) / median(bare), percentile(waits, 0.99)];
      const line = row(`a zip of ${COUNT.toLocaleString("en")} small files`, {
        measured: `${median(spent).toFixed(2)} s of CPU (${times(ratio)} bare), p99 of others ${Math.round(p99)} ms`,
        bare: `${median(bare).toFixed(2)} s (Python's zipfile)`,
        budget: `≤ ${times(MOST_RATIO)} bare, p99 of others ≤ ${MOST_P99_MS} ms`,
        isMet: ratio <= MOST_RATIO && p99 <= MOST_P99_MS,
        figures: { spent, bare, waits },
      });
      return [line];
    } finally {
      await server.stop();
    }
  });
}
