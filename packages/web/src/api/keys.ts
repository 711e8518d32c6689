/** The keys of all queries. `invalidateQueries({ queryKey: keys.workspaces.all })` reaches every query below it. */
export const keys = {
  workspaces: {
    all: ["workspaces"] as const,
    waiting: ["workspaces", "waiting"] as const,
    list: (search: string) => ["workspaces", "list", search] as const,
    one: (id: string) => ["workspaces", "one", id] as const,
    /** A part of one workspace: `part("ws_1", "config")`. */
    part: (id: string, ...part: readonly string[]) => ["workspaces", "one", id, ...part] as const,
  },
  library: {
    kind: (kind: string, ...part: readonly string[]) => ["library", kind, ...part] as const,
  },
  batches: { all: ["batches"] as const },
  models: { all: ["models"] as const },
  tokens: { all: ["service-tokens"] as const },
  webhooks: { all: ["webhooks"] as const },
  audit: { all: ["audit"] as const },
};
