import { describe, expect, it } from "vitest";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import { bash, ended, outputs } from "../../test-host.test-support.ts";
import { answer, movingTo, pending, waitingHost } from "./approvals.test-support.ts";
import { DENIED } from "./verdict.ts";

/** A host whose every command leaves the working directory at `/workspace/other`, and whose model writes a file after one. */
const movingHost = (config: ConfigOverlay) =>
  waitingHost([bash("cd other"), { name: "write", arguments: { path: "a.txt", content: "x" } }], {
    command: movingTo("/workspace/other"),
    config,
  });

const asksToWrite = { permissions: { write: [{ pattern: "*", action: "ask" as const }] } };

describe("the approval of a path", () => {
  it("is asked for again when a call before it has moved the path to another folder", async () => {
    await using host = await movingHost(asksToWrite);
    const { session_id, turn_id, request: first } = host;
    expect(first).toMatchObject({ prompt: "May write run: /workspace/a.txt" });
    await answer(host, session_id, first, { decision: "allow" });
    const [second, ...others] = await pending(host, session_id);
    expect(second).toMatchObject({
      call_id: first?.call_id,
      prompt: "May write run: /workspace/other/a.txt",
    });
    expect([second?.id === first?.id, others]).toEqual([false, []]);
    await answer(host, session_id, second, { decision: "allow" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(outputs(await host.events(session_id)).at(-1)).toContain("/workspace/other/a.txt");
  });

  it("may be given for the first and refused for the second: nothing is written", async () => {
    await using host = await movingHost(asksToWrite);
    const { session_id, turn_id, request } = host;
    await answer(host, session_id, request, { decision: "allow" });
    await answer(host, session_id, (await pending(host, session_id))[0], { decision: "deny" });
    expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
    expect(outputs(await host.events(session_id)).at(-1)).toBe(DENIED);
  });

  it("is not asked for again where the other folder needs none, and its denial holds there too", async () => {
    const onlyRoot = {
      permissions: {
        write: [
          { pattern: "*", action: "ask" as const },
          { pattern: "other/*", action: "allow" as const },
        ],
      },
    };
    for (const decision of ["allow", "deny"] as const) {
      await using host = await movingHost(onlyRoot);
      const { session_id, turn_id, request } = host;
      await answer(host, session_id, request, { decision });
      expect(await ended(host, session_id, turn_id)).toMatchObject({ status: "completed" });
      const last = outputs(await host.events(session_id)).at(-1);
      expect(last).toEqual(decision === "deny" ? DENIED : expect.stringContaining("/workspace/other/a.txt"));
    }
  });
});
