import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Volume, VolumeSnapshots } from "@workspace-agent/core/ports";

export function snapshotsOf({ volume }: { readonly volume: Volume }): VolumeSnapshots {
  if (volume.snapshots === undefined) throw new Error("The volume has snapshots.");
  return volume.snapshots;
}

/** Everything below a folder, one line each: its name (bytes as Latin-1), kind, mode and content. Temporary names too. */
export function linesOf(folder: string): string[] {
  const lines: string[] = [];
  const visit = (path: Buffer, shown: string): void => {
    const names = readdirSync(path, { encoding: "latin1" }).sort();
    for (const name of names) {
      const child = Buffer.concat([path, Buffer.from("/"), Buffer.from(name, "latin1")]);
      const stats = lstatSync(child);
      const mode = (stats.mode & 0o777).toString(8);
      const at = `${shown}/${name}`;
      if (stats.isSymbolicLink())
        lines.push(`${at} -> ${readlinkSync(child, { encoding: "buffer" }).toString("latin1")}`);
      else if (stats.isDirectory()) lines.push(`${at}/ ${mode}`);
      else if (stats.isFile())
        lines.push(`${at} ${mode} ${createHash("sha256").update(readFileSync(child)).digest("hex")}`);
      else lines.push(`${at} special`);
      if (stats.isDirectory()) visit(child, at);
    }
  };
  visit(Buffer.from(folder), "");
  return lines;
}

/** A path with a name that is not UTF-8. */
export function bytePath(folder: string, ...names: readonly string[]): Buffer {
  return Buffer.from([folder, ...names].join("/"), "latin1");
}
