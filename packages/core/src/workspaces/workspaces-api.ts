import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Template } from "../domain/library/template.ts";
import type { Config, ConfigOverlay } from "../domain/workspaces/config.ts";
import type {
  CreateWorkspace,
  SaveAsTemplate,
  UpdateWorkspace,
  Workspace,
  WorkspaceState,
} from "../domain/workspaces/workspace.ts";

export interface WorkspaceQuery extends PageRequest {
  /** A part of the name, in any case. */
  readonly search?: string;
  /** A label that it has. */
  readonly label?: { readonly key: string; readonly value: string };
}

export interface WorkspacesApi {
  list(principal: Principal, query: WorkspaceQuery): Promise<Page<Workspace>>;
  /** With a template: its files are there when this resolves. What fails leaves nothing behind. */
  create(principal: Principal, input: CreateWorkspace, options?: CreateOptions): Promise<Workspace>;
  get(principal: Principal, id: string): Promise<Workspace>;
  /** `labels` replaces all of them; without a field nothing changes. */
  update(principal: Principal, id: string, change: UpdateWorkspace): Promise<Workspace>;
  delete(principal: Principal, id: string): Promise<void>;
  getConfig(principal: Principal, id: string): Promise<{ readonly config: Config; readonly etag: string }>;
  /** The whole config: what `input` does not name takes its default. `ifMatch`: the etag that the caller read, without quotes; another is `precondition_failed`. */
  putConfig(
    principal: Principal,
    id: string,
    input: ConfigOverlay,
    options?: { readonly ifMatch?: string },
  ): Promise<{ readonly config: Config; readonly etag: string }>;
  /** As this instance sees it. */
  state(principal: Principal, id: string): Promise<WorkspaceState>;
  /** The config, of its secrets only their names, and if wanted the files. */
  saveAsTemplate(
    principal: Principal,
    id: string,
    input: SaveAsTemplate,
    options?: CreateOptions,
  ): Promise<Template>;
}
