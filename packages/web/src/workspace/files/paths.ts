import type { FileSource } from "../../api/file-source.ts";
import type { FilesSearch } from "./route.ts";

/** Paths as the API has them: relative to a volume or snapshot, whose root is the empty path. */

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash);
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The path in the sandbox. */
export function mountPath(source: FileSource, path: string): string {
  return joinPath(source === "shared" ? "/mnt/afs" : "/workspace", path).replace(/\/$/, "");
}

/** The search parameters of a page that shows a path. */
export function searchOf(source: FileSource, path: string): FilesSearch {
  return { ...(source === "shared" && { volume: source }), ...(path !== "" && { path }) };
}

/** The folders above a path, starting with the root. */
export function foldersAbove(path: string): readonly string[] {
  if (path === "") return [];
  const parent = folderOf(path);
  return parent === "" ? [""] : [...foldersAbove(parent), parent];
}

/** `src/notes (copy).md`, `src/notes (copy 2).md`. */
export function copyOf(path: string, count: number): string {
  const name = nameOf(path);
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return joinPath(folderOf(path), `${stem} (copy${count > 1 ? ` ${count}` : ""})${extension}`);
}

/** What is wrong with a typed path, or null. */
export function pathProblem(path: string): string | null {
  if (path.trim() === "") return "Enter a name.";
  if (path.startsWith("/")) return "The path must not start with a slash.";
  if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
    return "No part of the path may be empty, . or ..";
  return null;
}
