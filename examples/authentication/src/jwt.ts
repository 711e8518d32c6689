import { SCOPES, type Principal } from "@workspace-agent/core";
import { createRemoteJWKSet, errors, jwtVerify } from "jose";

export interface JwtOptions {
  /** The public keys of the issuer, such as `https://id.example.com/.well-known/jwks.json`. */
  readonly keys: string;
  readonly issuer: string;
  /** What tokens for this service name as `aud`. */
  readonly audience: string;
}

/** What is wrong with the token itself. Keys that cannot be fetched are another error, which fails the request with 500. */
const REFUSED = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
];

/** Accepts `Authorization: Bearer <JWT>`: `sub` is the user, the claim `org` the tenant, and `scope` what the user may do. */
export function jwtUsers({ keys, issuer, audience }: JwtOptions) {
  const keySet = createRemoteJWKSet(new URL(keys));
  const checks = { issuer, audience, algorithms: ["RS256", "ES256"], requiredClaims: ["sub", "org", "exp"] };

  return async (request: Request): Promise<Principal | null> => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === undefined) return null;
    try {
      const { payload } = await jwtVerify(token, keySet, checks);
      const { sub, org, scope } = payload;
      if (typeof sub !== "string" || typeof org !== "string" || typeof scope !== "string") return null;
      const named = new Set(scope.split(" "));
      const scopes = SCOPES.filter((each) => named.has(each));
      return { id: sub, tenant: org, kind: "user", scopes, workspace_ids: null };
    } catch (error) {
      if (REFUSED.some((refused) => error instanceof refused)) return null;
      throw error;
    }
  };
}
