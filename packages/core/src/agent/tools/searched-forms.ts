import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";

/** What a glob below a folder names, as far as permissions look at it. */
export function searchedForms(root: string, glob: string | undefined): string[] {
  return glob === undefined ? [] : [glob, ...pathForms(resolvePath(glob.replace(/^\/+/, ""), root))];
}
