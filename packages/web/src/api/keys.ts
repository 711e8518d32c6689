/**
 * The keys of everything that is kept of the instance's answers. The first word is the thing, so that
 * `invalidateQueries({ queryKey: keys.workspaces.all })` reaches every view of it.
 */
export const keys = {
  workspaces: {
    all: ["workspaces"] as const,
    list: (search: string) => ["workspaces", "list", search] as const,
    one: (id: string) => ["workspaces", "one", id] as const,
    /** What belongs to one workspace: `part("ws_1", "config")`. */
    part: (id: string, ...part: readonly string[]) => ["workspaces", "one", id, ...part] as const,
  },
  library: {
    all: ["library"] as const,
    kind: (kind: string, ...part: readonly string[]) => ["library", kind, ...part] as const,
  },
  tokens: { all: ["service-tokens"] as const },
};
