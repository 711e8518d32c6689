import type { Config, Schemas } from "@workspace-agent/client";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { isProblem } from "./describe-error.ts";
import { keys } from "./keys.ts";

/** A config, and the version of it that a save must still find. */
export interface VersionedConfig {
  readonly config: Config;
  readonly etag: string | null;
}

export type ConfigInput = Schemas["ConfigInput"];

/** A part of JSON Schema, as the document of the instance has it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly description?: string;
}

export async function readConfig(workspaceId: string, signal?: AbortSignal): Promise<VersionedConfig> {
  const { data, response } = await client.api.GET("/api/workspaces/{id}/config", {
    params: { path: { id: workspaceId } },
    ...(signal !== undefined && { signal }),
  });
  if (data === undefined) throw new TypeError("The config was answered without a body.");
  return { config: data, etag: response.headers.get("etag") };
}

export const configQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "config"),
    queryFn: async ({ signal }) => await readConfig(workspaceId, signal),
    refetchInterval: 10_000,
  });

interface DocumentedParts {
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
}

/** The schemas of the instance's own document, by name. */
export const schemasQuery = queryOptions({
  queryKey: ["document", "schemas"],
  queryFn: async ({ signal }) => {
    const document = await client.get("/api/docs/openapi.json", { signal });
    const components = document["components"] as DocumentedParts | undefined;
    return components?.schemas ?? {};
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export interface SavedConfig {
  readonly config: ConfigInput;
  /** Null: whatever is there is replaced. */
  readonly ifMatch: string | null;
}

export function useSaveConfig(workspaceId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ config, ifMatch }: SavedConfig): Promise<VersionedConfig> => {
      const { data, response } = await client.api.PUT("/api/workspaces/{id}/config", {
        params: {
          path: { id: workspaceId },
          header: ifMatch === null ? {} : { "If-Match": ifMatch },
        },
        body: config,
      });
      if (data === undefined) throw new TypeError("The config was answered without a body.");
      return { config: data, etag: response.headers.get("etag") };
    },
    // An answer from before the save must not come after it.
    onMutate: async () =>
      await queries.cancelQueries({ queryKey: keys.workspaces.part(workspaceId, "config") }),
    // Whoever is refused chooses between theirs as it is now, and their own.
    onError: async (error) => {
      if (!isProblem(error, "precondition_failed")) return;
      await queries.invalidateQueries({ queryKey: keys.workspaces.part(workspaceId, "config") });
    },
    onSuccess: (saved) => queries.setQueryData(keys.workspaces.part(workspaceId, "config"), saved),
  });
}
