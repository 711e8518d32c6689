import type { Principal } from "../domain/principals/principal.ts";
import type { SignInCredential } from "../domain/principals/sign-in.ts";

export interface SignedIn {
  /** The value of the cookie. */
  readonly cookie: string;
  readonly expires_at: number;
}

/** An attempt to sign in that has been counted. */
export interface SignInAttempt {
  /** Trades a password or a one-time code for a cookie's value; throws `unauthenticated`. */
  signIn(credential: SignInCredential): Promise<SignedIn>;
}

export interface SignInApi {
  /**
   * Counts an attempt of a `client`, such as a network address, before its credential is read. Throws `rate_limited` after too many
   * that failed; where many clients have failed at the account, each has fewer. `address` is for the audit log; default: `client`.
   */
  attempt(client: string, address?: string | null): Promise<SignInAttempt>;
  /** The same, with a credential that has been read. */
  signIn(credential: SignInCredential, client: string): Promise<SignedIn>;
  /** `address`: the caller's network address, where it is known. */
  signOut(cookie: string, address?: string | null): Promise<void>;
  /**
   * The principal behind a cookie's value, or null. With `renew`, use prolongs the session: `renew` receives its new end, until which the
   * browser has to keep the cookie.
   */
  authenticate(
    cookie: string,
    address?: string | null,
    renew?: (expiresAt: number) => void,
  ): Promise<Principal | null>;
  /** A new one-time code, good for 15 minutes. */
  issueCode(): Promise<string>;
}
