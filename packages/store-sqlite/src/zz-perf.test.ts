import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";
import { admin, testHost } from "../../core/src/test-host.test-support.ts";
import { sqliteStore } from "./sqlite-store.ts";
import { memoryStore } from "../../core/src/memory/index.ts";
const N = 10_000;
async function* lines(chunk: number, tag: string) {
  for (let i = 0; i < N; i += chunk) {
    yield Array.from({ length: Math.min(chunk, N - i) }, (_, k) => ({ index: i + k, value: JSON.parse(JSON.stringify({ name: `prompt ${tag} ${i + k}`, description: "d", content: `Hello {{name}} ${i + k} `.padEnd(500, "x"), labels: { a: "b" } })) as unknown }));
    await new Promise((r) => setImmediate(r));
  }
}
it("perf", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "perf-"));
  for (const [kind, store] of [["memory", memoryStore()], ["sqlite", sqliteStore({ file: join(folder, "a.db") })]] as const) {
    await using host = await testHost({ script: [], service: { store } });
    for (const [tag, o] of [["warm", { atomic: false, dryRun: false }], ["plain", { atomic: false, dryRun: false }], ["plain", { atomic: false, dryRun: false }], ["dry", { atomic: false, dryRun: true }], ["atomic", { atomic: true, dryRun: false }]] as const) {
      const start = performance.now();
      const report = host.service.prompts.bulk(admin, lines(120, tag), o);
      let batches = 0;
      for await (const r of report.results) { batches++; void r; }
      console.log(kind, tag, JSON.stringify(o), Math.round(performance.now() - start), "ms", batches, JSON.stringify(report.summary()));
    }
    const start = performance.now(); let n = 0;
    for await (const b of host.service.prompts.export(admin)) n += b.length;
    console.log(kind, "export", n, Math.round(performance.now() - start));
  }
  await rm(folder, { recursive: true });
});
