import type { RequiredScope } from "@workspace-agent/core/schemas";
import { COOKIE_NAME } from "../credentials/cookie.ts";
import type { Access } from "../credentials/authorize.ts";
import type { Settings } from "../options/settings.ts";
import type { Operation, Schema } from "./document-types.ts";

/** The schemes by which a caller shows who it is; a host with its own `authenticate` says more in its own documents. */
export function securitySchemes(settings: Settings): Readonly<Record<string, Schema>> {
  if (settings.authenticate !== undefined) {
    return { bearer: { type: "http", scheme: "bearer", description: "A credential of the host." } };
  }
  return {
    bearer: { type: "http", scheme: "bearer", bearerFormat: "wat_…", description: "A service token." },
    cookie: {
      type: "apiKey",
      in: "cookie",
      name: COOKIE_NAME,
      description:
        "A browser that is signed in. Requests that change something need the service's own `Origin`.",
    },
  };
}

/** Any one of these. The scope stands beside them (`x-required-scope`): linters know scopes of OAuth only. */
export function securityOf(access: Access, settings: Settings): Operation["security"] {
  if (access === "public") return [];
  if (settings.authenticate !== undefined) return [{ bearer: [] }];
  return access === "user" ? [{ cookie: [] }] : [{ bearer: [] }, { cookie: [] }];
}

/** The scope that a credential has to have, or those of which one is enough; null where none is asked for. */
export function scopeOf(access: Access): RequiredScope | null {
  return access === "public" || access === "user" || access === "any-credential" ? null : access;
}

export function accessNote(access: Access): string {
  if (access === "public") return "Needs no credential.";
  if (access === "user") return "For a signed-in person only.";
  if (access === "any-credential") return "Any credential will do.";
  return typeof access === "string"
    ? `Needs the scope \`${access}\`.`
    : `Needs one of the scopes ${access.map((scope) => `\`${scope}\``).join(", ")}.`;
}
