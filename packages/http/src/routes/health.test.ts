import { expect, test } from "vitest";
import { testStore } from "@workspace-agent/core/testing";
import { testApi } from "../test-api.test-support.ts";

test("everybody may ask whether the instance lives and takes work", async () => {
  await using api = await testApi();
  expect((await api.call("GET", "/healthz", { token: "" })).json).toEqual({ status: "ok" });
  expect((await api.call("GET", "/readyz", { token: "" })).json).toEqual({
    ready: true,
    checks: { store: "ok", sandbox: "ok", queue: "ok", disk: "ok" },
  });
});

test("an instance that takes no work says which part failed, and tells why only the log", async () => {
  const store = testStore();
  await using api = await testApi({
    service: { store: { ...store, check: () => Promise.reject(new Error("no room at /var/lib/x.db")) } },
  });
  const { status, json, text } = await api.call("GET", "/readyz", { token: "" });
  expect(status).toBe(503);
  expect(json).toEqual({ ready: false, checks: { store: "failed", sandbox: "ok", queue: "ok", disk: "ok" } });
  expect(text).not.toContain("room");
  expect(api.logged).toContainEqual(expect.objectContaining({ level: "warn", message: "not ready" }));
  expect((await api.call("GET", "/healthz", { token: "" })).status).toBe(200);
});
