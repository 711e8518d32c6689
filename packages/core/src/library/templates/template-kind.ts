import { canonicalJson } from "../../runtime/canonical-json.ts";
import { DomainError } from "../../domain/errors/domain-error.ts";
import { toPointer } from "../../domain/errors/pointer.ts";
import type { LibraryRecord } from "../../ports/library-store.ts";
import type { PolicySubject } from "../../ports/policy.ts";
import type { Repositories } from "../../ports/store.ts";
import { requirePart } from "../../ports/store-parts.ts";
import { validateBody } from "../../domain/validation/validate-body.ts";
import { toTimestamp } from "../../domain/wire.ts";
import type { ConfigCheck } from "../../config/config-check.ts";
import { overTemplate } from "../../config/template-config.ts";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import type { Draft, CollectionKind } from "../collection/collection-kind.ts";
import { canonicalFiles } from "./template-files.ts";
import {
  TemplateInputSchema,
  type Template,
  type CheckedTemplateInput,
  type CheckedTemplateReplacement,
} from "../../domain/library/template.ts";

/** The content of a template's record. */
type TemplateContent = Omit<CheckedTemplateInput, "name">;

export function templateContent({ content }: Pick<LibraryRecord, "content">): TemplateContent {
  return JSON.parse(content) as TemplateContent;
}

/** The parts of a config that may contain secrets. */
function secretPlaces({ env = {}, mcp_servers = {} }: ConfigOverlay) {
  const servers = Object.entries(mcp_servers).map(
    ([name, { headers = {} }]) => [["mcp_servers", name, "headers"], headers] as const,
  );
  return [[["env"], env] as const, ...servers];
}

/** Rejects templates with values of secrets: templates are shared. The error does not contain the value. */
function withoutSecretValues(config: ConfigOverlay): ConfigOverlay {
  const errors = secretPlaces(config).flatMap(([path, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" || value.value === undefined
        ? []
        : [
            {
              pointer: toPointer(["config", ...path, name, "value"]),
              detail: "must be left out: a template names its secrets and does not hold them",
            },
          ],
    ),
  );
  const [first] = errors;
  if (first === undefined) return config;
  throw new DomainError("invalid_request", `The field ${first.pointer} ${first.detail}.`, { errors });
}

/** Templates. A workspace refers to the template that it was created from. */
export function templateKind(
  check: Pick<ConfigCheck, "complete">,
): CollectionKind<Template, CheckedTemplateInput, CheckedTemplateReplacement> {
  /** Null if a workspace could have the config. Other errors are rethrown. */
  async function faultOf(
    repositories: Repositories,
    subject: PolicySubject,
    draft: Draft,
  ): Promise<DomainError | null> {
    try {
      const { config } = templateContent(draft);
      await check.complete(repositories, subject, overTemplate(config, {}), { at: ["config"] });
      return null;
    } catch (error) {
      const isRefusal =
        DomainError.isInstance(error) && /^(invalid_request|not_allowed|price_unknown)$/.test(error.code);
      if (isRefusal) return error;
      throw error;
    }
  }

  return {
    kind: "template",
    prefix: "tpl",
    namePointer: "#/name",
    batch: 5,
    ownsBlobs: false,
    parse: (value) => validateBody(TemplateInputSchema, value),
    draft({ name = null, description, labels, ...input }) {
      const config = withoutSecretValues(input.config);
      const files = canonicalFiles(input.files);
      return { name, description, content: canonicalJson({ description, config, files, labels }) };
    },
    async faults(repositories, subject, drafts) {
      const faults: (DomainError | null)[] = [];
      for (const draft of drafts) faults.push(await faultOf(repositories, subject, draft));
      return faults;
    },
    toItem(record) {
      const { description, config, files, labels } = templateContent(record);
      return {
        id: record.id,
        name: record.name,
        description,
        config,
        files,
        labels,
        version: record.version,
        created_at: toTimestamp(record.created_at),
        updated_at: toTimestamp(record.updated_at),
      };
    },
    toExport(record) {
      const { description, config, files, labels } = templateContent(record);
      return { name: record.name, description, config, files, labels };
    },
    users: (repositories, { tenant, name }, limit) =>
      requirePart(repositories, "library").usersOfTemplate(tenant, name, limit),
    renamed: (repositories, tenant, from, to) =>
      requirePart(repositories, "library").renameTemplate(tenant, from, to),
  };
}
