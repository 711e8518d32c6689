import type { Config, Schemas } from "@workspace-agent/client";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { client } from "./client.ts";
import { isProblem } from "./describe-error.ts";
import { keys } from "./keys.ts";

/** A config, and the ETag with which a save checks that nobody else changed it. */
export interface VersionedConfig {
  readonly config: Config;
  readonly etag: string | null;
}

export type ConfigInput = Schemas["ConfigInput"];

/** The part of JSON Schema that the OpenAPI document uses. */
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

const PATH = "/api/workspaces/{id}/config";

interface ConfigAnswer {
  readonly data?: Config;
  readonly response: Response;
}

function versioned({ data, response }: ConfigAnswer): VersionedConfig {
  if (data === undefined) throw new TypeError("The response has no config.");
  return { config: data, etag: response.headers.get("etag") };
}

export const configQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "config"),
    queryFn: async ({ signal }) =>
      versioned(await client.api.GET(PATH, { params: { path: { id: workspaceId } }, signal })),
    refetchInterval: 10_000,
  });

interface Components {
  readonly schemas?: Readonly<Record<string, JsonSchema>>;
}

/** The schemas of the instance's OpenAPI document, by name. */
export const schemasQuery = queryOptions({
  queryKey: ["document", "schemas"],
  queryFn: async ({ signal }) => {
    const document = await client.get("/api/docs/openapi.json", { signal });
    const components = document["components"] as Components | undefined;
    return components?.schemas ?? {};
  },
  staleTime: Number.POSITIVE_INFINITY,
});

interface ConfigSave {
  readonly config: ConfigInput;
  /** Null overwrites any version. */
  readonly ifMatch: string | null;
}

export function useSaveConfig(workspaceId: string) {
  const queries = useQueryClient();
  const { queryKey } = configQuery(workspaceId);
  return useMutation({
    mutationFn: async ({ config, ifMatch }: ConfigSave) => {
      const header = ifMatch === null ? {} : { "If-Match": ifMatch };
      const params = { path: { id: workspaceId }, header };
      return versioned(await client.api.PUT(PATH, { params, body: config }));
    },
    // A response to a request that was sent before the save must not replace the saved config.
    onMutate: async () => await queries.cancelQueries({ queryKey }),
    // After a conflict the user compares with the latest config.
    onError: async (error) => {
      if (isProblem(error, "precondition_failed")) await queries.invalidateQueries({ queryKey });
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
}
