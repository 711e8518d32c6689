import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryStore, memoryVolumes } from "../memory/index.ts";
import { checkedSandboxes } from "../ports/checks/checked-sandboxes.ts";
import { systemClock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Sandbox, SandboxProcess, SandboxProvider } from "../ports/sandbox.ts";
import type { Store } from "../ports/store.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import { admin, testHost, type TestHostOptions } from "../test-host.test-support.ts";
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

/** Runs a turn with one command, and returns how it ended and what was logged. */
async function runWith(service: TestHostOptions["service"]) {
  const logged: unknown[] = [];
  const log = (fields: object) => void logged.push(Reflect.get(fields, "error"));
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  await using host = await testHost({
    script: ({ messages }) =>
      messages.at(-1)?.role === "user"
        ? { toolCalls: [{ name: "bash", arguments: { command: "ls" } }] }
        : { text: "done" },
    service: { ...service, logger },
  });
  const { status, error } = await host.run("go");
  return { status, error, logged };
}

describe("a sandbox that breaks its contract ends the turn with its name and the method", () => {
  const spec = {
    workspaceId: "w",
    tenant: "default",
    labels: {},
    mounts: [],
    image: null,
    cpus: 1,
    memoryMb: 1,
    diskMb: 1,
    network: "none",
  } as const;
  const scripted = scriptedSandboxes();
  const opening = (sandbox: unknown) => ({ ...scripted, open: async () => wrong<Sandbox>(sandbox) });
  const instanceWith = async (members: object) => opening({ ...(await scripted.open(spec)), ...members });
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
    const process = await (await checked.open(spec)).spawn({ command: "ls" });
    exit.reject(new Error("lost"));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(process.wait()).rejects.toMatchObject({ cause: { message: "lost" } });
  });

  it("an abort is the caller's own error", async () => {
    const checked = checkedSandboxes(await instanceWith({ run: boom }), systemClock);
    const sandbox = await checked.open(spec);
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
        const capabilities = { hostPath: true, quota: false, baselines: false };
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
});

it("a model that is none ends the turn with the method", async () => {
  const models = { default: "scripted/model", resolve: () => wrong<null>({}) };
  const { status, error } = await runWith({ models });
  const detail =
    'The models returned a wrong value from resolve("scripted/model"): the method "stream" is missing.';
  expect({ status, error }).toMatchObject({ status: "failed", error: { code: "model_unavailable", detail } });
});
