import type { ErrorCode } from "@workspace-agent/core";
import type { RequiredScope } from "@workspace-agent/core/schemas";
import type { Example } from "./examples/values.ts";
import type { Header, Schema } from "./headers/known-headers.ts";
import { mapValues } from "./map-values.ts";

export type { Example, Header, Schema };

/** The parts of OpenAPI 3.1 that the document uses. */
export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
  /** The error codes with this status. */
  readonly "x-error-codes"?: readonly ErrorCode[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly content: Content;
}

/** An operation. `openapi/repeated.ts` moves repeated parts into components. */
export interface Operation<Repeated = never> {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The scope that a token needs. */
  readonly "x-required-scope"?: RequiredScope;
  readonly parameters?: readonly (Parameter | Repeated)[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, ResponseObject | Repeated>>;
}

export type Paths<Repeated> = Readonly<Record<string, Readonly<Record<string, Operation<Repeated>>>>>;

/** A chapter of the reference. */
export interface TagGroup {
  readonly name: string;
  readonly tags: readonly string[];
}

export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly jsonSchemaDialect: string;
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly "x-tagGroups": readonly TagGroup[];
  readonly paths: Paths<Reference>;
  /** The requests that the service sends. */
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

/** An operation with its path and method, and with resolved references. */
export interface ListedOperation extends Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** All operations of a document, in order. Throws for a reference that leads nowhere. */
export function operationsOf({ paths, components }: OpenApiDocument): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      parameters: (operation.parameters ?? []).map((each) => resolved(each, components.parameters)),
      responses: mapValues(operation.responses, (each) => resolved(each, components.responses)),
    })),
  );
}

/** The last part of a reference: the name of what it leads to. */
export const nameOf = ($ref: string): string => $ref.split("/").at(-1) ?? "";

function resolved<T extends object>(value: T | Reference, components: Readonly<Record<string, T>>): T {
  if (!("$ref" in value)) return value;
  const found = components[nameOf(value.$ref)];
  if (found === undefined) throw new Error(`The document of the API has no ${value.$ref}.`);
  return found;
}
