import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp, type App } from "./app.ts";

let dir: string;
let app: App;
let base: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "embed-node-"));
  app = await createApp(dir);
  await new Promise<void>((resolve) => app.server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  app.server.closeAllConnections();
  app.server.close();
  await app.service.stop();
  await rm(dir, { recursive: true });
});

const call = (path: string, key: string | null, body?: unknown) =>
  fetch(base + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      ...(key !== null && { "x-api-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("the agents inside an existing server", () => {
  it("leave the host's own routes alone", async () => {
    expect(await (await call("/", null)).text()).toBe("The host's own page.\n");
    expect(await (await call("/agentsmith", null)).text()).toBe("The host's own page.\n");
  });

  it("ask the host who the caller is", async () => {
    expect((await call("/agents/api/workspaces", null)).status).toBe(401);
    expect((await call("/agents/api/workspaces", "wrong")).status).toBe(401);
    expect((await call("/agents/api/workspaces", "ada-key")).status).toBe(200);
  });

  it("do the main job under the prefix, for one tenant and unseen by the other", async () => {
    const created = await call("/agents/api/workspaces", "ada-key", { name: "engine" });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    expect(created.headers.get("location")).toBe(`/agents/api/workspaces/${id}`);
    const message = "```file:note.txt\nfrom ada\n```\n```sh\ncat note.txt\n```";
    const answer = await call(`/agents/api/workspaces/${id}/chat`, "ada-key", { message, mode: "sync" });
    expect(await answer.json()).toMatchObject({
      status: "completed",
      final_message: expect.stringContaining("from ada") as string,
    });
    expect(
      await (await call(`/agents/api/workspaces/${id}/agent/files?path=note.txt`, "ada-key")).text(),
    ).toBe("from ada\n");
    expect((await call(`/agents/api/workspaces/${id}`, "grace-key")).status).toBe(404);
  });
});
