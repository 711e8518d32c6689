import { describe, expect, it } from "vitest";
import { bytes, codeOf, textOf } from "./given.ts";
import type { MakeVolumes } from "./volumes-under-test.ts";

/** For volumes that outlive their provider. */
export function restartSuite(makeVolumes: MakeVolumes): void {
  describe("volumes that are opened again", () => {
    it("keep their files, their use and their placement", async () => {
      const made = await makeVolumes();
      const before = await made.provider.workspace("ws_kept", { maxBytes: 1_000 });
      const placement = await made.provider.placement();
      const { entry } = await before.write("dir/f", bytes("x".repeat(600)));
      await (await made.provider.shared("tenant")).write("g", bytes("shared"));
      await made.provider.sealed("tenant", "key", async (volume) => {
        await volume.write("h", bytes("sealed"));
      });
      await made.provider.close();
      const provider = made.reopen === undefined ? null : await made.reopen();
      if (provider !== null) {
        const after = await provider.workspace("ws_kept", { maxBytes: 1_000 });
        expect(await provider.placement()).toBe(placement);
        expect(await after.stat("dir/f")).toEqual(entry);
        expect(await after.usedBytes()).toBe(600);
        expect(await codeOf(after.write("more", bytes("x".repeat(401))))).toBe("quota_exceeded");
        expect(await textOf(await provider.shared("tenant"), "g")).toBe("shared");
        const sealed = await provider.sealed("tenant", "key", () =>
          Promise.reject(new Error("It is there.")),
        );
        expect(await textOf(sealed, "h")).toBe("sealed");
        await provider.close();
      }
      await made.remove?.();
    });
  });
}
