import { describe, expect, it } from "vitest";
import type { Volume } from "../../ports/volume.ts";
import { bytes, codeOf, textOf, tree, unique, type CompleteGiven } from "./given.ts";

const writing = (files: Readonly<Record<string, string>>) => async (volume: Volume) => {
  for (const [path, text] of Object.entries(files)) await volume.write(path, bytes(text));
};

const neverAgain = () => Promise.reject(new Error("It was there already."));

export function sealedSuite({ provider }: CompleteGiven): void {
  describe("a sealed volume", () => {
    it("is filled once, and found again by its key", async () => {
      const tenant = unique("tenant");
      const made = await provider().sealed(tenant, "a1", writing({ f: "one", "dir/g": "two" }));
      expect(await tree(made)).toEqual(["dir/", "dir/g", "f"]);
      const found = await provider().sealed(tenant, "a1", neverAgain);
      expect(await textOf(found, "dir/g")).toBe("two");
      expect(made.hostPath).toBe(found.hostPath);
      expect(made.hostPath !== undefined).toBe(made.capabilities.hostPath);
    });

    it("may be empty", async () => {
      const tenant = unique("tenant");
      await provider().sealed(tenant, "empty", writing({}));
      expect(await tree(await provider().sealed(tenant, "empty", neverAgain))).toEqual([]);
    });

    it("is one for each tenant and key, apart from all other volumes", async () => {
      const tenant = unique("tenant");
      const other = unique("tenant");
      await provider().sealed(tenant, "k", writing({ f: "of one" }));
      await provider().sealed(other, "k", writing({ f: "of another" }));
      await provider().sealed(tenant, "k2", writing({ f: "of a second key" }));
      expect(await textOf(await provider().sealed(tenant, "k", neverAgain), "f")).toBe("of one");
      expect(await textOf(await provider().sealed(other, "k", neverAgain), "f")).toBe("of another");
      expect(await tree(await provider().shared(tenant))).toEqual([]);
    });

    it("is filled by one of those who ask for it at once, and is whole for all", async () => {
      const tenant = unique("tenant");
      let fills = 0;
      const fill = async (volume: Volume) => {
        fills += 1;
        for (let index = 0; index < 20; index++) await volume.write(`f${index}`, bytes("x"));
      };
      const asked = Array.from({ length: 10 }, () => provider().sealed(tenant, "busy", fill));
      for (const volume of await Promise.all(asked)) expect(await tree(volume)).toHaveLength(20);
      expect(fills, "concurrent calls filled the volume more than once").toBe(1);
    });

    it("is not there when its filling failed, and can be filled then", async () => {
      const tenant = unique("tenant");
      const broken = new Error("The source broke.");
      const failing = async (volume: Volume) => {
        await volume.write("part", bytes("x"));
        throw broken;
      };
      const asked = [provider().sealed(tenant, "k", failing), provider().sealed(tenant, "k", failing)];
      for (const result of await Promise.allSettled(asked))
        expect(result).toEqual({ status: "rejected", reason: broken });
      const volume = await provider().sealed(tenant, "k", writing({ whole: "y" }));
      expect(await tree(volume), "a fill that failed left files").toEqual(["whole"]);
    });

    it("is gone when it was removed, alone, and absent is fine", async () => {
      const tenant = unique("tenant");
      await provider().sealed(tenant, "k", writing({ "dir/f": "old" }));
      await provider().sealed(tenant, "kept", writing({ f: "kept" }));
      await provider().removeSealed(tenant, "k");
      await provider().removeSealed(tenant, "k");
      await provider().removeSealed(unique("tenant"), "k");
      if ("sealedKeys" in provider()) expect(await provider().sealedKeys(tenant)).toEqual(["kept"]);
      expect(await tree(await provider().sealed(tenant, "k", writing({ g: "new" })))).toEqual(["g"]);
      expect(await tree(await provider().sealed(tenant, "kept", neverAgain))).toEqual(["f"]);
    });

    it.each(["", "..", "A", "a/b", "a-b", "x".repeat(65), "ü"])("has no key %j", async (key) => {
      const tenant = unique("tenant");
      expect(await codeOf(provider().sealed(tenant, key, writing({})))).toBe("invalid_request");
      expect(await codeOf(provider().removeSealed(tenant, key))).toBe("invalid_request");
    });
  });
}
