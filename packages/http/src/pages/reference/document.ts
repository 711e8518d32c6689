import type { ErrorCode } from "@workspace-agent/core";
import type { Described } from "./describe.ts";

/** The parts of an OpenAPI document that a page shows. A part with a `$ref` is among the components. */
export interface ShownParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Described;
}

export type ShownContent = Readonly<
  Record<
    string,
    {
      readonly schema?: Described;
      readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
    }
  >
>;

export interface ShownBody {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: ShownContent;
  readonly "x-error-codes"?: readonly ErrorCode[];
}

export interface ShownOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly ShownParameter[];
  readonly requestBody?: ShownBody;
  readonly responses: Readonly<Record<string, ShownBody>>;
}

export interface ShownDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: ShownOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Described>>;
    readonly parameters: Readonly<Record<string, ShownParameter>>;
    readonly responses: Readonly<Record<string, ShownBody>>;
  };
}
