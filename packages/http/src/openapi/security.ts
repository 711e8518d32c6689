import type { RequiredScope } from "@workspace-agent/core/schemas";
import { COOKIE_NAME } from "../credentials/cookie.ts";
import type { Access } from "../credentials/authorize.ts";
import type { Settings } from "../options/settings.ts";
import type { Operation, Schema } from "../openapi-document.ts";

/** The authentication schemes. A host with its own `authenticate` documents it itself. */
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
        "A signed-in browser. Requests that change something need an `Origin` of this service. The cookie lasts for seven days from its last use: a response sets it again if an hour has passed since it was set.",
    },
  };
}

/** The alternatives. Scopes are in `x-required-scope`, because linters only know scopes of OAuth. */
export function securityOf(access: Access, settings: Settings): Operation["security"] {
  if (access === "public") return [];
  if (settings.authenticate !== undefined) return [{ bearer: [] }];
  return access === "user" ? [{ cookie: [] }] : [{ bearer: [] }, { cookie: [] }];
}

/** The scope that an operation requires, or alternatives; null if none. */
export function scopeOf(access: Access): RequiredScope | null {
  return access === "public" || access === "user" || access === "any-credential" ? null : access;
}

export function accessNote(access: Access): string {
  if (access === "public") return "Requires no credential.";
  if (access === "user") return "Requires a signed-in person.";
  if (access === "any-credential") return "Requires any credential.";
  return typeof access === "string"
    ? `Requires the scope \`${access}\`.`
    : `Requires one of the scopes ${access.map((scope) => `\`${scope}\``).join(", ")}.`;
}
