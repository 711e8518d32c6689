import { detectArchive, type SkillPackage } from "@workspace-agent/core/internal";
import { DomainError } from "@workspace-agent/core";
import { SkillInputSchema, type SkillInput } from "@workspace-agent/core/schemas";
import { jsonBody, type BodySpec } from "./body-spec.ts";
import { mediaTypeOf } from "./media-type.ts";

/** The body of a skill: its files in JSON, or an archive. */
export type SkillBody =
  | { readonly type: "files"; readonly input: SkillInput }
  | { readonly type: "package"; readonly source: SkillPackage };

const files = jsonBody(SkillInputSchema, "skillBytes");

export const skillBody: BodySpec<SkillBody> = {
  documentation: {
    contentType: "application/json",
    schema: SkillInputSchema,
    alternatives: { "application/gzip": "binary", "application/zip": "binary" },
    limit: "skillBytes",
    description: "The files of the skill, or a tar.gz or zip of its folder or of the content of its folder.",
  },
  async read(context) {
    const header = context.header("content-type");
    if (mediaTypeOf(header) === "application/json")
      return { type: "files", input: await files.read(context) };
    if (detectArchive(header ?? "") !== null) {
      return { type: "package", source: context.body.stream(context.app.settings.limits.skillBytes) };
    }
    throw new DomainError(
      "unsupported_media_type",
      "Send a skill as `Content-Type: application/json`, `application/gzip` or `application/zip`.",
    );
  },
};
