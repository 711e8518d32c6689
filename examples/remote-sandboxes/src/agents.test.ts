import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { remoteAgents } from "./agents.ts";
import { fakeVercel } from "./fake-vercel.test-support.ts";

it("runs a command of a task in a sandbox of the service", async () => {
  const dir = await mkdtemp(join(tmpdir(), "remote-agents-"));
  const { machines, fetch } = fakeVercel();
  const { service, handler } = await remoteAgents(dir, {
    token: "token",
    teamId: "team",
    projectId: "project",
    fetch,
  });
  onTestFinished(async () => {
    await service.stop();
    await rm(dir, { recursive: true, force: true });
  });
  const send = async (path: string, body: unknown) =>
    (await (
      await handler(
        new Request(`http://localhost/api/workspaces${path}`, {
          method: "POST",
          headers: { "x-api-key": "ada-key", "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      )
    ).json()) as { readonly id: string };

  const { id } = await send("", { name: "remote" });
  const message = "```sh\necho here > made.txt && cat made.txt\n```";
  expect(await send(`/${id}/chat`, { mode: "sync", message })).toMatchObject({ reason: "end_turn" });
  expect(machines.names).toEqual([id]);
  const made = await handler(
    new Request(`http://localhost/api/workspaces/${id}/agent/files?path=made.txt`, {
      headers: { "x-api-key": "ada-key" },
    }),
  );
  expect(await made.text()).toBe("here\n");
});
