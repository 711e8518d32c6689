import { DomainError } from "@workspace-agent/core";
import { memoryVolumes } from "@workspace-agent/core/memory";
import { expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

/** Volumes on a disk that is nearly full while the test says so. */
function volumesOnDisk() {
  const disk = { isFull: false };
  const checkSpace = async () => {
    if (disk.isFull) throw new DomainError("overloaded", "The disk is nearly full.", { retryAfter: 30 });
  };
  return { disk, service: { volumes: { ...memoryVolumes(), checkSpace } } };
}

test("with the host's disk nearly full nothing new is accepted, what is there stays readable, and work goes on when there is room", async () => {
  const { disk, service } = volumesOnDisk();
  await using api = await testApi({ service });
  const made = await api.call("POST", "/api/workspaces", { json: { name: "w" } });
  const { id } = made.json as { id: string };
  const file = `/api/workspaces/${id}/agent/files?path=f`;
  expect((await api.call("PUT", file, { body: "x" })).status).toBe(201);
  const refused = [
    ["POST", "/api/workspaces", { json: { name: "another" } }],
    ["POST", `/api/workspaces/${id}/chat`, { json: { message: "go" } }],
    ["PUT", file, { body: "y" }],
    ["PUT", `/api/workspaces/${id}/agent/afs-files?path=f`, { body: "y" }],
    ["POST", `/api/workspaces/${id}/agent/dirs?path=d`, {}],
  ] as const;

  disk.isFull = true;
  for (const [method, path, options] of refused) {
    const answer = await api.call(method, path, options);
    expect([path, answer.status, answer.json]).toMatchObject([path, 503, { code: "overloaded" }]);
    expect(answer.headers.get("retry-after")).toBe("30");
  }
  const ready = await api.call("GET", "/readyz", { token: "" });
  expect([ready.status, ready.json]).toMatchObject([503, { ready: false, checks: { disk: "failed" } }]);
  expect((await api.call("GET", file)).text).toBe("x");
  expect((await api.call("DELETE", file)).status).toBe(204);

  disk.isFull = false;
  for (const [method, path, options] of refused)
    expect((await api.call(method, path, options)).status).toBeLessThan(300);
  expect((await api.call("GET", "/readyz", { token: "" })).status).toBe(200);
});

test("with the host's disk nearly full a repeat of what was accepted gets the answer that it had", async () => {
  const { disk, service } = volumesOnDisk();
  await using api = await testApi({ service });
  const { id } = (await api.call("POST", "/api/workspaces", { json: { name: "w" } })).json as { id: string };
  await api.call("PUT", "/api/templates/t", { json: { description: "", config: {} } });
  const requests = [
    ["/api/workspaces", { json: { name: "another" } }],
    ["/api/workspaces", { json: { name: "from a template", template: "t" } }],
    [`/api/workspaces/${id}/chat`, { json: { message: "go", mode: "async" } }],
    [`/api/workspaces/${id}/agent/dirs?path=d`, {}],
  ] as const;
  const send = (key: string) =>
    Promise.all(
      requests.map(([path, options], index) =>
        api.call("POST", path, { ...options, headers: { "idempotency-key": `${key} ${index}` } }),
      ),
    );
  const accepted = await send("key");
  for (const { status } of accepted) expect(status).toBeLessThan(300);

  disk.isFull = true;
  const repeated = await send("key");
  const idsOf = (answers: typeof accepted) =>
    answers.map(({ json }) => {
      const { id = null, turn_id = null, path = null } = json as Readonly<Record<string, unknown>>;
      return { id, turn_id, path };
    });
  expect(idsOf(repeated)).toEqual(idsOf(accepted));
  for (const { headers } of repeated) expect(headers.get("idempotent-replayed")).toBe("true");
  for (const { status } of await send("other key")) expect(status).toBe(503);
});
