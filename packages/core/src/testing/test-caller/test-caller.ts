import type { Caller } from "../../domain/sessions/caller.ts";

/** A caller for tests of tools, models and sandboxes. */
export function testCaller(caller: Partial<Caller> = {}): Caller {
  return {
    tenant: "default",
    principal: { kind: "user", id: "admin", name: "admin" },
    workspaceId: "ws_1",
    sessionId: "ses_1",
    turnId: "turn_1",
    callId: null,
    source: "api",
    metadata: {},
    ...caller,
  };
}
