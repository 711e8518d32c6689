import { parentPath } from "../../domain/files/path.ts";
import type { Volume } from "../../ports/volume.ts";

/** Everything that the port shows of a volume's files: `dir`, or the content, of a program with `*` before it. */
export async function stateOf(volume: Volume): Promise<Record<string, string>> {
  const { entries } = await volume.list("", { recursive: true });
  const state: Record<string, string> = {};
  for (const { path, type, executable } of entries) {
    if (type === "dir") state[path] = "dir";
    else if (type === "symlink") state[path] = `-> ${await volume.readLink(path)}`;
    else {
      const { body } = await volume.read(path);
      const hex = Array.from(new Uint8Array(await new Response(body).arrayBuffer()), (byte) =>
        byte.toString(16).padStart(2, "0"),
      );
      state[path] = `${executable ? "*" : ""}${hex.join("")}`;
    }
  }
  return state;
}

/** Numbers that look random, the same for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
}

const NAMES = ["a", "b", "src", "ü", "line\nbreak", ".git", "x y", "Ω.txt", "-rf", "c"];

/** Changes a volume at random: writes, directories, moves and removals, also of one kind over another. */
export async function changeAtRandom(
  volume: Volume,
  random: (below: number) => number,
  changes: number,
): Promise<void> {
  const aPath = () =>
    Array.from({ length: 1 + random(3) }, () => NAMES[random(NAMES.length)] ?? "a").join("/");
  for (let done = 0; done < changes; done++) {
    const path = aPath();
    await clear(volume, parentPath(path));
    switch (random(6)) {
      case 0:
        await removeIfThere(volume, path);
        break;
      case 1:
        await clear(volume, path);
        await volume.makeDirectory(path);
        break;
      case 2:
        await moveIfPossible(volume, path, aPath());
        break;
      default: {
        if ((await volume.stat(path))?.type === "dir") await volume.remove(path);
        const content = Uint8Array.from({ length: random(40) }, () => random(256));
        await volume.write(path, content, { mode: random(4) === 0 ? 0o755 : 0o644 });
      }
    }
  }
}

/** Removes files at a path and above it. */
async function clear(volume: Volume, path: string): Promise<void> {
  for (let above = path; above !== ""; above = parentPath(above))
    if ((await volume.stat(above))?.type === "file") await volume.remove(above);
}

async function removeIfThere(volume: Volume, path: string): Promise<void> {
  if ((await volume.stat(path)) !== null) await volume.remove(path);
}

async function moveIfPossible(volume: Volume, src: string, dest: string): Promise<void> {
  const isNested = (one: string, other: string) => `${one}/`.startsWith(`${other}/`);
  if ((await volume.stat(src)) === null || isNested(src, dest) || isNested(dest, src)) return;
  await clear(volume, parentPath(dest));
  if ((await volume.stat(src)) !== null) await volume.move(src, dest, { overwrite: true });
}
