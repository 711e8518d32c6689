import { expect, it } from "vitest";
import { withMembers } from "../ports/checks/shape.ts";
import { scriptedSandboxes } from "../testing/index.ts";
import { AgentFiles } from "./agent-files.ts";

it("a write that is stopped while its sandbox opens does not begin, and one that has begun is not cut off", async () => {
  const calls: object[] = [];
  const owner = { workspaceId: "ws_1", tenant: "default", labels: {} };
  const limits = { image: null, cpus: 1, memoryMb: 512, diskMb: 1, network: "none" } as const;
  const opened = await scriptedSandboxes().open({ ...owner, ...limits, mounts: [] });
  const sandbox = withMembers(opened, {
    async writeBinaryFile(options: object) {
      calls.push(options);
    },
  });
  const stop = new AbortController();
  const write = (stopped: () => void) =>
    new AgentFiles([], async () => {
      stopped();
      return sandbox;
    }).write("/tmp/a.txt", new Uint8Array(1), undefined, stop.signal);
  await write(() => {});
  const refused = write(() => stop.abort(new Error("It was stopped.")));
  await expect(refused).rejects.toThrow("It was stopped.");
  expect(calls).toEqual([{ path: "/tmp/a.txt", content: new Uint8Array(1) }]);
});
