/** What became of the connection; times in milliseconds. */
export type Outage =
  | { readonly state: "none" }
  | { readonly state: "lost"; readonly since: number; readonly retryAt: number }
  | { readonly state: "mended"; readonly from: number; readonly until: number };
