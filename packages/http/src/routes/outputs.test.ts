import { newId } from "@workspace-agent/core";
import { scriptedSandboxes, type ScriptedSandboxes } from "@workspace-agent/core/testing";
import { expect, test } from "vitest";
import { testApi } from "../test-api.test-support.ts";

type Entry = { readonly type: "file" | "directory" | "other"; readonly text: string };

/** Scripted sandboxes that have these in them. */
function sandboxesWith(entries: Readonly<Record<string, Entry>>): ScriptedSandboxes {
  const scripted = scriptedSandboxes();
  return {
    ...scripted,
    open: async (spec) => ({
      ...(await scripted.open(spec)),
      stat: async ({ path }) => {
        const entry = entries[path];
        return entry === undefined ? null : { type: entry.type, size: entry.text.length };
      },
      readFile: async ({ path }) => {
        const entry = entries[path];
        return entry === undefined ? null : new Response(entry.text).body;
      },
    }),
  };
}

const sandbox = () =>
  sandboxesWith({
    "/tmp/outputs/out_1.txt": { type: "file", text: "<script>all of it</script>\n" },
    "/tmp/outputs/out_2.txt": { type: "other", text: "a pipe" },
    "/tmp/secret.txt": { type: "file", text: "of the agent alone" },
  });

/** The model runs a command, so that the sandbox stands. */
const script = ({ messages }: { readonly messages: readonly unknown[] }) =>
  messages.length > 1
    ? { text: "Done." }
    : { toolCalls: [{ name: "bash", arguments: { command: "seq 9" } }] };

test("the whole of an output that was cut is given as text, for nothing but to be read", async () => {
  await using api = await testApi({ service: { sandbox: sandbox() }, script });
  const { id } = await api.createWorkspace();
  await api.chat(id, { message: "Count" });
  const { status, text, headers } = await api.call("GET", `/api/workspaces/${id}/outputs/out_1`);
  expect([status, text]).toEqual([200, "<script>all of it</script>\n"]);
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("sandbox");

  const { id: other } = await api.createWorkspace("other");
  const bound = await api.createToken({ workspace_ids: [other] });
  const wrong = ["out_2", "out_3", "..%2Fsecret", "out_1.txt", "secret"];
  for (const name of wrong) {
    const { status, json } = await api.call("GET", `/api/workspaces/${id}/outputs/${name}`);
    expect([name, status, json]).toEqual([name, 404, expect.objectContaining({ code: "not_found" })]);
  }
  expect((await api.call("GET", `/api/workspaces/${id}/outputs/out_1`, { token: bound })).status).toBe(404);
});

test("an output is gone when the workspace no longer retains it", async () => {
  // By their ids, of 1970 and of now.
  const [old, recent] = ["out_00000000010123456789abcdef", newId("out")];
  const entries = [old, recent].map((name) => [
    `/tmp/outputs/${name}.txt`,
    { type: "file", text: name } as const,
  ]);
  const sandboxes = sandboxesWith(Object.fromEntries(entries) as Record<string, Entry>);
  await using api = await testApi({ service: { sandbox: sandboxes }, script });
  const { id } = await api.createWorkspace("x", { retention: { outputs_days: 1 } });
  await api.chat(id, { message: "Count" });
  const read = (output: string) => api.call("GET", `/api/workspaces/${id}/outputs/${output}`);
  expect([(await read(old)).status, (await read(recent)).text]).toEqual([404, recent]);
});

test("an output is gone with its sandbox, and asking for it starts none", async () => {
  const sandboxes = sandbox();
  await using api = await testApi({ service: { sandbox: sandboxes } });
  const { id } = await api.createWorkspace();
  const { status, as } = await api.call("GET", `/api/workspaces/${id}/outputs/out_1`);
  expect([status, as().code]).toEqual([404, "not_found"]);
  expect(sandboxes.state(id)).toBe("stopped");
});
