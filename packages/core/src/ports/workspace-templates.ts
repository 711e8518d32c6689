import type { Template } from "../domain/library/template.ts";
import type { Repositories } from "./store.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { ConfigOverlay } from "../domain/workspaces/config.ts";

export interface TemplateFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** What a new workspace starts with. */
export interface WorkspaceTemplate {
  /** By which it is found after it was renamed. Absent: by its name alone. */
  readonly id?: string;
  readonly name: string;
  /** Its secrets are named (`{secret: true}`) and have no value. */
  readonly config: ConfigOverlay;
  readonly files: readonly TemplateFile[];
}

export interface NewWorkspaceTemplate extends Omit<WorkspaceTemplate, "id"> {
  readonly description: string;
}

/** The library's templates, as workspaces need them. */
export interface WorkspaceTemplates {
  /** By id or name; null where there is none. */
  find(repositories: Repositories, tenant: string, ref: string): Promise<WorkspaceTemplate | null>;
  /** Inside the caller's transaction. Throws `name_taken`. */
  save(repositories: Repositories, principal: Principal, template: NewWorkspaceTemplate): Promise<Template>;
}
