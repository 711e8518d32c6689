import { tarGzStream, zipStream, type ArchiveInput } from "@workspace-agent/archives";
import type { Skill } from "@workspace-agent/core";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../../test-api.test-support.ts";
import { type Loaded } from "./library.test-support.ts";

const skillMd = (name: string, description = `Does ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;

const skillFiles = (name: string, description?: string) => [
  { path: "SKILL.md", content: skillMd(name, description) },
  { path: "scripts/run me.sh", content: "#!/bin/sh\n", executable: true },
  { path: "page.html", content: "<script>alert(1)</script>" },
  { path: "logo.bin", content_base64: "AAEC/w==" },
];

function entries(folder: string, name = folder): readonly ArchiveInput[] {
  const path = (file: string) => (folder === "" ? file : `${folder}/${file}`);
  return [entry(path("SKILL.md"), skillMd(name)), entry(path("reference/more.md"), "# More\n")];
}

function entry(path: string, text: string): ArchiveInput {
  const bytes = new TextEncoder().encode(text);
  const body = () => Promise.resolve(new Blob([bytes]).stream());
  return { path, type: "file", size: bytes.byteLength, executable: false, body };
}

const create = (api: TestApi, name: string) =>
  api.call("POST", "/api/skills", { json: { files: skillFiles(name) } });

describe("a skill", () => {
  test("is made of its files and tells what its front matter says", async () => {
    await using api = await testApi();
    const made = await create(api, "release-notes");
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe(`/api/skills/${made.as().id}`);
    expect(made.as<Skill>()).toMatchObject({
      name: "release-notes",
      description: "Does release-notes.",
      version: 1,
    });
    expect(made.as<Skill>().files.map(({ path, size }) => [path, size])).toContainEqual(["logo.bin", 4]);
    expect((await api.call("GET", "/api/skills/release-notes")).json).toEqual(made.json);
    expect((await create(api, "release-notes")).json).toMatchObject({ status: 409, code: "name_taken" });
  });

  test.each([
    ["application/gzip", "pack", tarGzStream],
    ["application/zip", "pack", zipStream],
    ["application/gzip", "", tarGzStream],
    ["application/zip", "", zipStream],
  ] as const)("is made of a package of the type %s with the folder %o", async (type, folder, packed) => {
    await using api = await testApi();
    const headers = { "content-type": type };
    const send = (method: string, path: string) =>
      api.call(method, path, { body: packed(entries(folder, "pack")), headers });
    const made = await send("POST", "/api/skills");
    expect([made.status, made.as<Skill>().files.map(({ path }) => path)]).toEqual([
      201,
      ["SKILL.md", "reference/more.md"],
    ]);
    const put = await send("PUT", "/api/skills/pack");
    expect([put.status, put.as<Skill>().version]).toEqual([200, 1]);
    expect((await send("PUT", "/api/skills/other")).json).toMatchObject({ status: 400 });
    expect((await api.call("DELETE", "/api/skills/pack")).status).toBe(204);
    expect((await send("PUT", "/api/skills/pack")).status).toBe(201);
  });

  test("is refused where it is no package, of another type, or too large", async () => {
    await using api = await testApi({ handler: { limits: { skillBytes: 1000 } } });
    const send = (type: string, body: BodyInit) =>
      api.call("POST", "/api/skills", { body, headers: { "content-type": type } });
    expect((await send("application/zip", "no zip")).json).toMatchObject({ code: "invalid_request" });
    expect((await send("application/gzip", "no gzip")).json).toMatchObject({ code: "invalid_request" });
    expect((await send("application/x-7z-compressed", "x")).json).toMatchObject({
      code: "unsupported_media_type",
    });
    expect((await send("application/zip", "x".repeat(1001))).json).toMatchObject({
      code: "payload_too_large",
    });
    const unannounced = new Blob(["PK\u0003\u0004", "x".repeat(2000)]).stream();
    expect((await send("application/zip", unannounced)).json).toMatchObject({ code: "payload_too_large" });
    expect((await send("application/json", `{"files":"${"x".repeat(1000)}"}`)).json).toMatchObject({
      code: "payload_too_large",
    });
  });

  test("gives its files, safely", async () => {
    await using api = await testApi();
    await create(api, "a");
    const file = (path: string, headers: Record<string, string> = {}) =>
      api.fetch("GET", `/api/skills/a/files?path=${path}`, { headers });
    const bytes = await file("logo.bin");
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0, 1, 2, 255]);
    expect(bytes.headers.get("content-length")).toBe("4");
    const script = await file("scripts%2Frun%20me.sh");
    expect(await script.text()).toBe("#!/bin/sh\n");
    const page = await file("page.html");
    expect(page.headers.get("content-disposition")).toMatch(/^attachment; filename="page.html"/);
    expect(page.headers.get("content-security-policy")).toMatch(/^sandbox/);
    const etag = page.headers.get("etag") ?? "";
    expect((await file("page.html", { "if-none-match": etag })).status).toBe(304);
    expect((await file("page.html", { "if-match": '"other"' })).status).toBe(412);
    expect((await file("page.html", { "if-match": etag })).status).toBe(200);
    for (const [path, code] of [
      ["none", "not_found"],
      ["", "not_found"],
      ["scripts", "not_found"],
      ["scripts/run", "path_not_encoded"],
      ["..%2Fx", "invalid_path"],
      ["%2Fx", "invalid_path"],
      ["%00", "invalid_path"],
    ] as const) {
      expect(await (await file(path)).json(), path).toMatchObject({ code });
    }
    expect((await api.call("GET", "/api/skills/a/files")).status).toBe(400);
    expect((await api.call("GET", "/api/skills/b/files?path=SKILL.md")).status).toBe(404);
  });

  test("is downloaded as a package that loads again", async () => {
    await using api = await testApi();
    const made = await create(api, "a");
    const download = await api.fetch("GET", "/api/skills/a/package");
    expect(download.headers.get("content-type")).toBe("application/gzip");
    expect(download.headers.get("content-disposition")).toMatch(/^attachment; filename="a\.tar\.gz"/);
    const body = await download.arrayBuffer();
    const etag = download.headers.get("etag") ?? "";
    const again = await api.call("GET", "/api/skills/a/package", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const older = await api.call("GET", "/api/skills/a/package", { headers: { "if-match": '"other"' } });
    expect(older.json).toMatchObject({ status: 412, code: "precondition_failed" });
    await using other = await testApi();
    const loadedAgain = await other.call("POST", "/api/skills", {
      body,
      headers: { "content-type": "application/gzip" },
    });
    expect(loadedAgain.as<Skill>().files).toEqual(made.as<Skill>().files);
  });

  test("is kept while a workspace uses it, unless that is wanted", async () => {
    await using api = await testApi();
    await create(api, "a");
    const workspace = await api.createWorkspace("user", { skills: ["a"] });
    const refused = await api.call("DELETE", "/api/skills/a");
    expect(refused.json).toMatchObject({
      status: 409,
      code: "in_use",
      users: [{ kind: "workspace", id: workspace.id, name: "user" }],
    });
    expect((await api.call("DELETE", "/api/skills/a?force=maybe")).status).toBe(400);
    expect((await api.call("DELETE", "/api/skills/a?force=true")).status).toBe(204);
  });
});

describe("a load of skills", () => {
  test.each([
    ["application/gzip", tarGzStream],
    ["application/zip", zipStream],
  ] as const)("takes one archive of the type %s with many", async (type, packed) => {
    await using api = await testApi();
    const all = [...entries("one"), ...entries("two"), entry("bad/SKILL.md", "no front matter")];
    const send = async (query = "") =>
      await api.call("POST", `/api/skills/bulk${query}`, {
        body: packed(all),
        headers: { "content-type": type },
      });
    const atomic = await send("?atomic=true");
    expect([atomic.status, atomic.as<Loaded>().summary]).toMatchObject([400, { errors: 1, created: 2 }]);
    expect((await api.call("GET", "/api/skills")).json).toEqual([]);
    const { results, summary } = (await send()).as<Loaded>();
    expect(results.map(({ status }) => status)).toEqual(["error", "created", "created"]);
    expect(summary).toMatchObject({ created: 2, errors: 1 });
  });
});
