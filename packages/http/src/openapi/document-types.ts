import type { ErrorCode } from "@workspace-agent/core";
import type { RequiredScope } from "@workspace-agent/core/schemas";
import type { Example } from "../examples/values.ts";
import type { Header, Schema } from "../headers/known-headers.ts";
import type { TagGroup } from "./tags.ts";

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

/** An operation. `document.ts` moves repeated parts into components. */
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
