/** A JSON Schema of the document. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface DocumentedResponse {
  readonly "x-error-codes"?: readonly string[];
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface OperationObject<Shared> {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  /** One, or several of which one is sufficient. */
  readonly "x-required-scope"?: string | readonly string[];
  readonly parameters?: readonly (Parameter | Shared)[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: Schema }>>;
  };
  readonly responses: Readonly<Record<string, DocumentedResponse | Shared>>;
}

interface Reference {
  readonly $ref: string;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject<Reference>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** One method of one path, with all references resolved. */
export interface Operation extends OperationObject<never> {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export function operationsOf(document: OpenApi): readonly Operation[] {
  const plain = <T extends object>(part: T | Reference): T => target(document, part);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map((parameter) => plain(parameter)),
      responses: mapValues(operation.responses, (shared) => {
        const { headers = {}, ...response } = plain(shared);
        return { ...response, headers: mapValues(headers, (header) => plain(header)) };
      }),
    })),
  );
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

function mapValues<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** The target of a reference of the document; anything else is returned unchanged. */
function target<T extends object>(document: OpenApi, part: T | Reference): T {
  if (!("$ref" in part) || typeof part.$ref !== "string") return part as T;
  let found: unknown = document;
  for (const name of part.$ref.split("/").slice(1))
    found = typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined;
  if (typeof found !== "object" || found === null) throw new Error(`The document has no ${part.$ref}.`);
  return target(document, found as T);
}

export const isPublic = ({ security }: Operation): boolean => security.length === 0;

/** For a signed-in person only: a service token is no credential for it. */
export const isForUsers = (operation: Operation): boolean =>
  !isPublic(operation) && operation.security.every((scheme) => "cookie" in scheme);

export const isOfWorkspace = ({ path }: Operation): boolean => path.startsWith("/api/workspaces/{id}");

/** A schema with its `$ref` followed. */
export function followed(document: OpenApi, schema: Schema): Schema {
  return target<Schema>(document, schema);
}

/** The codes that a problem response names. */
export function codesOf(response: DocumentedResponse): ReadonlySet<string> {
  return new Set(response["x-error-codes"]);
}
