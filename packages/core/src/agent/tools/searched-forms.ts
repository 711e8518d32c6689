import { resolvePath } from "../agent-files.ts";
import { pathForms } from "../../domain/workspaces/permissions.ts";

/** The forms of a glob below a folder that permissions match. */
export function searchedForms(root: string, glob: string | undefined): string[] {
  return glob === undefined ? [] : [glob, ...pathForms(resolvePath(glob.replace(/^\/+/, ""), root))];
}
