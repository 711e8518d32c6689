import { TemplateSchema } from "@workspace-agent/core/schemas";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { testApi, type TestApi } from "../test-api.test-support.ts";

const save = async (api: TestApi, id: string, json: object, asked: object = {}) =>
  await api.call("POST", `/api/workspaces/${id}/save-as-template`, { json, ...asked });

describe("a workspace saved as a template", () => {
  test("is in the library, without its secrets, and makes workspaces with its files", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace("one", {
      env: { KEY: { value: "s3cret-canary", secret: true } },
      system_prompt: "Be brief.",
    });
    await api.call("PUT", `/api/workspaces/${id}/agent/files?path=src%2Fa.txt`, { body: "kept" });
    await api.call("PUT", `/api/workspaces/${id}/agent/files?path=.git%2FHEAD`, { body: "left" });
    const headers = { "idempotency-key": "k" };
    const saved = await save(api, id, { name: "t", include_files: true }, { headers });
    expect(saved.status).toBe(201);
    const template = v.parse(TemplateSchema, saved.json);
    expect(saved.headers.get("location")).toBe(`/api/templates/${template.id}`);
    expect(template.files.map(({ path }) => path)).toEqual(["src/a.txt"]);
    expect(saved.text).not.toContain("s3cret-canary");
    const again = await save(api, id, { name: "t", include_files: true }, { headers });
    expect([again.json, again.headers.get("idempotent-replayed")]).toEqual([saved.json, "true"]);
    expect((await save(api, id, { name: "t" })).json).toMatchObject({ status: 409, code: "name_taken" });

    const make = async (json: object) =>
      await api.call("POST", "/api/workspaces", { json: { template: "t", ...json } });
    expect((await make({ name: "two" })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: "#/config/env/KEY" }],
    });
    const made = await make({ name: "two", config: { env: { KEY: { value: "x", secret: true } } } });
    expect(made.json).toMatchObject({ template: "t", status: "ready" });
    const file = await api.call("GET", `/api/workspaces/${made.as().id}/agent/files?path=src%2Fa.txt`);
    expect(file.text).toBe("kept");
    const config = await api.call("GET", `/api/workspaces/${made.as().id}/config`);
    expect(config.as().system_prompt).toBe("Be brief.");
    expect((await make({ name: "x", template: "none" })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: "#/template" }],
    });
  });

  test("needs the right to read what becomes the template", async () => {
    await using api = await testApi();
    const { id } = await api.createWorkspace();
    const refused = { status: 403, code: "insufficient_scope" };
    const writer = await api.createToken({ scopes: ["library:write"] });
    expect((await save(api, id, { name: "t" }, { token: writer })).json).toMatchObject(refused);
    const token = await api.createToken({ scopes: ["library:write", "workspaces:read"] });
    expect((await save(api, id, { name: "t", include_files: true }, { token })).json).toMatchObject(refused);
    expect((await save(api, id, { name: "t" }, { token })).status).toBe(201);
  });
});
