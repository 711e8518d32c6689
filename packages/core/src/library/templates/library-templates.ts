import { inject, service } from "../../di.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Principal } from "../../domain/principals/principal.ts";
import type {
  NewWorkspaceTemplate,
  WorkspaceTemplate,
  WorkspaceTemplates,
} from "../../ports/workspace-templates.ts";
import { bytesOf, fileOf } from "../../domain/library/file-bytes.ts";
import { assertSeesLibrary } from "../versioned-collection.ts";
import { findByRef } from "../collection/collection-ref.ts";
import { templateContent } from "./template-kind.ts";
import type { Template } from "../../domain/library/template.ts";
import { TemplatesService } from "./templates-service.ts";

/** The library's templates, as workspaces use them. */
@service()
export class LibraryTemplates implements WorkspaceTemplates {
  constructor(@inject(TemplatesService) private readonly templates: TemplatesService) {}

  async find(repositories: Repositories, tenant: string, ref: string): Promise<WorkspaceTemplate | null> {
    const record = await findByRef(repositories, { kind: "template", prefix: "tpl" }, tenant, ref);
    if (record === null) return null;
    const { config, files } = templateContent(record);
    return {
      id: record.id,
      name: record.name,
      config,
      files: files.map((file) => ({
        path: file.path,
        bytes: bytesOf(file),
        executable: file.executable === true,
      })),
    };
  }

  async save(
    repositories: Repositories,
    principal: Principal,
    { name, description, config, files }: NewWorkspaceTemplate,
  ): Promise<Template> {
    assertSeesLibrary(principal);
    const input = {
      name,
      description,
      config,
      files: files.map(({ path, bytes, executable }) => fileOf(path, bytes, executable)),
      labels: {},
    };
    return this.templates.insertInput(repositories, principal, input);
  }
}
