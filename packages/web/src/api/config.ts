import type { Config, Schemas } from "@workspace-agent/client";
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";
import { keys } from "./keys.ts";
import { useReplace, versioned, type Versioned } from "./versioned.ts";

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

export const configQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.workspaces.part(workspaceId, "config"),
    queryFn: async ({ signal }): Promise<Versioned<Config>> =>
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
  /** The version to replace; any other one fails with `precondition_failed`. */
  readonly etag: string;
}

export function useSaveConfig(workspaceId: string) {
  return useReplace(configQuery(workspaceId).queryKey, async ({ config, etag }: ConfigSave) => {
    const params = { path: { id: workspaceId }, header: { "If-Match": etag } };
    return versioned<Config>(await client.api.PUT(PATH, { params, body: config }));
  });
}
