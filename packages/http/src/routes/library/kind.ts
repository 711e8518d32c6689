import type { AgentService, ErrorCode, LibraryApi, Principal } from "@workspace-agent/core";
import type { BulkOptions, BulkReport } from "@workspace-agent/core/schemas";
import type {
  CreateOptions,
  LibraryCondition,
  SkillPackage,
  Versioned,
} from "@workspace-agent/core/internal";
import type * as v from "valibot";
import type { BodySpec } from "../../body/body-spec.ts";
import type { BulkBody } from "../../body/bulk-body.ts";

/** What the three kinds of the library have in common, beside what is sent to them. */
export type Collection<Item> = Pick<
  LibraryApi<Item, never>,
  "list" | "export" | "get" | "delete" | "versions" | "rollback" | "bulk"
>;

/** What differs between prompts, templates and skills. */
export interface LibraryKind<Item extends { readonly id: string }, Create, Put> {
  readonly path: "/api/prompts" | "/api/templates" | "/api/skills";
  /** In operation ids. */
  readonly noun: "Prompt" | "Template" | "Skill";
  readonly tag: "Prompts" | "Templates" | "Skills";
  readonly item: v.GenericSchema<unknown, Item>;
  readonly createBody: BodySpec<Create>;
  readonly putBody: BodySpec<Put>;
  readonly bulkBody: BodySpec<BulkBody>;
  /** What creating, replacing and rolling back may be answered with besides. */
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
  /** Where many come packed. */
  loadPackage?(
    service: AgentService,
    principal: Principal,
    source: SkillPackage,
    options: BulkOptions,
  ): BulkReport;
}
