import { expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { onlyWorkspace, portableHosts, type Host } from "./portable.test-support.ts";

const epochOf = async (host: Host, id: string) =>
  (await host.service.workspaces.state(admin, id)).files?.epoch;

it("the changes of a session that has ended are read on any host, and move no files", async () => {
  const hosts = portableHosts();
  const write = { toolCalls: [{ name: "write", arguments: { path: "a.txt", content: "1" } }] };
  const one = await hosts.start([write, { text: "done" }]);
  const two = await hosts.start([], { maxRunningTurns: 0 });
  const session = await one.run("Write.");
  const id = await onlyWorkspace(one);
  const epoch = await epochOf(one, id);
  for (const host of [two, one, two]) {
    const { files } = await host.service.changes.ofSession(admin, id, session);
    expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
  }
  expect(await epochOf(one, id)).toBe(epoch);
});
