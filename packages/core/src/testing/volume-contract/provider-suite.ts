import { describe, expect, it } from "vitest";
import { BLOCK_BYTES, bytes, codeOf, textOf, tree, unique, type Given } from "./given.ts";

export function providerSuite({ provider }: Given): void {
  describe("two workspaces", () => {
    it("never see each other's files, however alike their ids", async () => {
      const id = unique("ws");
      const ids = [id, `${id}-evil`, `${id}_`, `${id}x`, id.toUpperCase()];
      for (const each of ids) await (await provider().workspace(each)).write("f", bytes(each));
      for (const each of ids) {
        const volume = await provider().workspace(each);
        expect(await textOf(volume, "f")).toBe(each);
        expect(await tree(volume)).toEqual(["f"]);
      }
      await provider().removeWorkspace(id);
      expect(await tree(await provider().workspace(`${id}-evil`))).toEqual(["f"]);
    });
  });

  describe("a workspace", () => {
    it("is empty at first, and the same each time it is asked for", async () => {
      const id = unique("ws");
      expect(await tree(await provider().workspace(id))).toEqual([]);
      await (await provider().workspace(id)).write("f", bytes("x"));
      expect(await tree(await provider().workspace(id))).toEqual(["f"]);
    });

    it("that was removed is empty when it is made again, and absent is fine", async () => {
      const id = unique("ws");
      const volume = await provider().workspace(id, { maxBytes: BLOCK_BYTES, maxInodes: 2 });
      await volume.write("dir/f", bytes("12345678"));
      await provider().removeWorkspace(id);
      await provider().removeWorkspace(id);
      await provider().removeWorkspace(unique("ws"));
      const again = await provider().workspace(id, { maxBytes: BLOCK_BYTES, maxInodes: 2 });
      expect(await tree(again), "removeWorkspace() left files").toEqual([]);
      expect(await codeOf(again.write("g", bytes("12345678")))).toBe("ok");
    });
  });

  describe("the shared volume", () => {
    it("is one for each tenant, whatever its name", async () => {
      const tenant = unique("Tenant");
      const names = [
        tenant,
        tenant.toLowerCase(),
        `../${tenant}`,
        `${tenant}/a`,
        "..",
        ".",
        "a b",
        "日本",
        "ü%20",
      ];
      for (const name of names) await (await provider().shared(name)).write("own", bytes(name));
      for (const name of names) {
        const volume = await provider().shared(name);
        expect([name, await textOf(volume, "own"), await tree(volume)]).toEqual([name, name, ["own"]]);
      }
    });

    it("is apart from the workspaces", async () => {
      const name = unique("ws");
      await (await provider().workspace(name)).write("f", bytes("x"));
      expect(await tree(await provider().shared(name))).toEqual([]);
    });

    it("is shared by all who ask for it, from its folders too", async () => {
      const tenant = unique("tenant");
      const whole = await provider().shared(tenant);
      const team = await provider().shared(tenant, { root: "team/a" });
      await team.write("dir/f", bytes("of the team"));
      expect(await tree(whole)).toEqual(["team/", "team/a/", "team/a/dir/", "team/a/dir/f"]);
      expect((await team.stat("dir/f"))?.path).toBe("dir/f");
      await whole.write("team/a/g", bytes("from outside"));
      expect(await tree(team)).toEqual(["dir/", "dir/f", "g"]);
    });

    it("cannot be left from one of its folders", async () => {
      const tenant = unique("tenant");
      const whole = await provider().shared(tenant);
      await whole.write("secret", bytes("secret"));
      await whole.write("team-evil/f", bytes("secret"));
      const team = await provider().shared(tenant, { root: "team" });
      expect(await tree(team)).toEqual([]);
      for (const path of ["../secret", "/secret", "..", "../team-evil/f", "a/../../secret"]) {
        expect(await codeOf(team.read(path))).toBe("invalid_path");
        expect(await codeOf(team.write(path, bytes("x")))).toBe("invalid_path");
      }
      expect(await codeOf(team.remove(""))).toBe("invalid_path");
      expect(await codeOf(team.stat("secret"))).toBe("ok");
      expect(await team.stat("secret")).toBeNull();
    });

    it.each(["..", "/", "/etc", "a/../..", "a//b", "\0"])("has no folder %j", async (root) => {
      expect(await codeOf(provider().shared(unique("tenant"), { root }))).toBe("invalid_path");
    });

    it("has no folder where a file is", async () => {
      const tenant = unique("tenant");
      await (await provider().shared(tenant)).write("file", bytes("x"));
      expect(await codeOf(provider().shared(tenant, { root: "file" }))).toBe("already_exists");
    });
  });

  describe("the placement", () => {
    it("is a name that stays", async () => {
      const placement = await provider().placement();
      expect(placement, "placement() is not a name as the page describes").toMatch(/^[\w.-]{1,128}$/);
      expect(await provider().placement(), "placement() gives another name each time").toBe(placement);
    });
  });

  describe("a folder of the host", () => {
    it("is available if the volume has one", async () => {
      const volume = await provider().workspace(unique("ws"));
      const [has, promises] = [volume.hostPath !== undefined, volume.capabilities.hostPath];
      expect(has, "`capabilities.hostPath` does not say whether there is a `hostPath`").toBe(promises);
    });
  });
}
