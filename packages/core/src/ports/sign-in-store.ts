/** A signed-in browser. Times are milliseconds. */
export interface BrowserSessionRecord {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  readonly hash: string;
  readonly tenant: string;
  readonly user_id: string;
  readonly expires_at: number;
}

export interface SignInRepository {
  insertSession(record: BrowserSessionRecord): Promise<void>;
  /** Of any tenant. Expired sessions are not found. */
  findSession(hash: string, now: number): Promise<BrowserSessionRecord | null>;
  prolongSession(hash: string, expiresAt: number): Promise<void>;
  /** Returns false when there is none. */
  deleteSession(hash: string): Promise<boolean>;
  /** Stores the hash of a one-time code. */
  insertCode(hash: string, expiresAt: number): Promise<void>;
  /** Returns whether the code exists and has not expired. The code is deleted: of two concurrent calls, one returns true. */
  consumeCode(hash: string, now: number): Promise<boolean>;
  /** Removes what has expired. */
  sweep(now: number): Promise<void>;
}
