/** A file of a volume, as the address of the files screen has it. */
export interface FileTarget {
  readonly volume?: "shared";
  readonly path: string;
}

const MOUNTS = [
  ["/workspace/", {}],
  ["/mnt/afs/", { volume: "shared" }],
] as const;

/** Tools whose `path` is a file. */
const FILE_TOOLS = ["read", "write", "edit"];

/** The file that a path in the sandbox names; null outside of the volumes. A relative path is one of the workspace. */
export function fileTarget(path: string): FileTarget | null {
  if (/[\0\\]|(?:^|\/)\.\.(?:\/|$)/.test(path)) return null;
  const absolute = path.startsWith("/") ? path : `/workspace/${path}`;
  const plain = absolute.replaceAll(/\/(?:\.?\/)+/g, "/");
  for (const [mount, volume] of MOUNTS)
    if (plain.startsWith(mount) && plain.length > mount.length)
      return { ...volume, path: plain.slice(mount.length) };
  return null;
}

/** The file that a call reads or writes, or null. */
export function fileOfCall(name: string, path: string | null): FileTarget | null {
  return path === null || !FILE_TOOLS.includes(name) ? null : fileTarget(path);
}
