import type { CreateOptions } from "../idempotency/idempotency.ts";
import type { Page, PageRequest } from "../domain/paging.ts";
import type { Principal } from "../domain/principals/principal.ts";
import type { Pair } from "../domain/wire.ts";
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
  /** A part of the name; case is ignored. */
  readonly search?: string;
  /** A label that it has. */
  readonly label?: Pair;
}

export interface WorkspacesApi {
  list(principal: Principal, query: WorkspaceQuery): Promise<Page<Workspace>>;
  /** With a template, its files exist when this resolves. A failure leaves nothing behind. */
  create(principal: Principal, input: CreateWorkspace, options?: CreateOptions): Promise<Workspace>;
  get(principal: Principal, id: string): Promise<Workspace>;
  /** `labels` replaces all labels. Omitted fields stay. */
  update(principal: Principal, id: string, change: UpdateWorkspace): Promise<Workspace>;
  delete(principal: Principal, id: string): Promise<void>;
  getConfig(principal: Principal, id: string): Promise<{ readonly config: Config; readonly etag: string }>;
  /** Replaces the config; fields that `input` omits get their defaults. `ifMatch` is the etag without quotes; `precondition_failed` if it differs. */
  putConfig(
    principal: Principal,
    id: string,
    input: ConfigOverlay,
    options?: { readonly ifMatch?: string },
  ): Promise<{ readonly config: Config; readonly etag: string }>;
  /** As this instance sees it. */
  state(principal: Principal, id: string): Promise<WorkspaceState>;
  /** Saves the config, with only the names of its secrets, and optionally the files. */
  saveAsTemplate(
    principal: Principal,
    id: string,
    input: SaveAsTemplate,
    options?: CreateOptions,
  ): Promise<Template>;
}
