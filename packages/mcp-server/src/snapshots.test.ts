import type { ModelRequest } from "@workspace-agent/core/ports";
import type { ScriptedStep } from "@workspace-agent/core/testing";
import { describe, expect, test } from "vitest";
import { refusal, testMcp, use } from "./test-mcp.test-support.ts";

interface Task {
  readonly session_id: string;
  readonly turn_id: string;
}

function writes({ messages }: ModelRequest): ScriptedStep {
  return messages.at(-1)?.role === "user"
    ? { toolCalls: [{ name: "write", arguments: { path: "made.txt", content: "made" } }] }
    : { text: "Written." };
}

describe("snapshots", () => {
  test("are listed, and lead a session back and a new workspace on", async () => {
    await using mcp = await testMcp({ script: writes });
    const { client, workspace_id } = await mcp.inWorkspace();
    const task = await use<Task>(client, "start_task", { workspace_id, message: "Write." });
    const { session_id, turn_id } = task;
    await use(client, "get_task", { workspace_id, session_id, wait: 30 });
    const listed = await use<{ readonly snapshots: readonly { readonly id: string }[] }>(
      client,
      "list_snapshots",
      { workspace_id },
    );
    expect(listed).toEqual({ snapshots: [expect.objectContaining({ kind: "auto", turn_id })] });

    const rewind = { workspace_id, session_id, to_turn: turn_id };
    const planned = await use(client, "rewind_session", { ...rewind, dry_run: true });
    expect(planned).toMatchObject({ removed: ["made.txt"], safety_snapshot_id: null });
    const fork = { workspace_id, name: "copy", sessions: "all", idempotency_key: "f" };
    const made = await use<{ readonly id: string }>(client, "fork_workspace", fork);
    expect(await use(client, "fork_workspace", fork)).toEqual(made);
    expect(await use(client, "rewind_session", rewind)).toMatchObject({ removed: ["made.txt"] });
    expect(await use(client, "list_files", { workspace_id })).toMatchObject({ entries: [] });
    expect(await use(client, "list_files", { workspace_id: made.id })).toMatchObject({
      entries: [{ path: "made.txt" }],
    });
    const [before] = listed.snapshots;
    const then = { workspace_id, name: "then", snapshot_id: before?.id };
    const { id } = await use<{ readonly id: string }>(client, "fork_workspace", then);
    expect(await use(client, "list_files", { workspace_id: id })).toMatchObject({ entries: [] });
  });

  test("of files that others have changed name them", async () => {
    await using mcp = await testMcp({ script: writes });
    const { client, workspace_id } = await mcp.inWorkspace();
    const { session_id, turn_id } = await use<Task>(client, "start_task", {
      workspace_id,
      message: "Write.",
    });
    await use(client, "get_task", { workspace_id, session_id, wait: 30 });
    await use(client, "write_file", { workspace_id, path: "made.txt", content: "mine" });
    const rewind = { workspace_id, session_id, to_turn: turn_id };
    expect(await refusal(client, "rewind_session", rewind)).toMatchObject({
      code: "rewind_conflict",
      conflicts: ["made.txt"],
    });
  });
});
