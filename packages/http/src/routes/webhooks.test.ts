import { describe, expect, test } from "vitest";
import { nextPage, testApi } from "../test-api.test-support.ts";
import { until } from "../until.test-support.ts";

const url = "https://hooks.test/in";

describe("webhooks", () => {
  test("are made, read, changed, rotated and deleted, and show their secret once", async () => {
    await using api = await testApi();
    const made = await api.call("POST", "/api/webhooks", { json: { url } });
    expect(made.status).toBe(201);
    const { id, secret } = made.as<{ id: string; secret: string }>();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.headers.get("location")).toBe(`/api/webhooks/${id}`);
    const read = await api.call("GET", `/api/webhooks/${id}`);
    expect(read.json).toMatchObject({ id, url, enabled: true, workspace_ids: null });
    expect(read.text).not.toContain(secret);
    const changed = await api.call("PATCH", `/api/webhooks/${id}`, { json: { enabled: false } });
    expect(changed.json).toMatchObject({ id, enabled: false });
    const rotated = await api.call("POST", `/api/webhooks/${id}/rotate-secret`);
    expect(rotated.json).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as unknown });
    expect(rotated.text).not.toContain(secret);
    expect((await api.call("DELETE", `/api/webhooks/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/api/webhooks/${id}`)).json).toMatchObject({ code: "not_found" });
  });

  test("have deliveries that are read page by page, and sent again", async () => {
    await using api = await testApi();
    const { id } = (await api.call("POST", "/api/webhooks", { json: { url } })).as();
    const workspace = await api.createWorkspace();
    for (let count = 0; count < 2; count++) await api.chat(workspace.id, { message: "x" });
    const address = `/api/webhooks/${id}/deliveries`;
    await until(async () => {
      await api.clock.advance(1_000);
      const all = (await api.call("GET", address)).as<{ status: string }[]>();
      return all.length === 2 && all.every(({ status }) => status === "delivered");
    });
    const page = await api.call("GET", `${address}?limit=1`);
    const [newest] = page.as<{ id: string }[]>();
    expect(page.json).toMatchObject([{ webhook_id: id, event: "turn.ended", status: "delivered" }]);
    expect((await api.call("GET", nextPage(page) ?? "")).json).toHaveLength(1);
    const again = await api.call("POST", `${address}/${newest?.id ?? ""}/replay`);
    expect(again).toMatchObject({ status: 202, json: { id: newest?.id, status: "pending" } });
    await api.call("PATCH", `/api/webhooks/${id}`, { json: { enabled: false } });
    const refused = await api.call("POST", `${address}/${newest?.id ?? ""}/replay`);
    expect(refused.json).toMatchObject({ code: "invalid_request" });
    expect((await api.call("POST", `${address}/whd_none/replay`)).status).toBe(404);
  });

  test("are in the document, with what endpoints have to expect", async () => {
    await using api = await testApi();
    const { webhooks } = (await api.call("GET", "/api/docs/openapi.json")).as<{ webhooks: object }>();
    expect(Object.keys(webhooks)).toEqual(["turn.ended", "request.opened", "schedule.run", "batch.ended"]);
  });
});
