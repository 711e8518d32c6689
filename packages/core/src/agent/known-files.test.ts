import { describe, expect, it } from "vitest";
import { memoryVolumes } from "../memory/index.ts";
import { admin, testHost } from "../test-host.test-support.ts";
import type { SessionEvent } from "../domain/sessions/event.ts";
import { resultEvent } from "./tools/tools.test-support.ts";
import { KnownFiles } from "./known-files.ts";
import { testStore } from "../testing/index.ts";

const encode = (text: string) => new TextEncoder().encode(text);

describe("what a session knows of files", () => {
  it("outlives the service, and goes along with a fork", async () => {
    const store = testStore();
    const volumes = memoryVolumes();
    const path = "a.txt";
    const edit = { toolCalls: [{ name: "edit", arguments: { path, old_text: "one", new_text: "1" } }] };
    const read = { toolCalls: [{ name: "read", arguments: { path } }] };
    await using first = await testHost({ script: [read, { text: "Read." }], service: { store, volumes } });
    const volume = await volumes.workspace(first.workspaceId);
    await volume.write(path, encode("one\n"));
    const { session_id } = await first.run("read it");
    const fork = await first.service.sessions.fork(admin, first.workspaceId, session_id, {});
    await volume.write(path, encode("one and more\n"));
    // Both hosts make a workspace of the same name.
    await first.service.workspaces.update(admin, first.workspaceId, { name: "first" });
    await using second = await testHost({
      script: [edit, { text: "Refused." }, edit, { text: "Refused." }],
      service: { store, volumes },
    });
    for (const id of [session_id, fork.id]) {
      const edits = { message: "edit it", session_id: id };
      const turn = await second.service.chat.send(admin, first.workspaceId, edits);
      const { messages } = await second.service.chat.result(admin, first.workspaceId, turn, { seconds: 20 });
      expect(messages.find(({ role }) => role === "tool")?.content).toContain(
        "has changed since you last read",
      );
    }
    const events = await first.events(fork.id);
    expect(JSON.stringify(events)).toContain('"file":{"path":"/workspace/a.txt","sha256":"');
  });

  it("forgets at a compaction which guides were shown, and not how files were", () => {
    const known = new KnownFiles();
    const call = { type: "tool_call", call_id: "1", name: "read", arguments: "{}" } as const;
    const file = { path: "/workspace/a", sha256: "0" };
    known.apply(
      resultEvent(call, { output: "", file, appendix: { text: "g", guides: ["/workspace/AGENTS.md"] } }),
    );
    expect(known.hasShown("/workspace/AGENTS.md")).toBe(true);
    const compacted: Extract<SessionEvent, { type: "context.compacted" }> = {
      type: "context.compacted",
      session_id: "ses_1",
      turn_id: "turn_1",
      seq: 2,
      at: "2026-01-01T00:00:00.000Z",
      cause: "window",
      summary: "",
      summary_model: null,
      longest_part_tokens: null,
      through_seq: 1,
      outputs_through_seq: null,
      kept_message_ids: [],
      tokens_before: 2,
      tokens_after: 1,
    };
    known.apply(compacted);
    expect(known.hasShown("/workspace/AGENTS.md")).toBe(false);
    expect(known.hashOf("/workspace/a")).toBe("0");
  });
});
