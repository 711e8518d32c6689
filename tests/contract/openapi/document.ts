import { mapValues } from "../../../packages/http/src/map-values.ts";
import {
  nameOf,
  operationsOf as listed,
  type Header,
  type ListedOperation,
  type OpenApiDocument as OpenApi,
  type Parameter,
  type ResponseObject,
  type Schema,
} from "../../../packages/http/src/openapi-document.ts";

export type { OpenApi, Parameter, Schema };

export interface DocumentedResponse extends Omit<ResponseObject, "headers"> {
  readonly headers: Readonly<Record<string, Header>>;
}

/** One method of one path, with all references resolved. The method is in capitals. */
export interface Operation extends Omit<ListedOperation, "responses"> {
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export function operationsOf(document: OpenApi): readonly Operation[] {
  return listed(document).map((operation) => ({
    ...operation,
    method: operation.method.toUpperCase(),
    responses: mapValues(operation.responses, ({ headers = {}, ...response }) => ({
      ...response,
      headers: mapValues(headers, ({ $ref }) => target(document.components.headers, $ref)),
    })),
  }));
}

/** The methods of an address: a literal path may also match a parameter, as `bulk` is a name too. */
export function methodsAt({ paths }: OpenApi, address: string): readonly string[] {
  const fits = (template: string) => {
    const segments = template.split("/");
    const given = address.split("/");
    return (
      segments.length === given.length &&
      segments.every((segment, at) => segment.startsWith("{") || segment === given[at])
    );
  };
  const methods = Object.entries(paths).flatMap(([template, each]) =>
    fits(template) ? Object.keys(each) : [],
  );
  return [...new Set(methods)].map((method) => method.toUpperCase());
}

function target<T>(components: Readonly<Record<string, T>>, $ref: string): T {
  const found = components[nameOf($ref)];
  if (found === undefined) throw new Error(`The document has no ${$ref}.`);
  return found;
}

export const isPublic = ({ security }: Operation): boolean => security.length === 0;

/** For a signed-in person only: a service token is no credential for it. */
export const isForUsers = (operation: Operation): boolean =>
  !isPublic(operation) && operation.security.every((scheme) => "cookie" in scheme);

export const isOfWorkspace = ({ path }: Operation): boolean => path.startsWith("/api/workspaces/{id}");

/** A schema with its `$ref` followed. */
export function followed(document: OpenApi, schema: Schema): Schema {
  const { $ref } = schema;
  return typeof $ref === "string" ? followed(document, target(document.components.schemas, $ref)) : schema;
}

/** The codes that a problem response names. */
export function codesOf(response: DocumentedResponse): ReadonlySet<string> {
  return new Set(response["x-error-codes"]);
}
