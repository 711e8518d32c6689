import { memoryObjects } from "../../packages/core/src/memory/index.ts";
import type { ModelRequest } from "../../packages/core/src/ports.ts";
import type { ScriptedStep } from "../../packages/core/src/testing/index.ts";
import { testApi, type TestApi } from "../../packages/http/src/test-api.test-support.ts";

function script({ messages }: ModelRequest): ScriptedStep {
  return messages.at(-1)?.role === "user"
    ? { toolCalls: [{ name: "write", arguments: { path: "made.txt", content: "made\n" } }] }
    : { text: "Written." };
}

/** An instance with snapshots, each of whose turns writes a file. */
export const apiWithTurns = async () => await testApi({ script, service: { objects: memoryObjects() } });

/** A workspace in which a turn wrote the file. */
export async function aTurn(api: TestApi) {
  const { id } = await api.createWorkspace("notes");
  const { session_id, turn_id } = (await api.chat(id, { message: "Write a file." })).as();
  const file = `/api/workspaces/${id}/agent/files?path=made.txt`;
  return {
    id,
    session_id,
    turn_id,
    isThere: async () => (await api.call("HEAD", file)).status === 200,
    put: async (body: string) => await api.call("PUT", file, { body }),
  };
}
