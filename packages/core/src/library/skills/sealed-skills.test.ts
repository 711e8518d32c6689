import { describe, expect, it } from "vitest";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { memoryVolumes } from "../../memory/index.ts";
import { withMembers } from "../../ports/checks/shape.ts";
import type { CompleteVolumeProvider, Volume, VolumeProvider } from "../../ports/volume.ts";
import { admin } from "../../test-host.test-support.ts";
import { load } from "../library.test-support.ts";
import { AttachedSkills } from "./attached-skills.ts";
import { SealedSkills } from "./sealed-skills.ts";
import { aSkill, skillsHost, type SkillsHost } from "./skills.test-support.ts";
import { fakeClock, testStore } from "../../testing/index.ts";

interface Counted {
  fills: number;
  blobReads: number;
  queries: number;
  readonly removed: string[];
  readonly there: Set<string>;
}

/** The attachments of a host, with what they do counted. */
function attachmentsOf({ store, volumes }: Pick<SkillsHost, "store" | "volumes">) {
  const counted: Counted = { fills: 0, blobReads: 0, queries: 0, removed: [], there: new Set() };
  const countingVolumes: Pick<VolumeProvider, "sealedKeys"> &
    Pick<CompleteVolumeProvider, "sealed" | "removeSealed"> = {
    sealedKeys: async () => [...counted.there],
    sealed: (tenant, key, fill) =>
      volumes.sealed(tenant, key, async (volume) => {
        counted.fills += 1;
        await fill(volume);
        counted.there.add(key);
      }),
    async removeSealed(tenant, key) {
      if (counted.there.delete(key)) counted.removed.push(key);
      await volumes.removeSealed(tenant, key);
    },
  };
  const countingStore = withMembers(store, {
    blobs: withMembers(store.blobs, {
      get: (tenant, hash) => {
        counted.blobReads += 1;
        return store.blobs.get(tenant, hash);
      },
    }),
    library: withMembers(store.library, {
      findByNames: (...args) => {
        counted.queries += 1;
        return store.library.findByNames(...args);
      },
    }),
  });
  const warnings: unknown[] = [];
  const logger = { debug() {}, info() {}, error() {}, warn: (fields: object) => void warnings.push(fields) };
  const clock = fakeClock();
  const sealed = new SealedSkills(countingStore, { ...volumes, ...countingVolumes }, logger, clock);
  return { clock, counted, warnings, sealed, attached: new AttachedSkills(countingStore, sealed) };
}

/** The keys that are removed from the host from now on. */
function removalsOf({ volumes }: Pick<SkillsHost, "volumes">): readonly string[] {
  const removed: string[] = [];
  const { removeSealed } = volumes;
  volumes.removeSealed = async (tenant, key) => {
    removed.push(key);
    await removeSealed(tenant, key);
  };
  return removed;
}

const workspace = (skills: readonly string[]) => ({ tenant: "default", config: { skills } }) as const;

async function textOf(volume: Volume | null | undefined, path: string) {
  return volume ? new Response((await volume.read(path)).body).text() : null;
}

describe("the volumes of skills", () => {
  it("are filled on first use, and then cost one query", async () => {
    const host = await skillsHost();
    const { counted, attached } = attachmentsOf(host);
    await host.service.skills.create(
      admin,
      aSkill("one", [{ path: "bin/run", content: "run", executable: true }]),
    );
    await host.service.skills.create(admin, aSkill("two"));
    const names = ["two", "one", "two", "absent"];
    const skills = await attached.attach(workspace(names));
    expect(skills.map(({ name, folder }) => [name, folder])).toEqual([
      ["two", "/mnt/skills/two"],
      ["one", "/mnt/skills/one"],
    ]);
    expect(await textOf(skills[1]?.volume, "bin/run")).toBe("run");
    expect(await skills[1]?.volume.stat("bin/run")).toMatchObject({ executable: true });
    expect(counted).toMatchObject({ fills: 2, blobReads: 3, queries: 1 });
    await attached.attach(workspace(names));
    expect(counted).toMatchObject({ fills: 2, blobReads: 3, queries: 2 });
    expect(await attached.attach(workspace([]))).toEqual([]);
    expect(counted.queries).toBe(2);
  });

  it("are one for each version; the one before stays for what still runs, older ones go", async () => {
    const host = await skillsHost();
    const { counted, attached } = attachmentsOf(host);
    const texts: (string | null)[] = [];
    for (const body of ["first", "second", "third", "fourth"]) {
      await host.service.skills.put(admin, "one", aSkill("one", [], body));
      const [skill] = await attached.attach(workspace(["one"]));
      texts.push(await textOf(skill?.volume, "SKILL.md"));
    }
    expect(texts.map((text) => text?.trim().split("\n").at(-1))).toEqual([
      "first",
      "second",
      "third",
      "fourth",
    ]);
    expect([counted.there.size, counted.removed.length]).toEqual([2, 2]);
  });

  it("come back with a version that is rolled back to", async () => {
    const host = await skillsHost();
    const { attached } = attachmentsOf(host);
    await host.service.skills.create(admin, aSkill("one", [], "first"));
    for (const body of ["second", "third"]) {
      await attached.attach(workspace(["one"]));
      await host.service.skills.put(admin, "one", aSkill("one", [], body));
    }
    await host.service.skills.rollback(admin, "one", { version: 1 });
    const [skill] = await attached.attach(workspace(["one"]));
    expect(await textOf(skill?.volume, "SKILL.md")).toContain("first");
  });

  it("are of the version as the store has it, where a restored store gives out a version again", async () => {
    const { service, store } = await skillsHost();
    const volumes = memoryVolumes();
    const host = attachmentsOf({ store, volumes });
    await service.skills.create(admin, aSkill("one", [], "lost"));
    await host.attached.attach(workspace(["one"]));
    const [lost] = await store.library.findByNames("default", "skill", ["one"]);
    await service.skills.put(admin, "one", aSkill("one", [], "given out again"));
    const [again] = await store.library.findByNames("default", "skill", ["one"]);
    if (lost === undefined || again === undefined) throw new Error("The skill was made.");
    const volume = await host.sealed.volumeOf({ ...again, version: lost.version });
    expect(await textOf(volume, "SKILL.md")).toContain("given out again");
  });

  it("go with a skill that is deleted, one by one or by a load", async () => {
    const host = await skillsHost();
    const { attached } = attachmentsOf(host);
    const { skills } = host.service;
    const removed = removalsOf(host);
    for (const name of ["one", "two", "three"]) await skills.create(admin, aSkill(name));
    await attached.attach(workspace(["one", "two", "three"]));
    await skills.put(admin, "one", aSkill("one", [], "changed"));
    await attached.attach(workspace(["one"]));
    await skills.delete(admin, "one");
    expect(removed).toHaveLength(2);
    const lines = ["two", "three", "absent"].map((name) => ({ op: "delete", name }));
    await load(skills, lines, { dryRun: true });
    expect(removed).toHaveLength(2);
    expect((await load(skills, lines)).summary).toMatchObject({ deleted: 2, unchanged: 1 });
    expect(new Set(removed).size).toBe(4);
  });

  it("go within an hour on a host that did not delete the skill", async () => {
    const { service, store } = await skillsHost();
    const other = attachmentsOf({ store, volumes: memoryVolumes() });
    const { clock, counted, attached } = other;
    for (const name of ["one", "two"]) await service.skills.create(admin, aSkill(name));
    await attached.attach(workspace(["one", "two"]));
    counted.there.add("earlier");
    await service.skills.delete(admin, "one");
    await attached.attach(workspace([]));
    expect([counted.there.size, counted.removed.length]).toEqual([3, 0]);
    await clock.advance(3_600_000);
    await attached.attach(workspace([]));
    expect([counted.there.size, counted.removed.length]).toEqual([1, 2]);
    await attached.attach(workspace(["two"]));
    expect(counted.fills).toBe(2);
  });

  it("stay when an atomic load writes nothing", async () => {
    const host = await skillsHost();
    const { attached } = attachmentsOf(host);
    const { skills, workspaces } = host.service;
    const removed = removalsOf(host);
    for (const name of ["one", "used"]) await skills.create(admin, aSkill(name));
    await attached.attach(workspace(["one", "used"]));
    await workspaces.create(admin, { name: "user", config: { skills: ["used"] } });
    for (const wrong of [{ files: [] }, { op: "delete", name: "used" }]) {
      const { summary } = await load(skills, [{ op: "delete", name: "one" }, wrong], { atomic: true });
      expect(summary).toMatchObject({ deleted: 1, errors: 1 });
    }
    expect(removed).toEqual([]);
  });

  it("are left out where the skill goes meanwhile, or the host fails, and are tried again", async () => {
    const host = await skillsHost();
    const { warnings, sealed, attached } = attachmentsOf(host);
    await host.service.skills.create(admin, aSkill("one"));
    const [record] = await host.store.library.findByNames("default", "skill", ["one"]);
    await host.service.skills.delete(admin, "one");
    if (record === undefined) throw new Error("The skill was made.");
    expect(await sealed.volumeOf(record)).toBeNull();
    expect(warnings).toEqual([]);
    await host.service.skills.create(admin, aSkill("one"));
    const { sealed: fill } = host.volumes;
    Object.assign(host.volumes, {
      sealed: () => Promise.reject(new DomainError("quota_exceeded", "The disk is full.")),
    });
    expect(await attached.attach(workspace(["one"]))).toEqual([]);
    expect(warnings).toHaveLength(1);
    Object.assign(host.volumes, { sealed: fill });
    expect(await attached.attach(workspace(["one"]))).toHaveLength(1);
  });

  it("do not outlive a skill that is deleted while they are made", async () => {
    const host = await skillsHost();
    const { counted, attached } = attachmentsOf(host);
    await host.service.skills.create(admin, aSkill("one"));
    const { sealed } = host.volumes;
    host.volumes.sealed = (tenant, key, fill) =>
      sealed(tenant, key, async (volume) => {
        await fill(volume);
        await host.service.skills.delete(admin, "one");
      });
    expect(await attached.attach(workspace(["one"]))).toEqual([]);
    expect([counted.fills, counted.there.size]).toEqual([1, 0]);
  });

  const one = [{ op: "delete", name: "one" }];
  it.each<[string, (skills: SkillsHost["service"]["skills"]) => Promise<unknown>]>([
    ["alone", (skills) => skills.delete(admin, "one")],
    ["by a load", (skills) => load(skills, one)],
    ["by an atomic load", (skills) => load(skills, one, { atomic: true })],
  ])("go with the version that a skill has when it is deleted %s", async (_, remove) => {
    const host = await skillsHost();
    const { store } = host;
    const { attached } = attachmentsOf(host);
    const { skills } = host.service;
    await skills.create(admin, aSkill("one"));
    await attached.attach(workspace(["one"]));
    const removed = removalsOf(host);
    const { transaction } = store;
    store.transaction = async (work) => {
      store.transaction = transaction;
      await skills.put(admin, "one", aSkill("one", [], "changed"));
      await attached.attach(workspace(["one"]));
      return transaction(work);
    };
    await remove(skills);
    expect(removed).toHaveLength(2);
  });

  it("are made once by those who ask at the same time", async () => {
    const host = { store: testStore(), volumes: memoryVolumes() };
    const { service, store } = await skillsHost();
    await service.skills.create(admin, aSkill("one"));
    const { counted, attached } = attachmentsOf({ ...host, store });
    const all = await Promise.all(Array.from({ length: 10 }, () => attached.attach(workspace(["one"]))));
    expect(all.every((skills) => skills.length === 1)).toBe(true);
    expect(counted.fills).toBe(1);
  });
});
