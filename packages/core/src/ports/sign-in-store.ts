/** A browser that is signed in. Times are milliseconds. */
export interface BrowserSessionRecord {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  readonly hash: string;
  readonly tenant: string;
  readonly user_id: string;
  readonly expires_at: number;
}

export interface SignInRepository {
  insertSession(record: BrowserSessionRecord): Promise<void>;
  /** Of any tenant; expired ones are not found. */
  findSession(hash: string, now: number): Promise<BrowserSessionRecord | null>;
  prolongSession(hash: string, expiresAt: number): Promise<void>;
  /** Whether it was there. */
  deleteSession(hash: string): Promise<boolean>;
  /** Keeps a one-time code by its hash. */
  insertCode(hash: string, expiresAt: number): Promise<void>;
  /** Whether the code was there and alive; it is gone afterwards, also when two ask at once. */
  consumeCode(hash: string, now: number): Promise<boolean>;
  /** Removes what has expired. */
  sweep(now: number): Promise<void>;
}
