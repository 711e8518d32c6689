import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import type { Principal } from "../domain/principals/principal.ts";
import { codeOf } from "../rewind/rewind.test-support.ts";
import { admin } from "../test-host.test-support.ts";
import { noStats, type Turn } from "../domain/sessions/turn.ts";
import { toMessage } from "../domain/webhooks/webhook-message.ts";
import { CreateWebhookSchema } from "../domain/webhooks/webhook.ts";
import { hookHost, type HookHost } from "./webhooks.test-support.ts";

const url = "https://hooks.test/in";
const stranger: Principal = { ...admin, tenant: "other" };

let host: HookHost;
beforeEach(async () => {
  host = await hookHost();
});
afterEach(() => host[Symbol.asyncDispose]());

describe("webhooks", () => {
  it("are listed newest first, page by page", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.unshift((await host.hook()).id);
    const { webhooks } = host.service;
    const first = await webhooks.list(admin, { limit: 3 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    const second = await webhooks.list(admin, { limit: 3, cursor: first.next ?? "" });
    expect(second.items.map(({ id }) => id)).toEqual(ids.slice(3));
    expect(second.next).toBeNull();
  });

  it("are changed in part", async () => {
    const { secret, ...made } = await host.hook({ events: ["turn.ended"] });
    const changed = await host.service.webhooks.update(admin, made.id, {
      events: ["request.opened", "turn.ended"],
      description: "all",
    });
    expect(changed).toEqual({
      ...made,
      events: ["turn.ended", "request.opened"],
      description: "all",
      updated_at: changed.updated_at,
    });
    expect(await host.service.webhooks.get(admin, made.id)).toEqual(changed);
  });

  it("are nothing to another tenant", async () => {
    const { webhooks } = host.service;
    const { id } = await host.hook();
    for (const call of [
      () => webhooks.get(stranger, id),
      () => webhooks.update(stranger, id, { enabled: false }),
      () => webhooks.delete(stranger, id),
      () => webhooks.rotateSecret(stranger, id, {}),
      () => webhooks.deliveries(stranger, id, {}),
      () => webhooks.replay(stranger, id, "whd_none"),
    ])
      expect(await codeOf(call())).toBe("not_found");
    expect((await webhooks.list(stranger, {})).items).toEqual([]);
    expect(await codeOf(webhooks.replay(admin, id, "whd_none"))).toBe("not_found");
    await webhooks.delete(admin, id);
    expect(await codeOf(webhooks.get(admin, id))).toBe("not_found");
  });

  it("of a token that is bound to workspaces tell of those, and it knows of no others", async () => {
    const { webhooks, workspaces } = host.service;
    const other = await workspaces.create(admin, { name: "other" });
    const bound: Principal = { ...admin, id: "tok_1", kind: "token", workspace_ids: [host.workspaceId] };
    const all = await host.hook();
    const both = await host.hook({ workspace_ids: [host.workspaceId, other.id] });
    const own = await webhooks.create(bound, { url });
    expect(own.workspace_ids).toEqual([host.workspaceId]);
    expect((await webhooks.list(bound, {})).items.map(({ id }) => id)).toEqual([own.id]);
    for (const { id } of [all, both]) {
      expect(await codeOf(webhooks.get(bound, id))).toBe("not_found");
      expect(await codeOf(webhooks.delete(bound, id))).toBe("not_found");
    }
    expect(await codeOf(webhooks.create(bound, { url, workspace_ids: [other.id] }))).toBe("invalid_request");
    expect(await codeOf(webhooks.update(bound, own.id, { workspace_ids: [other.id] }))).toBe(
      "invalid_request",
    );
    await workspaces.delete(admin, other.id);
    const kept = await webhooks.update(admin, both.id, { workspace_ids: [other.id], description: "kept" });
    expect(kept.workspace_ids).toEqual([other.id]);
    expect(await codeOf(webhooks.update(admin, own.id, { workspace_ids: [other.id] }))).toBe(
      "invalid_request",
    );
    const stale: Principal = { ...bound, workspace_ids: [host.workspaceId, "ws_gone"] };
    expect((await webhooks.create(stale, { url })).workspace_ids).toEqual(stale.workspace_ids);
    const widened = await webhooks.update(bound, own.id, { workspace_ids: null });
    expect(widened.workspace_ids).toEqual([host.workspaceId]);
  });

  it("are at most 200 in a tenant", async () => {
    for (let count = 0; count < 200; count++) await host.hook();
    expect(await codeOf(host.hook())).toBe("not_allowed");
  });

  it.each(["ftp://a.test/", "https://user:word@a.test/", "https://a.test/#part", "/in", "https://"])(
    "have no address such as %s",
    (address) => {
      expect(v.is(CreateWebhookSchema, { url: address })).toBe(false);
      expect(v.is(CreateWebhookSchema, { url })).toBe(true);
    },
  );
});

describe("a host that sends none", () => {
  it("takes none", async () => {
    await using silent = await hookHost({ webhooks: undefined } as object);
    expect(await codeOf(silent.hook())).toBe("not_allowed");
    await silent.turn();
  });
});

describe("what webhooks receive", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const turn: Turn = {
    id: "turn_1",
    session_id: "ses_1",
    status: "completed",
    stop_reason: "end_turn",
    source: "api",
    error: null,
    queued_at: at,
    started_at: at,
    ended_at: at,
    stats: noStats,
    by: null,
    metadata: {},
  };
  const place = { id: "ses_1", workspace_id: "ws_1" };
  const parent = { session_id: "ses_0", turn_id: "turn_0", call_id: "call_0" };
  const event = { session_id: "ses_1", seq: 3, at, turn_id: "turn_1" };
  const request = {
    id: "req_1",
    kind: "approval",
    turn_id: "turn_1",
    call_id: "call_1",
    tool: "bash",
    prompt: "May bash run: cat .env",
    arguments: "{}",
    created_at: at,
    expires_at: at,
  } as const;

  it("is the end of a caller's turn, and not of a subagent's", () => {
    const ended = { ...event, type: "turn.ended", turn } as const;
    expect(toMessage(ended, { ...place, parent: null })).toMatchObject({ data: { turn } });
    expect(toMessage(ended, { ...place, parent })).toBeNull();
  });

  it("is a request once, where it was opened, without what is asked", () => {
    const opened = { ...event, type: "request.opened", request } as const;
    const message = toMessage(opened, { ...place, parent });
    expect(message?.data).toMatchObject({ session_id: "ses_1", parent_session_id: "ses_0" });
    expect(JSON.stringify(message)).not.toContain(".env");
    const mirrored = { ...opened, request: { ...request, origin_session_id: "ses_2" } };
    expect(toMessage(mirrored, { ...place, parent: null })).toBeNull();
  });
});
