import { expect, it } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import { admin, clockOfLeases, startedService, testHost, until } from "../../test-host.test-support.ts";
import { dyingStore } from "../../sessions/dying-store.test-support.ts";
import { fakeClock, scriptedModels, testStore } from "../../testing/index.ts";
import { simpleSchemas, submit, sumOutput as output } from "./output.test-support.ts";

it("null is stored as an output", async () => {
  await using host = await testHost({
    script: [{ toolCalls: [submit({ value: null })] }],
    service: { outputSchemas: simpleSchemas },
  });
  const result = await host.run("nothing", { output: { schema: { type: "null" }, max_attempts: 1 } });
  expect(result).toMatchObject({ status: "completed", output: null });
});

it("after a crash the next instance continues with the attempts of the log, and repeats none", async () => {
  const { clock, endLeases } = clockOfLeases();
  const kept = testStore({ clock });
  const { store, dieAfter } = dyingStore(kept);
  const options = { volumes: memoryVolumes(), outputSchemas: simpleSchemas };
  const first = await startedService({
    ...options,
    store,
    clock: fakeClock(Date.now()),
    models: scriptedModels([{ toolCalls: [submit({})] }, { text: "thinking", stall: true }]),
  });
  const { id } = await first.workspaces.create(admin, { name: "w" });
  const { session_id, turn_id } = await first.chat.send(admin, id, { message: "go", output });
  await until(async () => (await first.sessions.turn(admin, id, session_id, turn_id)).output_attempts === 1);
  dieAfter(0);
  endLeases();
  const models = scriptedModels([{ toolCalls: [submit({ sum: "no" })] }]);
  const second = await startedService({ ...options, store: kept, models });
  const turn = async () => second.sessions.turn(admin, id, session_id, turn_id);
  await until(async () => (await turn()).ended_at !== null);
  expect(await turn()).toMatchObject({ stop_reason: "output_invalid", output_attempts: 2 });
  expect(models.requests).toHaveLength(1);
  await second.stop({ graceMs: 0 });
});
