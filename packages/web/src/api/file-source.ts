/** The workspace's own files, or the shared volume. */
export type Volume = "own" | "shared";

/** Files that can be read: a volume, or by its id a snapshot of the workspace's own files, which never change. */
export type FileSource = Volume | { readonly snapshot: string };

export const isVolume = (source: FileSource): source is Volume => typeof source === "string";
