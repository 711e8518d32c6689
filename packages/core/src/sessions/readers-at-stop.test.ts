import { expect, it } from "vitest";
import { admin, testHost, until } from "../test-host.test-support.ts";

it("an instance that stops lets go of those who read or wait, though their turn has not ended", async () => {
  await using host = await testHost({ script: [{ stall: true }] });
  const { session_id, turn_id } = await host.send("go");
  const { service, workspaceId } = host;
  const stream = await service.sessions.events(admin, workspaceId, session_id, { after: 0 });
  const read = (async () => {
    const types: string[] = [];
    for await (const batch of stream) types.push(...batch.map(({ type }) => type));
    return types;
  })();
  const waited = service.sessions.turn(admin, workspaceId, session_id, turn_id, { seconds: 60 });
  await until(async () => (await host.session(session_id)).status === "running");
  await service.stop({ graceMs: 0 });
  expect(await read).toContain("turn.started");
  expect(await read).not.toContain("turn.ended");
  expect((await waited).status).not.toBe("completed");
});
