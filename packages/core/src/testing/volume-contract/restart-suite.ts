import { describe, expect, it } from "vitest";
import { BLOCK_BYTES, blocks, bytes, codeOf, textOf } from "./given.ts";
import type { MakeVolumes, VolumePart } from "./volumes-under-test.ts";

/** For volumes that outlive their provider. */
export function restartSuite(makeVolumes: MakeVolumes, parts: readonly VolumePart[]): void {
  describe("volumes that are opened again", () => {
    it("keep their files, their use and their placement", async () => {
      const made = await makeVolumes();
      const before = await made.provider.workspace("ws_kept", { maxBytes: 1_000 * BLOCK_BYTES });
      const placement = await made.provider.placement();
      const { entry } = await before.write("f", blocks(600));
      const copyId = await before.snapshots?.copyId();
      await (await made.provider.shared("tenant")).write("g", bytes("shared"));
      await made.provider.sealed?.("tenant", "key", async (volume) => {
        await volume.write("h", bytes("sealed"));
      });
      await made.provider.close();
      const provider = made.reopen === undefined ? null : await made.reopen();
      if (provider !== null) {
        const after = await provider.workspace("ws_kept", { maxBytes: 1_000 * BLOCK_BYTES });
        expect(await provider.placement(), "the placement is another one after a restart").toBe(placement);
        expect(await after.stat("f"), "a file is another one after a restart").toEqual(entry);
        expect(await after.snapshots?.copyId(), "the copy is another one after a restart").toBe(copyId);
        expect(await after.usage(), "usage() is another one after a restart").toEqual({
          bytes: 600 * BLOCK_BYTES,
          inodes: 1,
        });
        if (parts.includes("quota"))
          expect(await codeOf(after.write("more", blocks(401)))).toBe("quota_exceeded");
        expect(await textOf(await provider.shared("tenant"), "g")).toBe("shared");
        const refill = () => Promise.reject(new Error("It is there."));
        const sealed = await provider.sealed?.("tenant", "key", refill);
        if (sealed !== undefined) expect(await textOf(sealed, "h")).toBe("sealed");
        await provider.close();
      }
      await made.remove?.();
    });
  });
}
