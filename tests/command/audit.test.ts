import { expect, test } from "vitest";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { runInProcess } from "./run-in-process.test-support.ts";
import { fileOf } from "../new-folder.test-support.ts";

/** The lines of an audit log with a few entries. */
async function exported(): Promise<string[]> {
  await using api = await testApi();
  for (let count = 0; count < 3; count++) await api.createToken({ scopes: ["chat", "files:read"] });
  const headers = { accept: "application/x-ndjson" };
  const { text } = await api.call("GET", "/api/audit", { cookie: api.cookie, headers });
  return text.trimEnd().split("\n");
}

async function verify(lines: readonly string[], ...options: readonly string[]) {
  const file = await fileOf(lines.map((line) => `${line}\n`).join(""));
  return await runInProcess(["audit", "verify", file, ...options]);
}

const hashOf = (line = "") => (JSON.parse(line) as { readonly hash: string }).hash;

test("an exported audit log is verified without an instance", async () => {
  const lines = await exported();
  expect(await verify(lines)).toEqual({
    code: 0,
    out: `${lines.length} entries are unchanged; the last hash is ${hashOf(lines.at(-1))}\n`,
    notes: "",
  });
  expect((await verify(lines, "--contains", hashOf(lines[1]))).code).toBe(0);
});

test.for<[what: string, change: (lines: string[]) => string[], said: RegExp]>([
  [
    "changed",
    (lines) => lines.with(1, lines[1]?.replace("token.created", "token.revoked") ?? ""),
    /Entry 2 was changed/,
  ],
  ["removed", (lines) => lines.toSpliced(2, 1), /Entry 3 is missing/],
  ["removed at the start", (lines) => lines.slice(1), /Entry 1 is missing/],
  [
    "replaced by another of its number",
    (lines) => lines.with(2, (lines[1] ?? "").replace(/"seq":2/, '"seq":3')),
    /Entry 3 does not follow/,
  ],
  ["no JSON", (lines) => lines.with(1, "{"), /Line 2 is not an entry/],
])("an entry that was %s is found", async ([, change, said]) => {
  const { code, notes } = await verify(change(await exported()));
  expect(code).toBe(1);
  expect(notes).toMatch(said);
});

test("an entry may contain characters that other readers treat as line ends", async () => {
  await using api = await testApi();
  const json = { name: "nightly\u2028build\u2029" };
  await api.call("POST", "/api/service-tokens", { cookie: api.cookie, json });
  const headers = { accept: "application/x-ndjson" };
  const { text } = await api.call("GET", "/api/audit", { cookie: api.cookie, headers });
  expect(text).not.toMatch(/[\u2028\u2029]/);
  const lines = text.trimEnd().split("\n");
  expect((await verify(lines)).code).toBe(0);
  // The same JSON, written by another program.
  expect((await verify(lines.map((line) => JSON.stringify(JSON.parse(line))))).code).toBe(0);
});

test("an empty file is no audit log", async () => {
  const { code, notes } = await verify([]);
  expect(code).toBe(1);
  expect(notes).toMatch(/no audit log entries/);
});

test("entries removed at the end are found by an earlier hash", async () => {
  const lines = await exported();
  const { code, notes } = await verify(lines.slice(0, -1), "--contains", hashOf(lines.at(-1)));
  expect(code).toBe(1);
  expect(notes).toMatch(/No entry has the hash/);
});
