import type { Principal } from "../principals/principal.ts";

export interface SignInApi {
  /** Trades a password or a one-time code for a cookie's value; throws `unauthenticated`, and `rate_limited` after too many attempts from one `client`. */
  signIn(
    credential: { readonly password: string } | { readonly code: string },
    client: string,
  ): Promise<{ readonly cookie: string; readonly expires_at: number }>;
  /** `address`: the caller's network address, where it is known. */
  signOut(cookie: string, address?: string | null): Promise<void>;
  /** The principal behind a cookie's value, or null; its life is prolonged by use. */
  authenticate(cookie: string, address?: string | null): Promise<Principal | null>;
  /** A new one-time code, good for 15 minutes. */
  issueCode(): Promise<string>;
}
