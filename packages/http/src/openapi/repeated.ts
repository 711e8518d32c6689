import type { ErrorCode } from "@workspace-agent/core";
import { mapValues } from "../map-values.ts";
import type {
  OpenApiDocument,
  Operation,
  Parameter,
  Paths,
  Reference,
  ResponseObject,
} from "../openapi-document.ts";

/** Moves repeated parameters and problems into components and references them. */
export function shareRepeated(paths: Paths<never>): {
  readonly paths: Paths<Reference>;
  readonly components: Pick<OpenApiDocument["components"], "parameters" | "responses">;
} {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = nameRepeated(
    operations.flatMap(({ parameters = [] }) => parameters),
    nameOfParameter,
    "#/components/parameters/",
  );
  const responses = nameRepeated(
    operations.flatMap((operation) => Object.entries(operation.responses)),
    nameOfResponse,
    "#/components/responses/",
  );
  const shared = (operation: Operation): Operation<Reference> => ({
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : { parameters: operation.parameters.map((each) => parameters.reference(each) ?? each) }),
    responses: mapValues(
      operation.responses,
      (response, status) => responses.reference([status, response]) ?? response,
    ),
  });
  return {
    paths: mapValues(paths, (methods) => mapValues(methods, shared)),
    components: {
      parameters: parameters.components,
      responses: mapValues(responses.components, ([, response]) => response),
    },
  };
}

interface Named<T> {
  readonly components: Readonly<Record<string, T>>;
  reference(value: T): Reference | null;
}

/** If two values have the same name, the first one gets it. */
function nameRepeated<T>(
  values: readonly T[],
  nameOf: (value: T) => string | null,
  prefix: string,
): Named<T> {
  const counts = new Map<string, { readonly value: T; count: number }>();
  for (const value of values) {
    const text = JSON.stringify(value);
    const counted = counts.get(text);
    if (counted === undefined) counts.set(text, { value, count: 1 });
    else counted.count++;
  }
  const components: Record<string, T> = {};
  const names = new Map<string, string>();
  for (const [text, { value, count }] of counts) {
    const name = nameOf(value);
    if (count === 1 || name === null || name in components) continue;
    components[name] = value;
    names.set(text, name);
  }
  return {
    components,
    reference(value) {
      const name = names.get(JSON.stringify(value));
      return name === undefined ? null : { $ref: prefix + name };
    },
  };
}

/** `IfMatch`, `Limit`; for path parameters the resource, such as `ServiceTokenId`. */
function nameOfParameter({ name, in: location, schema }: Parameter): string {
  const examples = schema["examples"];
  const [example] = location === "path" && Array.isArray(examples) ? (examples as readonly unknown[]) : [];
  const prefix = typeof example === "string" ? /^[a-z]+/.exec(example)?.[0] : undefined;
  return KINDS[prefix ?? ""] ?? pascal(name);
}

const KINDS: Readonly<Record<string, string>> = {
  ws: "WorkspaceId",
  ses: "SessionId",
  turn: "TurnId",
  req: "RequestId",
  tok: "ServiceTokenId",
  whk: "WebhookId",
  whd: "WebhookDeliveryId",
};

/** Only problems and redirects to sign-in are equal on purpose. */
function nameOfResponse([status, response]: readonly [string, ResponseObject]): string | null {
  if (status === "default") return "Problem";
  if (status === "302") return "ToSignIn";
  const codes: readonly ErrorCode[] | undefined = response["x-error-codes"];
  return codes === undefined ? null : codes.map(pascal).join("Or");
}

function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
