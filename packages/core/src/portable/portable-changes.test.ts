import { expect, it } from "vitest";
import { admin } from "../test-host.test-support.ts";
import { done, filesStatus, onlyWorkspace, portableHosts, writes } from "./portable.test-support.ts";

it("the changes of a session that has ended are read on any host, and move no files", async () => {
  const hosts = portableHosts();
  const one = await hosts.start([writes("a.txt"), done]);
  const two = await hosts.start([], { maxRunningTurns: 0 });
  const session = await one.run("Write.");
  const id = await onlyWorkspace(one);
  const before = await filesStatus(one);
  for (const host of [two, one, two]) {
    const { files } = await host.service.changes.ofSession(admin, id, session);
    expect(files.map(({ path }) => path)).toEqual(["a.txt"]);
  }
  expect(await filesStatus(one)).toEqual(before);
});
