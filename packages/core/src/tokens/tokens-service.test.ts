import { describe, expect, it } from "vitest";
import { DomainError } from "../domain/errors/domain-error.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { SCOPES } from "../domain/principals/scopes.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import { testStore } from "../testing/index.ts";

describe("a service token", () => {
  it("authenticates as its own principal until it is revoked", async () => {
    await using host = await testHost({ script: [] });
    const created = await host.service.tokens.create(admin, { name: "ci", scopes: ["chat"] });
    const principal = await host.service.tokens.authenticate(created.token);
    expect(principal).toMatchObject({ id: created.id, kind: "token", scopes: ["chat"], workspace_ids: null });
    const { items } = await host.service.tokens.list(admin, {});
    expect(JSON.stringify(items)).not.toContain(created.token);
    expect(items[0]?.last_used_at).not.toBeNull();
    await host.service.tokens.revoke(admin, created.id);
    await expect(host.service.tokens.authenticate(created.token)).rejects.toMatchObject({
      code: "invalid_token",
    });
  });

  it("is known also where its use cannot be written down", async () => {
    const store = testStore();
    await using host = await testHost({ script: [], service: { store } });
    const { token, id } = await host.service.tokens.create(admin, { name: "ci" });
    store.serviceTokens.touch = () => Promise.reject(new DomainError("internal", "The disk is full."));
    expect(await host.service.tokens.authenticate(token)).toMatchObject({ id });
  });

  it("can neither make nor list tokens", async () => {
    await using host = await testHost({ script: [] });
    const { token } = await host.service.tokens.create(admin, { name: "ci" });
    const principal = await host.service.tokens.authenticate(token);
    expect(principal.scopes).toEqual(SCOPES);
    await expect(host.service.tokens.create(principal, { name: "more" })).rejects.toMatchObject({
      code: "user_only",
    });
    await expect(host.service.tokens.list(principal, {})).rejects.toMatchObject({ code: "user_only" });
  });

  it("may do no more than the person who makes it", async () => {
    await using host = await testHost({ script: [] });
    const other = await host.service.workspaces.create(admin, { name: "other" });
    const limited: Principal = {
      ...admin,
      id: "eve",
      scopes: ["files:read"],
      workspace_ids: [host.workspaceId],
    };
    expect(await host.service.tokens.create(limited, { name: "own" })).toMatchObject({
      scopes: ["files:read"],
      workspace_ids: [host.workspaceId],
    });
    await expect(
      host.service.tokens.create(limited, { name: "more", scopes: ["chat"] }),
    ).rejects.toMatchObject({ code: "insufficient_scope" });
    await expect(
      host.service.tokens.create(limited, { name: "wide", workspace_ids: [other.id] }),
    ).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/workspace_ids/0" }],
    });
  });

  it("is refused when it would be expired from the start", async () => {
    await using host = await testHost({ script: [] });
    const past = new Date(Date.now() - 1_000).toISOString();
    await expect(host.service.tokens.create(admin, { name: "late", expires_at: past })).rejects.toMatchObject(
      { code: "invalid_request" },
    );
  });
});
