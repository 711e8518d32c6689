import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";

/** A glob as ripgrep reads it when it runs in a folder. One that begins with the folder, or with `./`, gets a leading slash, which anchors it there. */
export function globFrom(root: string, glob: string): string {
  return glob.startsWith(`${root}/`) ? glob.slice(root.length) : glob.replace(/^(?:\.\/)+/, "/");
}

/** The forms of a glob below a folder that permissions match. */
export function searchedForms(root: string, glob: string | undefined): string[] {
  if (glob === undefined) return [];
  return [glob, ...pathForms(resolvePath(globFrom(root, glob).replace(/^\/+/, ""), root))];
}
