export interface Host {
  /** The program and its arguments, started in this folder. Null: the program does not exist for this system. */
  readonly command: readonly string[] | null;
  readonly keepsFilesInMemory?: boolean;
  readonly rewritesAddresses?: boolean;
  readonly hidesLengths?: boolean;
}
/** What has to be there to start a host. */
export interface Recipe {
  readonly command: readonly string[];
  /** `DATABASE_URL` names a database. */
  readonly needsPostgres?: boolean;
}
export declare const RECIPES: Readonly<Record<"open-telemetry" | "own-database" | "two-services", Recipe>>;
export declare const HOSTS: Readonly<Record<string, Host>>;
