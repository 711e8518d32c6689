import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApi } from "../packages/http/src/test-api.test-support.ts";

const ROOT = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const namesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** The variables in the first column of the table, and the one that the page describes below it. */
const documented = new Set(
  namesIn(read("docs/settings.md"), /^\| ([^|]+)\|/gm)
    .flatMap((column) => namesIn(column, /`([A-Z][A-Z0-9_]+)`/g))
    .concat("DATABASE_URL"),
);

test("the page of settings has each variable that the server reads", () => {
  const sources = ["packages/server/src/settings.ts", "packages/server/src/bucket-settings.ts"];
  const names = sources.flatMap((file) => namesIn(read(file), /^ {2}([A-Z][A-Z0-9_]+):/gm));
  expect(names.length).toBeGreaterThan(35);
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

/** Of Node, of the system and of the command. */
const OF_OTHERS = new Set([
  ...["NODE_ENV", "NODE_OPTIONS", "MALLOC_MMAP_THRESHOLD_", "LANG", "WORKSPACE_AGENT_URL"],
]);

test.each([
  ["deploy/server.Dockerfile", /^ENV (.+)$/gm, /\b([A-Z][A-Z0-9_]+)=/g],
  ["deploy/workspace-agent.service", /^Environment=(.+)$/gm, /\b([A-Z][A-Z0-9_]+)=/g],
  ["deploy/compose.cluster.yaml", /(environment:\n(?:.+\n)+?) {2}\w/g, /^ +([A-Z][A-Z0-9_]+):/gm],
  ["deploy/kubernetes.yaml", /( {10}env:\n(?:.+\n)+?) {10}\w/g, /- name: ([A-Z][A-Z0-9_]+)/g],
  ["deploy/kubernetes.yaml", /(kubectl .*create secret(?:.+\n)+)/g, /--from-literal=([A-Z][A-Z0-9_]+)=/g],
])("%s sets variables that the server has", (file, block, name) => {
  const names = namesIn(read(file), block).flatMap((text) => namesIn(text, name));
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((each) => !documented.has(each) && !OF_OTHERS.has(each))).toEqual([]);
});

test("the page of telemetry has each metric with its labels, and the dashboard no others", async () => {
  await using api = await testApi();
  const { text } = await api.call("GET", "/metrics");
  const served = namesIn(text, /^# TYPE (\w+) /gm);
  const page = namesIn(read("docs/telemetry.md"), /^\| `([a-z_]+)` +\| (?:gauge|counter|histogram) /gm);
  expect(page.map((name) => `workspace_agent_${name}`).toSorted()).toEqual(served.toSorted());
  const used = namesIn(read("deploy/grafana-dashboard.json"), /(workspace_agent_\w+)/g);
  const unknown = used.filter((name) => !served.includes(name.replace(/_(?:bucket|count|sum)$/, "")));
  expect(unknown).toEqual([]);
  expect(served.filter((name) => !used.some((each) => each.startsWith(name)))).toEqual([]);
});
