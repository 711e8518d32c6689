/** Paths of files as the API has them: relative to their volume, whose root is the empty path. */

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folders above a path, the root first. */
export function foldersAbove(path: string): readonly string[] {
  if (path === "") return [];
  const above = folderOf(path);
  return above === "" ? [""] : [...foldersAbove(above), above];
}

/** `src/notes (copy).md`, `src/notes (copy 2).md` … */
export function copyOf(path: string, count: number): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return joined(folderOf(path), `${stem} (copy${count > 1 ? ` ${count}` : ""})${ending}`);
}

/** What is wrong with a path that was typed; null: nothing. */
export function problemOfPath(path: string): string | null {
  if (path.trim() === "") return "Say a name.";
  if (path.startsWith("/")) return "Paths begin within the volume: without a slash.";
  if (path.split("/").some((part) => part === "" || part === "." || part === "..")) {
    return "No part of it may be empty, . or ..";
  }
  return null;
}
