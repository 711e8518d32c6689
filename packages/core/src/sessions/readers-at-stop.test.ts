import { expect, it } from "vitest";
import { admin, testHost, until } from "../test-host.test-support.ts";

it("an instance that stops ends its readers and waits, even if their turn has not ended", async () => {
  await using host = await testHost({ script: [{ stall: true }] });
  const { session_id, turn_id } = await host.send("go");
  const { service, workspaceId } = host;
  const stream = await service.sessions.events(admin, workspaceId, session_id, { after: 0 });
  const types: string[] = [];
  const read = (async () => {
    for await (const batch of stream) types.push(...batch.map(({ type }) => type));
  })();
  const waited = service.sessions.turn(admin, workspaceId, session_id, turn_id, { seconds: 60 });
  await until(() => types.includes("turn.started"));
  await service.stop({ graceMs: 0 });
  await read;
  expect(types).not.toContain("turn.ended");
  expect((await waited).status).not.toBe("completed");
});
