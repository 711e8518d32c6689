import { ABANDONED_MS } from "../idempotency/idempotency.ts";
import { describe, expect, it } from "vitest";
import { memoryCluster, memoryVolumes } from "../memory/index.ts";
import type { Clock } from "../ports/clock.ts";
import { WORKSPACE_TEMPLATES } from "../ports/injection.ts";
import type { CompleteRepositories, CompleteStore } from "../ports/store.ts";
import { withMembers } from "../ports/checks/shape.ts";
import type { VolumeProvider } from "../ports/volume.ts";
import {
  admin,
  gate,
  startedService,
  stopWithClock,
  testHost,
  until,
  type TestHost,
} from "../test-host.test-support.ts";
import { fakeClock, testStore } from "../testing/index.ts";
import { mapTemplates, textFile } from "../ports/workspace-templates.test-support.ts";
import type { NewWorkspaceTemplate } from "../ports/workspace-templates.ts";

const template = (more: Partial<NewWorkspaceTemplate> = {}) => ({
  description: "",
  config: {},
  files: [],
  ...more,
});

function hostWith(
  templates: Record<string, ReturnType<typeof template>>,
  service: { store?: CompleteStore; volumes?: VolumeProvider; clock?: Clock } = {},
): Promise<TestHost & AsyncDisposable> {
  const source = mapTemplates(new Map(Object.entries(templates)));
  return testHost({
    script: () => ({ text: "done" }),
    service: { ...service, overrides: [[WORKSPACE_TEMPLATES, { useValue: source }]] },
  });
}

const create = (host: TestHost, input: object, idempotencyKey?: string) =>
  host.service.workspaces.create(
    admin,
    { name: "w", ...input },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const namesOf = async (host: TestHost) =>
  (await host.service.workspaces.list(admin, {})).items.map(({ name }) => name);
const textOf = async (host: TestHost, id: string, path: string) => {
  const { body } = await host.service.files.read(admin, id, "workspace", path);
  return new Response(body).text();
};

/** Volumes whose writes wait for `release`. */
function heldVolumes() {
  const { opened: begun, open: hasBegun } = gate();
  const { opened: released, open: release } = gate();
  const whole = memoryVolumes();
  const volumes: VolumeProvider = {
    ...whole,
    workspace: async (id, options) => {
      const volume = await whole.workspace(id, options);
      return withMembers(volume, {
        async write(...given) {
          hasBegun();
          await released;
          return volume.write(...given);
        },
      });
    },
  };
  return { volumes, whole, begun, release };
}

describe("a workspace from a template", () => {
  const files = [textFile("README.md", "# Hi"), textFile("bin/run.sh", "#!/bin/sh\n", true)];

  it("has its config under the caller's fields, and its files", async () => {
    const config = { system_prompt: "Be brief.", env: { A: "1", B: "2" }, limits: { max_steps: 7 } };
    await using host = await hostWith({ t: template({ config, files }) });
    const workspace = await create(host, { template: "t", config: { env: { C: "3" } } });
    expect(workspace).toMatchObject({ status: "ready", template: "t" });
    const stored = await host.service.workspaces.getConfig(admin, workspace.id);
    expect(stored).toMatchObject({
      etag: "1",
      config: {
        system_prompt: "Be brief.",
        env: { C: "3" },
        limits: { max_steps: 7, max_turn_seconds: 3600 },
      },
    });
    expect(await textOf(host, workspace.id, "bin/run.sh")).toBe("#!/bin/sh\n");
    expect((await host.service.workspaces.get(admin, workspace.id)).template).toBe("t");
  });

  it("needs the values of the template's secrets", async () => {
    const config = { env: { KEY: { secret: true as const }, ALSO: { secret: true as const }, PLAIN: "x" } };
    await using host = await hostWith({ t: template({ config, files }) });
    await expect(create(host, { template: "t" })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/config/env/KEY" }, { pointer: "#/config/env/ALSO" }],
    });
    const given = { KEY: { value: "k", secret: true }, ALSO: { value: "a", secret: true } };
    const { id } = await create(host, { template: "t", config: { env: given } });
    const { config: stored } = await host.service.workspaces.getConfig(admin, id);
    expect(stored.env).toEqual({ KEY: { secret: true }, ALSO: { secret: true } });
  });

  it("is refused when there is no such template, and leaves nothing", async () => {
    await using host = await hostWith({});
    await expect(create(host, { template: "t" })).rejects.toMatchObject({
      code: "invalid_request",
      errors: [{ pointer: "#/template" }],
    });
    expect(await namesOf(host)).toEqual(["test"]);
  });

  it("is not left behind when a file of it cannot be written, nor is its name or key taken", async () => {
    const whole = memoryVolumes();
    const removed: string[] = [];
    let isBroken = true;
    const volumes: VolumeProvider = {
      ...whole,
      workspace: async (id, options) => {
        const volume = await whole.workspace(id, options);
        const write: typeof volume.write = (path, ...rest) =>
          isBroken && path.startsWith("bin/")
            ? Promise.reject(new Error("the disk failed"))
            : volume.write(path, ...rest);
        return withMembers(volume, { write });
      },
      removeWorkspace: async (id) => {
        removed.push(id);
        await whole.removeWorkspace(id);
      },
    };
    await using host = await hostWith({ t: template({ files }) }, { volumes });
    await expect(create(host, { template: "t" }, "k")).rejects.toMatchObject({
      cause: { message: "the disk failed" },
    });
    expect(removed).toHaveLength(1);
    expect(await namesOf(host)).toEqual(["test"]);
    isBroken = false;
    const made = await create(host, { template: "t" }, "k");
    expect((await create(host, { template: "t" }, "k")).id).toBe(made.id);
    expect(await namesOf(host)).toEqual(["w", "test"]);
  });

  it("that does not fit its own quota is not left behind", async () => {
    const big = { path: "big", bytes: new Uint8Array(2 * 1_048_576), executable: false };
    await using host = await hostWith({ t: template({ files: [big] }) });
    await expect(create(host, { template: "t", config: { sandbox: { disk_mb: 1 } } })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    expect(await namesOf(host)).toEqual(["test"]);
  });

  it("whose making a crash cut short is removed by the sweep, but not while it is made", async () => {
    const clock = fakeClock();
    const store = testStore({ clock });
    const { volumes, whole, begun, release } = heldVolumes();
    const templates = { t: template({ files }) };
    // Nobody renews the row of what a crash cut short.
    const workspaces = withMembers(store.workspaces, { update: async () => null });
    await using host = await hostWith(templates, {
      store: withMembers(store, { workspaces }),
      volumes,
      clock,
    });
    const making = create(host, { template: "t" });
    await begun;
    const unfinished = async () => (await store.workspaces.listDeleting()).find(({ name }) => name === "w");
    await clock.advance(ABANDONED_MS);
    const id = (await unfinished())?.id ?? "";
    const { items } = await host.service.workspaces.list(admin, {});
    expect(items.map(({ name }) => name)).not.toContain("w");
    await expect(host.service.workspaces.get(admin, id)).rejects.toMatchObject({ code: "not_found" });
    // A later process of this store takes it for what a crash left.
    const later = await startedService({ store, volumes: whole });
    await until(async () => (await unfinished()) === undefined);
    release();
    await expect(making).rejects.toMatchObject({ code: "not_found" });
    await later.stop();
  });

  describe("beside another instance", () => {
    function instances() {
      const clock = fakeClock();
      const cluster = memoryCluster({ clock });
      const { volumes, whole, begun, release } = heldVolumes();
      const source = mapTemplates(new Map(Object.entries({ t: template({ files }) })));
      const overrides = [[WORKSPACE_TEMPLATES, { useValue: source }]] as const;
      const start = (options: { readonly volumes?: VolumeProvider } = {}) =>
        startedService({ store: cluster.open(), volumes, clock, overrides, ...options });
      return { clock, store: cluster.open(), whole, begun, release, start };
    }

    it("is not removed by it, however long its making takes", async () => {
      const { clock, begun, release, start } = instances();
      const service = await start();
      const making = service.workspaces.create(admin, { name: "w", template: "t" });
      await begun;
      await clock.advance(ABANDONED_MS);
      // It sweeps at its start, and does so to the end before it stops.
      await stopWithClock(await start(), clock);
      release();
      await expect(making).resolves.toMatchObject({ status: "ready" });
      await stopWithClock(service, clock);
    });

    it("is not removed by it where it became ready during a long sweep", async () => {
      const { clock, store, whole, begun, release, start } = instances();
      const service = await start();
      const { id } = await service.workspaces.create(admin, { name: "deleted" });
      await store.workspaces.update(admin.tenant, id, { status: "deleting", updated_at: clock.now() });
      const making = service.workspaces.create(admin, { name: "w", template: "t" });
      await begun;
      const [sweeping, going] = [gate(), gate()];
      const removeWorkspace: VolumeProvider["removeWorkspace"] = async (...given) => {
        sweeping.open();
        await going.opened;
        await whole.removeWorkspace(...given);
      };
      const other = await start({ volumes: { ...whole, removeWorkspace } });
      await sweeping.opened;
      release();
      const made = await making;
      await clock.advance(ABANDONED_MS);
      going.open();
      await stopWithClock(other, clock);
      expect(await service.workspaces.get(admin, made.id)).toMatchObject({ status: "ready" });
      await stopWithClock(service, clock);
    });
  });
});

describe("a workspace's key", () => {
  it("makes one workspace of many requests at once", async () => {
    await using host = await hostWith({});
    const made = await Promise.all(
      Array.from({ length: 5 }, () => create(host, { labels: { a: "b" } }, "k")),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(create(host, { labels: { a: "c" } }, "k")).rejects.toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await namesOf(host)).toEqual(["w", "test"]);
  });

  it("gives the answer again when the workspace is gone, and keeps no secret", async () => {
    const store = testStore();
    const seen: unknown[] = [];
    const watched: CompleteStore = {
      ...store,
      transaction: (work) =>
        store.transaction((repositories) => work(watching(repositories, (value) => seen.push(value)))),
    };
    await using host = await hostWith({}, { store: watched });
    const input = { config: { env: { KEY: { value: "s3cret-canary", secret: true } } } };
    const made = await create(host, input, "k");
    await host.service.workspaces.delete(admin, made.id);
    expect(await create(host, input, "k")).toEqual(made);
    expect(await namesOf(host)).toEqual(["test"]);
    expect(seen.length).toBeGreaterThan(1);
    expect(JSON.stringify(seen)).not.toContain("s3cret-canary");
  });

  it("is free again when the workspace could not be made", async () => {
    await using host = await hostWith({});
    await expect(create(host, { name: "test" }, "k")).rejects.toMatchObject({ code: "name_taken" });
    expect((await create(host, { name: "another" }, "k")).name).toBe("another");
  });
});

function watching(repositories: CompleteRepositories, see: (value: unknown) => void): CompleteRepositories {
  const { idempotency } = repositories;
  return {
    ...repositories,
    idempotency: {
      ...idempotency,
      insert: (record) => {
        see(record);
        return idempotency.insert(record);
      },
      complete: (tenant, id, answer) => {
        see(answer);
        return idempotency.complete(tenant, id, answer);
      },
    },
  };
}
