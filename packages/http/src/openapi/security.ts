import { COOKIE_NAME } from "../credentials/cookie.ts";
import type { Access } from "../route.ts";
import type { Settings } from "../settings.ts";
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

/** In OpenAPI 3.1 the names beside a scheme are what the credential has to have: our scopes. */
export function securityOf(access: Access, settings: Settings): Operation["security"] {
  if (access === "public") return [];
  const scopes = access === "user" || access === "any-credential" ? [] : [access];
  if (settings.authenticate !== undefined) return [{ bearer: scopes }];
  return access === "user" ? [{ cookie: [] }] : [{ bearer: scopes }, { cookie: [] }];
}

export function accessNote(access: Access): string | undefined {
  if (access === "public") return "Needs no credential.";
  if (access === "user") return "For a signed-in person only.";
  return access === "any-credential" ? undefined : `Needs the scope \`${access}\`.`;
}
