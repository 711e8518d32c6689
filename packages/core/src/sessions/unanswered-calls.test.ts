import { expect, it } from "vitest";
import { admin, outputs, testHost } from "../test-host.test-support.ts";
import { NOT_RUN, UNKNOWN_OUTCOME } from "../domain/sessions/call-result.ts";
import { unansweredCalls } from "./unanswered-calls.ts";

const call = (command: string) => ({ name: "bash", arguments: { command } });

it("calls that had started have an unknown outcome, and others of their response were not run", async () => {
  await using host = await testHost({
    script: [{ toolCalls: [call("ls"), call("rm x"), call("pwd")] }],
    config: { permissions: { bash: [{ pattern: "rm *", action: "ask" }] } },
  });
  const { session_id } = await host.run("go");
  const events = await host.events(session_id);
  const [first] = events.flatMap((event) =>
    event.type === "item.completed" && event.item.kind === "tool_call" ? [event] : [],
  );
  if (first === undefined) throw new Error("The call is not in the log.");
  const started = { ...first, type: "item.started" as const, seq: events.length + 1 };
  const asked = new Set((await host.session(session_id)).pending_requests.map(({ call_id }) => call_id));
  const drafts = unansweredCalls([...events, started], asked);
  expect(outputs(drafts)).toEqual([UNKNOWN_OUTCOME, NOT_RUN, NOT_RUN]);
  await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
});
