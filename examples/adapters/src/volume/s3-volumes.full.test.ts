import { createAgentService, SCOPES, type Principal } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { describeVolumeContract, scriptedModels } from "@workspace-agent/core/testing";
import { interpreterSandbox } from "@workspace-agent/sandbox-interpreter";
import { expect, it, onTestFinished } from "vitest";
import { fakeS3 } from "./fake-s3.test-support.ts";
import { objectVolumes } from "./object-volumes.ts";
import { s3Objects } from "./s3-objects.ts";

const CREDENTIALS = { accessKeyId: "id", secretAccessKey: "secret" };

async function aBucket() {
  const s3 = await fakeS3();
  const objects = s3Objects({ bucket: s3.bucket, ...CREDENTIALS });
  return { s3, objects, open: () => objectVolumes(objects, "my-bucket") };
}

describeVolumeContract(
  "volumes in a bucket",
  async () => {
    const { s3, open } = await aBucket();
    return { provider: open(), reopen: open, another: open, remove: () => s3.close() };
  },
  { parts: ["quota", "sealed"] },
);

it("two processes that change one volume lose nothing", async () => {
  const { s3, open } = await aBucket();
  onTestFinished(() => s3.close());
  const [one, two] = [await open().workspace("w"), await open().workspace("w")];
  const bytes = new TextEncoder().encode("x");
  const names = Array.from({ length: 10 }, (_, index) => `f${index}`);
  await Promise.all(
    names.flatMap((name) => [one.write(`one/${name}`, bytes), two.write(`two/${name}`, bytes)]),
  );
  expect((await one.list("one")).entries).toHaveLength(10);
  expect((await one.list("two")).entries).toHaveLength(10);
});

it("a key may have any characters", async () => {
  const { s3, objects } = await aBucket();
  onTestFinished(() => s3.close());
  const keys = ["a b/c", "a&<b", "a%2F+", "ü"];
  for (const key of keys) expect(await objects.put(key, new TextEncoder().encode(key))).toBe(true);
  expect([...(await objects.list(""))].sort()).toEqual(keys.sort());
  for (const key of keys) expect(new TextDecoder().decode((await objects.get(key))?.bytes)).toBe(key);
});

it("an agent works on files in a bucket", async () => {
  const { s3, open } = await aBucket();
  const service = createAgentService({
    store: memoryStore(),
    volumes: open(),
    sandbox: interpreterSandbox(),
    models: scriptedModels([
      { toolCalls: [{ name: "bash", arguments: { command: "sort names.txt > sorted.txt" } }] },
      { text: "Sorted." },
    ]),
  });
  await service.start();
  onTestFinished(async () => {
    await service.stop({ graceMs: 100 });
    await s3.close();
  });
  const caller: Principal = {
    id: "me",
    tenant: "default",
    kind: "user",
    scopes: SCOPES,
    workspace_ids: null,
  };
  const { id } = await service.workspaces.create(caller, { name: "names" });
  const files = await open().workspace(id);
  await files.write("names.txt", new TextEncoder().encode("b\na\n"));
  const turn = await service.chat.send(caller, id, { message: "Sort.", source: "api", on_busy: "queue" });
  expect((await service.chat.result(caller, id, turn, { seconds: 30 })).status).toBe("completed");
  expect(await new Response((await files.read("sorted.txt")).body).text()).toBe("a\nb\n");
});
