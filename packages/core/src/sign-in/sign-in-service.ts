import { AuditLog } from "../audit/audit-log.ts";
import { inject, service } from "../di.ts";
import { DomainError } from "../domain/errors/domain-error.ts";
import { isEqualSecret, sha256 } from "../runtime/hash.ts";
import { createLimiter, type Limiter } from "../limits/limiter.ts";
import type { Clock } from "../ports/clock.ts";
import { CLOCK, LOGGER, SETTINGS, STORE, type ServiceSettings } from "../ports/injection.ts";
import type { Logger } from "../ports/logger.ts";
import type { Store } from "../ports/store.ts";
import { requirePart } from "../ports/store-parts.ts";
import { noteUse } from "../tokens/note-use.ts";
import type { Principal } from "../domain/principals/principal.ts";
import { SCOPES } from "../domain/principals/scopes.ts";
import { SignInSchema, type SignInCredential } from "../domain/principals/sign-in.ts";
import { validateBody } from "../domain/validation/validate-body.ts";
import type { SignInApi } from "./sign-in-api.ts";
import { randomText } from "../tokens/token-format.ts";
import type { SignedIn, SignInAttempt } from "./sign-in-api.ts";

const CODE_MS = 900_000;
const SESSION_MS = 604_800_000;
/** A cookie's life is prolonged at most this often, so that a poll costs no write. */
const PROLONG_MS = 3_600_000;
/** 43 characters of base 62 are 256 bits. */
const SECRET_LENGTH = 43;

/** Of one client: who goes on failing waits longer. An attempt that succeeds clears what was counted before it. */
const CLIENT_ATTEMPTS = [
  { limit: 10, windowSeconds: 60 },
  { limit: 30, windowSeconds: 900 },
] as const;
/** Of all clients together. Beyond it a client has few attempts, but the right password still passes from one that has not failed. */
const ACCOUNT_ATTEMPTS = { limit: 100, windowSeconds: 900 };
const FEW_ATTEMPTS = 3;

/** Signs people in at the standalone server: one password, or a one-time code. */
@service()
export class SignInService implements SignInApi {
  /** From the shortest window to the longest. */
  private readonly ofClient: readonly Limiter[];
  private readonly ofAccount: Limiter;

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LOGGER) private readonly logger: Logger,
    @inject(SETTINGS) private readonly settings: ServiceSettings,
    @inject(AuditLog) private readonly audit: AuditLog,
  ) {
    this.ofClient = CLIENT_ATTEMPTS.map((rate) =>
      createLimiter({ store, clock }, `sign-in:${rate.windowSeconds}`, rate),
    );
    this.ofAccount = createLimiter({ store, clock }, "sign-in:account", ACCOUNT_ATTEMPTS);
  }

  async signIn(credential: SignInCredential, client: string): Promise<SignedIn> {
    const attempt = await this.attempt(client);
    return await attempt.signIn(credential);
  }

  /** Counted before it is checked, so that attempts at once are limited too. */
  async attempt(client: string, address: string | null = client): Promise<SignInAttempt> {
    const { tenant, userId } = this.settings.signIn;
    const taken: { readonly limiter: Limiter; readonly count: number }[] = [];
    let [attempts, waitSeconds] = [0, 0];
    for (const limiter of this.ofClient) {
      const { allowed, count, resetSeconds } = await limiter.take(tenant, client);
      if (!allowed) throw tooMany(resetSeconds);
      taken.push({ limiter, count });
      [attempts, waitSeconds] = [count, resetSeconds];
    }
    const account = await this.ofAccount.take(tenant, userId);
    if (!account.allowed && attempts > FEW_ATTEMPTS) throw tooMany(waitSeconds);
    return {
      signIn: async (credential) => {
        const signedIn = await this.check(validateBody(SignInSchema, credential), {
          address,
          ofAccount: account.count,
        });
        for (const { limiter, count } of taken) await limiter.giveBack(tenant, client, count);
        await this.ofAccount.giveBack(tenant, userId, 1);
        return signedIn;
      },
    };
  }

  private async check(
    credential: SignInCredential,
    { address, ofAccount }: { readonly address: string | null; readonly ofAccount: number },
  ): Promise<SignedIn> {
    const { tenant, userId } = this.settings.signIn;
    const details = { method: "password" in credential ? "password" : "code" };
    const cookie = randomText(SECRET_LENGTH);
    const now = this.clock.now();
    const expires_at = now + SESSION_MS;
    const session = { hash: sha256(cookie), tenant, user_id: userId, expires_at };
    const person = { tenant, kind: "user", id: userId, address } as const;
    const isSignedIn =
      ("code" in credential || this.checkPassword(credential.password)) &&
      (await this.store.transaction(async (repositories) => {
        const signIns = requirePart(repositories, "signIns");
        // Here, so that a sign-in which cannot be stored does not use up the code.
        if ("code" in credential && !(await signIns.consumeCode(sha256(credential.code), now))) return false;
        await signIns.insertSession(session);
        await this.audit.record(repositories, person, { action: "sign_in.succeeded", details });
        return true;
      }));
    if (isSignedIn) return { cookie, expires_at };
    await this.recordFailure(details, { address, ofAccount });
    throw new DomainError(
      "unauthenticated",
      "password" in credential ? "The password is wrong." : "The code is wrong, used or expired.",
    );
  }

  /** Strangers do not fill the audit log: beyond the account's limit one entry says that the rest of the window is in none. */
  private async recordFailure(
    details: { readonly method: string },
    { address, ofAccount }: { readonly address: string | null; readonly ofAccount: number },
  ): Promise<void> {
    const beyond = ofAccount - ACCOUNT_ATTEMPTS.limit;
    if (beyond > 1) return;
    const stranger = { tenant: this.settings.signIn.tenant, kind: "user", id: null, address } as const;
    const told =
      beyond === 1 ? { ...details, note: "Further attempts of the next minutes are not written." } : details;
    await this.store.transaction((repositories) =>
      this.audit.record(repositories, stranger, { action: "sign_in.failed", details: told }),
    );
  }

  private checkPassword(password: string): boolean {
    const expected = this.settings.signIn.password;
    return expected !== null && isEqualSecret(password, expected);
  }

  async signOut(cookie: string, address: string | null = null): Promise<void> {
    const person = await this.authenticate(cookie, address);
    if (person === null) return;
    await this.store.transaction(async (repositories) => {
      if (await requirePart(repositories, "signIns").deleteSession(sha256(cookie)))
        await this.audit.record(repositories, person, { action: "sign_out", details: {} });
    });
  }

  async authenticate(
    cookie: string,
    address: string | null = null,
    renew?: (expiresAt: number) => void,
  ): Promise<Principal | null> {
    const now = this.clock.now();
    const hash = sha256(cookie);
    const { signIns } = this.store;
    const session = (await signIns?.findSession(hash, now)) ?? null;
    if (session === null) return null;
    if (renew !== undefined && session.expires_at - now < SESSION_MS - PROLONG_MS) {
      const expiresAt = now + SESSION_MS;
      const prolonged = requirePart(this.store, "signIns").prolongSession(hash, expiresAt);
      await noteUse(
        this.logger,
        prolonged.then(() => renew(expiresAt)),
      );
    }
    const { user_id: id, tenant } = session;
    return { id, tenant, kind: "user", scopes: SCOPES, workspace_ids: null, address };
  }

  async issueCode(): Promise<string> {
    const code = randomText(SECRET_LENGTH);
    await requirePart(this.store, "signIns").insertCode(sha256(code), this.clock.now() + CODE_MS);
    return code;
  }
}

function tooMany(retryAfter: number): DomainError {
  return new DomainError("rate_limited", "Too many attempts to sign in.", { retryAfter });
}
