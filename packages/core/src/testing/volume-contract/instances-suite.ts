import { describe, expect, it } from "vitest";
import type { Volume, VolumeProvider } from "../../ports/volume.ts";
import { bytes, codeOf, textOf, tree } from "./given.ts";
import type { MakeVolumes, VolumePart } from "./volumes-under-test.ts";

/** For volumes that several providers may have open at once. */
export function instancesSuite(makeVolumes: MakeVolumes, parts: readonly VolumePart[]): void {
  type Another = () => VolumeProvider | Promise<VolumeProvider>;

  /** Calls `work` with a provider and with what opens another, and closes both. */
  async function withVolumes(work: (first: VolumeProvider, another: Another) => Promise<void>) {
    const made = await makeVolumes();
    const opened = [made.provider];
    try {
      const { another } = made;
      if (another !== undefined)
        await work(made.provider, async () => {
          const provider = await another();
          opened.push(provider);
          return provider;
        });
    } finally {
      for (const provider of opened) await provider.close();
      await made.remove?.();
    }
  }

  /** The volumes of one workspace in two providers. */
  const withInstances = (work: (volumes: readonly [Volume, Volume]) => Promise<void>) =>
    withVolumes(async (first, another) => {
      const second = await another();
      expect(await second.placement(), "two providers of the same files differ in placement()").toBe(
        await first.placement(),
      );
      await work([await first.workspace("ws_both"), await second.workspace("ws_both")]);
    });

  describe("volumes that two providers have open", () => {
    it("show each what the other changed, at once", () =>
      withInstances(async ([one, two]) => {
        const { entry } = await one.write("dir/f", bytes("of one"));
        expect(await two.stat("dir/f"), "the other provider does not see a new file").toEqual(entry);
        const written = await two.write("dir/f", bytes("of two"));
        expect(written.created).toBe(false);
        expect(await textOf(one, "dir/f"), "the other provider reads the old content").toBe("of two");
        expect(await codeOf(one.write("dir/f", bytes("x"), { ifMatch: entry.etag }))).toBe(
          "precondition_failed",
        );
        await one.move("dir", "moved");
        expect(await tree(two)).toEqual(["moved/", "moved/f"]);
        await two.remove("moved");
        expect(await tree(one)).toEqual([]);
      }));

    if (parts.includes("snapshots"))
      it("have one id of their copy, even if both ask for it at once", () =>
        withInstances(async (volumes) => {
          const ids = await Promise.all(
            Array.from({ length: 20 }, async (_, index) =>
              volumes[index % 2 === 0 ? 0 : 1].snapshots?.copyId(),
            ),
          );
          expect(new Set(ids).size, "two providers name the same copy differently").toBe(1);
        }));

    it("keep all that both write at once", () =>
      withInstances(async (volumes) => {
        const paths = Array.from({ length: 40 }, (_, index) => `dir${index % 3}/f${index}`);
        await Promise.all(
          paths.map((path, index) => volumes[index % 2 === 0 ? 0 : 1].write(path, bytes(path))),
        );
        for (const volume of volumes) {
          const files = (await tree(volume)).filter((path) => !path.endsWith("/"));
          expect(files, "files that two providers wrote at once are lost").toEqual([...paths].sort());
        }
        for (const path of paths) expect(await textOf(volumes[0], path)).toBe(path);
      }));

    it("let one of those create a file that both create with the condition that there is none", () =>
      withInstances(async (volumes) => {
        for (let round = 0; round < 5; round++) {
          const write = (volume: Volume) => codeOf(volume.write(`f${round}`, bytes("x"), { ifMatch: null }));
          const codes = await Promise.all(volumes.map(write));
          expect(codes.sort(), "not one of two providers created the file").toEqual([
            "ok",
            "precondition_failed",
          ]);
        }
      }));

    it("show all that was acknowledged when nobody closed the provider that wrote it", () =>
      withVolumes(async (first, another) => {
        const before = await first.workspace("ws_crashed");
        const { entry } = await before.write("dir/f", bytes("kept"));
        await before.write("old", bytes("x"));
        await before.move("old", "new");
        await before.write("gone", bytes("x"));
        await before.remove("gone");
        await (await first.shared("tenant")).write("g", bytes("shared"));
        await first.sealed?.("tenant", "key", async (volume) => {
          await volume.write("h", bytes("sealed"));
        });
        const after = await another();
        const volume = await after.workspace("ws_crashed");
        expect(await tree(volume), "acknowledged changes are lost without close()").toEqual([
          "dir/",
          "dir/f",
          "new",
        ]);
        expect(await volume.stat("dir/f")).toEqual(entry);
        expect(await volume.usage()).toEqual(await before.usage());
        expect(await textOf(await after.shared("tenant"), "g")).toBe("shared");
        const refill = () => Promise.reject(new Error("It is there."));
        const sealed = await after.sealed?.("tenant", "key", refill);
        if (sealed !== undefined) expect(await textOf(sealed, "h")).toBe("sealed");
      }));

    if (parts.includes("sealed"))
      it("get the same sealed volume, whole, when both fill it at once", () =>
        withVolumes(async (first, another) => {
          const second = await another();
          const textsOf = async (provider: VolumeProvider, name: string) => {
            const sealed = await provider.sealed?.("tenant", "key", async (volume) => {
              for (let file = 0; file < 10; file++) await volume.write(`f${file}`, bytes(`of ${name}`));
            });
            if (sealed === undefined) return [];
            const paths = await tree(sealed);
            expect(paths, "a provider got a sealed volume that is not whole").toHaveLength(10);
            return Promise.all(paths.map((path) => textOf(sealed, path)));
          };
          const [one, two] = await Promise.all([textsOf(first, "one"), textsOf(second, "two")]);
          expect(one, "two providers got different sealed volumes").toEqual(two);
          expect(new Set(one).size, "a sealed volume has files of two fills").toBe(1);
        }));
  });
}
