import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newWorkspace, serversOn } from "./main.test-support.ts";
import { Caller, runProgram, stopServer } from "./running-server.test-support.ts";

const given = () => serversOn({ SANDBOX: "interpreter" });

/** Runs `workspace-agent tokens` on the host of a server. */
const tokens = (dir: string, args: readonly string[], user?: number) =>
  runProgram(["tokens", ...args], { PATH: process.env["PATH"] ?? "", DATA_DIR: dir }, user);

const statusOf = async (base: string, token: string) =>
  (await new Caller(base, token).fetch("/api/workspaces")).status;

describe("workspace-agent tokens", () => {
  it("creates, lists and revokes tokens of the server of its DATA_DIR", async () => {
    const { dir, start } = await given();
    const server = await start();
    const made = await tokens(dir, ["create", "ci", "--expires", "90d"]);
    expect(made).toMatchObject({ code: 0, notes: "" });
    const token = made.out.trim();
    expect(await statusOf(server.base, token)).toBe(200);

    const listed = await tokens(dir, ["--json"]);
    expect(listed.out).not.toContain(token);
    const { id, name, expires_at } = JSON.parse(listed.out) as Readonly<Record<string, string>>;
    expect(name).toBe("ci");
    const days = (Date.parse(expires_at ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThanOrEqual(90);

    expect(await tokens(dir, ["revoke", id ?? ""])).toMatchObject({ code: 0, out: "" });
    expect(await statusOf(server.base, token)).toBe(401);
    expect((await tokens(dir, [])).out).toBe("");
  });

  it("limits a token to scopes and workspaces", async () => {
    const { dir, start } = await given();
    const server = await start();
    const all = new Caller(server.base, (await tokens(dir, ["create", "all"])).out.trim());
    const own = await newWorkspace(all);
    await all.send("POST", "/api/workspaces", { name: "other" });
    const limits = ["--workspace", "test", "--scopes", "workspaces:read,chat", "--json"];
    const made = JSON.parse((await tokens(dir, ["create", "one", ...limits])).out) as Record<string, unknown>;
    expect(made).toMatchObject({ scopes: ["workspaces:read", "chat"], workspace_ids: [own] });
    const one = new Caller(server.base, String(made["token"]));
    expect(await one.get<{ id: string }[]>("/api/workspaces")).toMatchObject([{ id: own }]);
  });

  it("says which scope, workspace or expiry is wrong, and creates nothing", async () => {
    const { dir, start } = await given();
    await start();
    const scope = await tokens(dir, ["create", "a", "--scopes", "chat,everything"]);
    expect(scope).toMatchObject({ code: 1, out: "" });
    expect(scope.notes).toContain("#/scopes/1");
    const workspace = await tokens(dir, ["create", "a", "--workspace", "nowhere"]);
    expect(workspace).toMatchObject({ code: 1, out: "" });
    expect(workspace.notes).toContain('There is no workspace named "nowhere"');
    expect(await tokens(dir, ["create", "a", "--expires", "soon"])).toMatchObject({ code: 2, out: "" });
    expect((await tokens(dir, [])).out).toBe("");
  });

  it("says that no server runs, also beside the socket of a killed one, whose successor works", async () => {
    const { dir, start } = await given();
    expect(await tokens(dir, [])).toMatchObject({ code: 3, out: "" });
    await stopServer(await start(), "SIGKILL");
    const refused = await tokens(dir, ["create", "a"]);
    expect(refused).toMatchObject({ code: 3, out: "" });
    expect(refused.notes).toContain(`No server runs with the DATA_DIR ${dir}`);
    await start();
    expect((await tokens(dir, ["create", "a"])).code).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)(
    "is refused for another user of the host (tried as root only)",
    async () => {
      const { dir, start } = await given();
      await start();
      expect((await stat(join(dir, "local.sock"))).mode & 0o777).toBe(0o600);
      const nobody = 65_534;
      expect(await tokens(dir, ["create", "a"], nobody)).toMatchObject({ code: 3, out: "" });
    },
  );
});

describe("BOOTSTRAP_TOKEN_FILE", () => {
  it("has a token after the first start, and keeps it", async () => {
    const { dir, start } = await given();
    const file = join(dir, "token");
    const settings = { DATA_DIR: join(dir, "data"), BOOTSTRAP_TOKEN_FILE: file };
    const first = await start(settings);
    const text = await readFile(file, "utf8");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await statusOf(first.base, text.trim())).toBe(200);
    expect(first.output()).not.toContain(text.trim());
    expect(await stopServer(first)).toBe(0);
    const second = await start(settings);
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await statusOf(second.base, text.trim())).toBe(200);
    expect((await tokens(join(dir, "data"), ["--json"])).out.match(/"bootstrap"/g)).toHaveLength(1);
  });

  it("that cannot be written is an error, and no token remains", async () => {
    const { dir, start } = await given();
    const starting = start({ BOOTSTRAP_TOKEN_FILE: join(dir, "absent", "token") });
    await expect(starting).rejects.toThrow(/BOOTSTRAP_TOKEN_FILE cannot be written: ENOENT/);
    await start();
    expect((await tokens(dir, [])).out).toBe("");
  });
});
