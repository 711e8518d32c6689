import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApi } from "../../packages/http/src/test-api.test-support.ts";
import { until } from "../../packages/http/src/until.test-support.ts";
import { runInProcess, running } from "./run-in-process.test-support.ts";
import { newFolder } from "../new-folder.test-support.ts";

test("an item of the library is put, listed, shown, rolled back, exported, loaded again and deleted", async () => {
  await using api = await testApi();
  const { run } = running(api);
  const file = join(await newFolder(), "greet.json");
  await writeFile(file, '{"content":"Hello, {{who}}.","description":"Greets."}');
  expect((await run(["library", "put", "prompts", "greet", file])).out).toMatch(/^arguments +who$/m);
  await writeFile(file, '{"content":"Bye."}');
  await run(["library", "put", "prompts", "greet", file]);
  expect((await run(["library", "list", "prompts"])).out).toMatch(
    /^name +version +changed +description\ngreet +2 +\S+\n$/,
  );
  expect((await run(["library", "versions", "prompts", "greet"])).out.trim().split("\n")).toHaveLength(3);
  const back = await run(["library", "rollback", "prompts", "greet", "1", "--json"]);
  expect(JSON.parse(back.out)).toMatchObject({ version: 3, content: "Hello, {{who}}." });
  expect((await run(["library", "get", "prompts", "greet"])).out).toMatch(/^content +Hello, \{\{who\}\}\.$/m);

  const saved = `${file}.ndjson`;
  expect((await run(["library", "export", "prompts", saved])).code).toBe(0);
  expect(await readFile(saved, "utf8")).toContain('"greet"');
  expect((await run(["load", saved])).out).toContain("1 unchanged");

  expect((await run(["library", "delete", "prompts", "greet"])).code).toBe(2);
  expect((await run(["library", "delete", "prompts", "greet", "--yes"])).notes).toBe(
    "deleted greet of the prompts\n",
  );
  expect((await run(["library", "get", "prompts", "greet"])).code).toBe(1);
});

test("an atomic load that is refused names each item with an error, and writes nothing", async () => {
  await using api = await testApi();
  const { run } = running(api);
  const file = join(await newFolder(), "prompts.ndjson");
  await writeFile(file, '{"name":"greet","content":"Hello."}\n{"name":"bad"}\n');
  const { code, out, notes } = await run(["load", file, "--atomic", "--json"]);
  expect([code, JSON.parse(out)]).toEqual([1, expect.objectContaining({ errors: 1 })]);
  expect(notes).toMatch(/^ {2}2 bad: invalid_request: /m);
  expect(notes).toContain("Nothing was written.\n");
  expect((await run(["load", file, "--atomic", "--dry-run"])).notes).toBe(notes);
  expect((await run(["library", "list", "prompts"])).out).toBe("");
});

test("a dry run of many items reports what the load then does", async () => {
  await using api = await testApi();
  const { run } = running(api);
  const file = join(await newFolder(), "prompts.ndjson");
  const names = Array.from({ length: 200 }, (_, index) => `prompt-${index}`);
  const lines = [...names, "prompt-0"].map((name, index) =>
    JSON.stringify({ name, content: `Content ${index}.` }),
  );
  await writeFile(file, lines.join("\n"));
  const { out } = await run(["load", file, "--dry-run"]);
  expect(out).toBe("200 created, 1 updated, 0 unchanged, 0 deleted, 0 refused\n");
  expect((await run(["load", file])).out).toBe(out);
});

test("an item in use is a conflict, unless the deletion is forced", async () => {
  await using api = await testApi();
  const { run } = running(api);
  const skill = join(await newFolder(), "pdf.ndjson");
  const content = "---\nname: pdf\ndescription: Reads PDFs.\n---\nRun it.\n";
  await writeFile(skill, JSON.stringify({ files: [{ path: "pdf/SKILL.md", content }] }));
  expect((await run(["load", skill, "--kind", "skills"])).code).toBe(0);
  await api.createWorkspace("notes", { skills: ["pdf"] });
  const refused = await run(["library", "delete", "skills", "pdf", "--yes"]);
  expect(refused.code).toBe(1);
  expect(refused.notes).toContain("in_use");

  const local = `${skill}.md`;
  expect((await run(["skills", "read", "pdf", "SKILL.md", local])).code).toBe(0);
  expect(await readFile(local, "utf8")).toBe(content);
  expect((await run(["skills", "pull", "pdf", `${skill}.tar.gz`])).code).toBe(0);
  expect((await readFile(`${skill}.tar.gz`)).subarray(0, 2).toString("hex")).toBe("1f8b");

  expect((await run(["library", "delete", "skills", "pdf", "--force", "--yes"])).code).toBe(0);
});

test.each([
  [["library", "list", "plans"], 2],
  [["library", "get", "templates", "none"], 1],
  [["library", "put", "prompts", "greet", "/none.json"], 2],
  [["library", "rollback", "prompts", "greet", "0"], 2],
  [["skills", "read", "none", "SKILL.md"], 1],
  [["webhooks", "get", "whk_none"], 1],
  [["webhooks", "create", "not a url"], 1],
  [["webhooks", "create", "https://ci.example", "--event", "all"], 2],
  [["webhooks", "update", "whk_none", "--enable", "--disable"], 2],
] as const)("%j ends with %i", async (args, code) => {
  await using api = await testApi();
  const ran = await runInProcess(args, { api });
  expect([ran.code, ran.out]).toEqual([code, ""]);
});

test("a token without the scope changes neither the library nor webhooks", async () => {
  await using api = await testApi();
  const { run } = running(api);
  const token = await api.createToken({ scopes: ["library:read", "workspaces:read"] });
  const file = join(await newFolder(), "greet.json");
  await writeFile(file, '{"content":"Hello."}');
  expect((await run(["library", "put", "prompts", "greet", file], { token })).code).toBe(4);
  expect((await run(["webhooks"], { token })).code).toBe(4);
});

test("a webhook shows its secret once, and is listed, changed and deleted without it", async () => {
  await using api = await testApi();
  const { run } = running(api);
  await api.createWorkspace("notes");
  const create = [
    "webhooks",
    "create",
    "https://ci.example/hook",
    "--event",
    "turn.ended",
    "--workspace",
    "notes",
  ];
  const made = await run(create);
  const secret = made.out.trim();
  const [, id = ""] = /^created (whk_\w+)\n$/.exec(made.notes) ?? [];
  expect(secret).not.toBe("");
  const listed = (await run(["webhooks"])).out;
  expect(listed).toMatch(
    new RegExp(`^id +url +events +state\n${id} +https://ci.example/hook +turn.ended +enabled\n$`),
  );
  expect((await run(["webhooks", "update", id, "--disable"])).out).toMatch(/^enabled +false$/m);
  expect((await run(["webhooks", "get", id, "--json"])).out).not.toContain(secret);
  const rotated = (await run(["webhooks", "rotate-secret", id])).out.trim();
  expect(rotated).not.toBe("");
  expect(rotated).not.toBe(secret);
  expect(await run(["webhooks", "deliveries", id])).toMatchObject({ code: 0, out: "" });
  expect((await run(["webhooks", "replay", id, "none"])).code).toBe(1);
  expect((await run(["webhooks", "delete", id])).code).toBe(2);
  expect((await run(["webhooks", "delete", id, "--yes"])).code).toBe(0);
});

test("a delivery is listed, and sent again", async () => {
  await using api = await testApi();
  const { run } = running(api);
  await api.createWorkspace("notes");
  const made = await run(["webhooks", "create", "https://ci.example/hook", "--json"]);
  const { id } = JSON.parse(made.out) as { readonly id: string };
  expect((await run(["run", "Go.", "-w", "notes"])).code).toBe(0);
  let listed = "";
  await until(async () => {
    await api.clock.advance(1_000);
    listed = (await run(["webhooks", "deliveries", id, "--json"])).out;
    return listed.includes('"delivered"');
  });
  const delivery = JSON.parse(listed) as { readonly id: string };
  const again = await run(["webhooks", "replay", id, delivery.id]);
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^id +created +event .*\n\S+ .*turn\.ended/) as string,
  });
});
