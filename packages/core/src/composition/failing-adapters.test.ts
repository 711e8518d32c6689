import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryObjects, memoryStore, memoryVolumes } from "../memory/index.ts";
import { checkedSandboxes } from "../ports/checks/checked-sandboxes.ts";
import { checkedVolumes } from "../ports/checks/checked-volumes.ts";
import { withMembers } from "../ports/checks/shape.ts";
import { systemClock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Sandbox, SandboxProcess, SandboxProvider } from "../ports/sandbox.ts";
import { SPEC } from "../ports/sandbox-spec.test-support.ts";
import type { Store } from "../ports/store.ts";
import type { Volume, VolumeProvider } from "../ports/volume.ts";
import { admin, bash, testHost, type TestHostOptions } from "../test-host.test-support.ts";
import { fakeClock, scriptedModels, scriptedSandboxes } from "../testing/index.ts";
import { createAgentService } from "./create-agent-service.ts";

/** What the compiler refuses, as an adapter in JavaScript may do it. */
const wrong = <T>(value: unknown): T => value as T;
const without = <T extends object>(adapter: T, ...names: readonly string[]): T =>
  wrong(Object.fromEntries(Object.entries(adapter).filter(([name]) => !names.includes(name))));

const boom = () => Promise.reject(new Error("boom"));
const never = () => new Promise<never>(() => undefined);
const empty = () => new Blob([]).stream();

const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeEach(() => void process.on("unhandledRejection", note));
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled.splice(0)).toEqual([]);
});

describe("a port without what it requires is refused by createAgentService", () => {
  const ports = () => ({
    store: memoryStore() as Store,
    volumes: memoryVolumes() as VolumeProvider,
    sandbox: scriptedSandboxes() as SandboxProvider,
    models: scriptedModels([]),
  });

  it.each([
    [
      "volumes",
      without(memoryVolumes(), "placement"),
      'no VolumeProvider: the method "placement" is missing',
    ],
    [
      "volumes",
      without(memoryVolumes(), "removeSealed"),
      'no VolumeProvider: the method "removeSealed" is missing',
    ],
    ["volumes", undefined, "no VolumeProvider: undefined is no object"],
    ["sandbox", without(scriptedSandboxes(), "open"), 'no SandboxProvider: the method "open" is missing'],
    [
      "sandbox",
      without(scriptedSandboxes(), "capabilities"),
      'no SandboxProvider: "capabilities" is no object',
    ],
    ["models", { default: "a/b" }, 'no ModelProvider: the method "resolve" is missing'],
    ["store", without(memoryStore(), "now"), 'no Store: the method "now" is missing'],
    [
      "store",
      { ...memoryStore(), turns: {} },
      'no Store: of its repository "turns", the method "save" is missing',
    ],
  ])("%s %#", (name, port, message) => {
    expect(() => createAgentService({ ...ports(), [name]: port })).toThrow(
      `The option \`${name}\` is ${message}.`,
    );
  });
});

const COMMAND = bash("ls");

/** Runs a turn with one call of a tool, and returns how it ended and what was logged. */
async function runWith(
  service: TestHostOptions["service"],
  call: { readonly name: string; readonly arguments: object } = COMMAND,
) {
  const logged: unknown[] = [];
  const log = (fields: object) => void logged.push(Reflect.get(fields, "error"));
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  await using host = await testHost({
    script: ({ messages }) => (messages.at(-1)?.role === "user" ? { toolCalls: [call] } : { text: "done" }),
    service: { ...service, logger },
  });
  const { status, error } = await host.run("go");
  return { status, error, logged };
}

describe("a sandbox that breaks its contract ends the turn with its name and the method", () => {
  const scripted = scriptedSandboxes();
  const opening = (sandbox: unknown) => ({ ...scripted, open: async () => wrong<Sandbox>(sandbox) });
  const instanceWith = async (members: object) => opening({ ...(await scripted.open(SPEC)), ...members });
  const starting = (members: object) =>
    instanceWith({
      spawn: async () =>
        wrong<SandboxProcess>({
          stdout: empty(),
          stderr: empty(),
          wait: async () => ({ exitCode: 0 }),
          kill: async () => {},
          ...members,
        }),
    });

  it.each<[string, () => Promise<SandboxProvider> | SandboxProvider, string]>([
    ["open throws", () => ({ ...scripted, open: boom }), "failed in open()"],
    [
      "open throws at once",
      () => ({
        ...scripted,
        open() {
          throw new Error("boom");
        },
      }),
      "failed in open()",
    ],
    [
      "open gives nothing",
      () => opening(undefined),
      "returned a wrong value from open(): undefined is no object",
    ],
    [
      "a method is missing",
      () => opening({ description: "" }),
      'returned a wrong value from open(): the method "readFile" is missing',
    ],
    [
      "spawn gives nothing",
      () => instanceWith({ spawn: async () => undefined }),
      "returned a wrong value from spawn(): undefined is no object",
    ],
    [
      "there is no output",
      () => starting({ stderr: "text" }),
      'returned a wrong value from spawn(): "stderr" is no ReadableStream',
    ],
    [
      "there is no exit code",
      () => starting({ wait: async () => undefined }),
      'returned a wrong value from wait(): "exitCode" is no whole number',
    ],
  ])("%s", async (_what, make, message) => {
    const { status, error, logged } = await runWith({ sandbox: await make() });
    const detail = `The sandbox "scripted" ${message}.`;
    expect({ status, error }).toMatchObject({
      status: "failed",
      error: { code: "sandbox_unavailable", detail },
    });
    expect(logged).toContainEqual(expect.objectContaining({ detail }));
  });

  it.each<[string, () => Promise<SandboxProvider>]>([
    ["spawn", () => instanceWith({ spawn: boom })],
    ["wait", () => starting({ wait: boom })],
  ])("a %s that throws fails its call only, and the log names it", async (method, make) => {
    const { status, logged } = await runWith({ sandbox: await make() });
    expect(status).toBe("completed");
    const message = `The sandbox "scripted" failed in ${method}().`;
    const cause = expect.objectContaining({ message: "boom" }) as unknown;
    expect(logged).toContainEqual(expect.objectContaining({ message, cause }));
  });

  it("a command that fails before anybody waits for it is no unhandled rejection", async () => {
    const exit = Promise.withResolvers<never>();
    const checked = checkedSandboxes(await starting({ wait: () => exit.promise }), systemClock);
    const process = await (await checked.open(SPEC)).spawn({ command: "ls" });
    exit.reject(new Error("lost"));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(process.wait()).rejects.toMatchObject({ cause: { message: "lost" } });
  });

  it("an abort is the caller's own error", async () => {
    const checked = checkedSandboxes(await instanceWith({ run: boom }), systemClock);
    const sandbox = await checked.open(SPEC);
    await expect(sandbox.run({ command: "ls", abortSignal: AbortSignal.abort() })).rejects.toThrow(/^boom$/);
  });

  it("a start that never ends is reported", async () => {
    const clock = fakeClock();
    const service = createAgentService({
      store: memoryStore(),
      volumes: memoryVolumes(),
      sandbox: { ...scripted, start: never },
      models: scriptedModels([]),
      clock,
    });
    const started = expect(service.start()).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: 'The sandbox "scripted" did not answer start() within 600 s.',
    });
    await clock.advance(600_000);
    await started;
  });
});

describe("volumes that break their contract fail with the method", () => {
  const listed = async (volumes: VolumeProvider, clock = fakeClock()) => {
    await using host = await testHost({ script: [], service: { volumes, clock } });
    const listing = host.service.files.list(admin, host.workspaceId, "workspace", "", {});
    const failed = listing.then(
      () => null,
      (error: unknown) => error,
    );
    await clock.advance(60_000);
    return await failed;
  };
  const opening = (volume: unknown): VolumeProvider => ({
    ...memoryVolumes(),
    workspace: async () => wrong(volume),
  });

  it.each<[string, () => Promise<VolumeProvider> | VolumeProvider, string]>([
    ["workspace throws", () => ({ ...memoryVolumes(), workspace: boom }), "failed in workspace()"],
    [
      "workspace gives nothing",
      () => opening(null),
      "returned a wrong value from workspace(): null is no object",
    ],
    [
      "a method is missing",
      () => opening({ capabilities: {} }),
      'returned a wrong value from workspace(): the method "stat" is missing',
    ],
    [
      "a capability is not kept",
      async () => {
        const volume = await memoryVolumes().workspace("w");
        const members = Object.fromEntries(
          ["stat", "list", "read", "readLink", "write", "makeDirectory", "remove", "move", "usage"].map(
            (name) => [name, never],
          ),
        );
        const capabilities = { hostPath: true, quota: false };
        return opening({ ...members, quota: volume.quota, capabilities });
      },
      'returned a wrong value from workspace(): its capability "hostPath" promises a "hostPath", which is missing',
    ],
    [
      "workspace never answers",
      () => ({ ...memoryVolumes(), workspace: never }),
      "did not answer workspace() within 60 s",
    ],
  ])("%s", async (_what, make, message) => {
    expect(await listed(await make())).toMatchObject({ code: "internal", detail: `The volumes ${message}.` });
  });

  it("the error of the adapter is the cause", async () => {
    const error = await listed({ ...memoryVolumes(), workspace: boom });
    expect(error).toMatchObject({ cause: { message: "boom" } });
  });

  /** Volumes with some members replaced in each that is opened. */
  const opened = (members: object): VolumeProvider => {
    const volumes = memoryVolumes();
    const changed = (volume: Volume): Volume => withMembers(volume, wrong<Partial<Volume>>(members));
    return {
      ...volumes,
      workspace: async (id, quota) => changed(await volumes.workspace(id, quota)),
      sealed: async (tenant, key, fill) => volumes.sealed(tenant, key, (volume) => fill(changed(volume))),
    };
  };
  const failed = (method: string) => ({
    code: "internal",
    detail: `The volumes failed in ${method}().`,
    cause: { message: "boom" },
  });

  it.each<[string, object]>([
    ["Volume.list", { list: boom }],
    [
      "Volume.list",
      {
        list() {
          throw new Error("boom");
        },
      },
    ],
  ])("%s of an open volume throws %#", async (method, members) => {
    expect(await listed(opened(members))).toMatchObject(failed(method));
  });

  it("a write that throws fails with the method for callers; of a turn only the call fails, and the log names it", async () => {
    const volumes = opened({ write: boom });
    await using host = await testHost({ script: [], service: { volumes } });
    const body = new Blob(["x"]).stream();
    await expect(
      host.service.files.write(admin, host.workspaceId, "workspace", "f", body),
    ).rejects.toMatchObject(failed("Volume.write"));
    const call = { name: "write", arguments: { path: "f", content: "x" } };
    const { status, logged } = await runWith({ volumes }, call);
    expect(status).toBe("completed");
    expect(logged[0]).toMatchObject(failed("Volume.write"));
  });

  it("the parts of an open volume fail with their names", async () => {
    const area = { spool: boom, discard: async () => {} };
    const members = {
      readBelow: async function* () {
        yield await boom();
      },
      stage: async () => area,
      snapshots: { take: boom },
      usage: async () => ({ bytes: 0, inodes: 0 }),
    };
    const volume = await checkedVolumes(opened(members), systemClock).workspace("w");
    await expect(Array.fromAsync(volume.readBelow?.("", { upTo: 1 }) ?? [])).rejects.toMatchObject(
      failed("Volume.readBelow"),
    );
    const staging = await volume.stage?.();
    await expect(staging?.spool(empty())).rejects.toMatchObject(failed("Staging.spool"));
    await expect(volume.snapshots?.take(memoryObjects())).rejects.toMatchObject(
      failed("VolumeSnapshots.take"),
    );
    expect(await volume.usage()).toEqual({ bytes: 0, inodes: 0 });
  });

  it("what a body throws is thrown on, and what an adapter throws beside it is not", async () => {
    const failure = new Error("the line broke");
    const broken = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(failure) });
    const volume = await checkedVolumes(memoryVolumes(), systemClock).workspace("w");
    await expect(volume.write("f", broken())).rejects.toBe(failure);
    const staging = await volume.stage?.();
    await expect(staging?.spool(broken())).rejects.toBe(failure);
    const throwing = await checkedVolumes(opened({ write: boom }), systemClock).workspace("w");
    await expect(throwing.write("f", broken())).rejects.toMatchObject(failed("Volume.write"));
  });

  it("what fills a sealed volume throws is thrown on, and the volume that it fills is checked", async () => {
    const checked = checkedVolumes(opened({ write: boom }), systemClock);
    const failure = new Error("the source broke");
    await expect(checked.sealed?.("t", "k", () => Promise.reject(failure))).rejects.toBe(failure);
    const writing = async (volume: Volume) => {
      await volume.write("f", new Uint8Array());
    };
    await expect(checked.sealed?.("t", "k", writing)).rejects.toMatchObject(failed("Volume.write"));
    const broken = { ...memoryVolumes(), sealed: boom, removeSealed: boom, checkSpace: boom };
    const failing = checkedVolumes(broken, systemClock);
    await expect(failing.sealed?.("t", "k", writing)).rejects.toMatchObject(failed("sealed"));
    await expect(failing.removeSealed?.("t", "k")).rejects.toMatchObject(failed("removeSealed"));
    await expect(failing.checkSpace?.()).rejects.toMatchObject(failed("checkSpace"));
  });

  it("every method of a provider gets all that it is called with", async () => {
    const removed: unknown[] = [];
    const removeWorkspace = async (...given: unknown[]) => void removed.push(given);
    const checked = checkedVolumes({ ...memoryVolumes(), removeWorkspace }, systemClock);
    await checked.removeWorkspace("w", { tenant: "t" });
    expect(removed).toEqual([["w", { tenant: "t" }]]);
  });

  it("a volume that an adapter opens once stays one volume", async () => {
    const one = await memoryVolumes().workspace("w");
    const checked = checkedVolumes({ ...memoryVolumes(), workspace: async () => one }, systemClock);
    expect(await checked.workspace("w")).toBe(await checked.workspace("w"));
  });
});

it("a model that is none ends the turn with the method", async () => {
  const models = { default: "scripted/model", resolve: () => wrong<null>({}) };
  const { status, error } = await runWith({ models });
  const detail =
    'The models returned a wrong value from resolve("scripted/model"): the method "stream" is missing.';
  expect({ status, error }).toMatchObject({ status: "failed", error: { code: "model_unavailable", detail } });
});

it("ports that cannot be closed do not keep the service from closing the others", async () => {
  const closed: string[] = [];
  const store: Store = memoryStore();
  const volumes: VolumeProvider = memoryVolumes();
  const sandbox: SandboxProvider = scriptedSandboxes();
  const service = createAgentService({
    store: withMembers(store, { close: async () => void closed.push("store") }),
    volumes: withMembers(volumes, { close: () => Promise.reject(new Error("volumes")) }),
    sandbox: withMembers(sandbox, { close: boom }),
    models: scriptedModels([]),
  });
  await service.start();
  const stopped = service.stop();
  expect(service.stop()).toBe(stopped);
  const error: unknown = await stopped.catch((thrown: unknown) => thrown);
  expect(closed).toEqual(["store"]);
  expect(error).toBeInstanceOf(AggregateError);
  const causes = (error as AggregateError).errors.map((each: unknown) => (each as Error).cause ?? each);
  expect(causes).toEqual([new Error("boom"), new Error("volumes")]);
});
