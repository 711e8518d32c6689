import type { AgentService, ErrorCode, LibraryApi, Principal } from "@workspace-agent/core";
import type { BulkInputOptions, BulkReport, OperationAccess } from "@workspace-agent/core/schemas";
import type {
  CreateOptions,
  LibraryCondition,
  SkillPackage,
  Versioned,
} from "@workspace-agent/core/internal";
import type * as v from "valibot";
import type { BodySpec } from "../../body/body-spec.ts";
import type { BulkBody } from "../../body/bulk-body.ts";

/** The operations that all kinds have in common, except for create and put. */
export type Collection<Item> = Pick<
  LibraryApi<Item, never>,
  "list" | "export" | "get" | "delete" | "versions" | "rollback" | "bulk"
>;

/** What differs between prompts, templates and skills. */
export interface LibraryKind<Item extends { readonly id: string }, Create, Put> {
  readonly path: "/api/prompts" | "/api/templates" | "/api/skills";
  /** Used in operation ids. */
  readonly noun: "Prompt" | "Template" | "Skill";
  readonly tag: "Prompts" | "Templates" | "Skills";
  readonly operations: Readonly<Record<keyof LibraryApi<Item, never>, { readonly access: OperationAccess }>>;
  readonly item: v.GenericSchema<unknown, Item>;
  readonly createBody: BodySpec<Create>;
  readonly putBody: BodySpec<Put>;
  readonly bulkBody: BodySpec<BulkBody>;
  /** Errors of create, put and rollback, besides the common ones. */
  readonly errors: readonly ErrorCode[];
  collection(service: AgentService): Collection<Item>;
  create(
    service: AgentService,
    principal: Principal,
    body: Create,
    options: CreateOptions,
  ): Promise<Versioned<Item>>;
  put(
    service: AgentService,
    principal: Principal,
    ref: string,
    body: Put,
    condition: LibraryCondition,
  ): Promise<Versioned<Item> & { readonly created: boolean }>;
  /** Loads many items from one archive; only skills support this. */
  loadPackage?(
    service: AgentService,
    principal: Principal,
    source: SkillPackage,
    options: BulkInputOptions,
  ): BulkReport;
}
