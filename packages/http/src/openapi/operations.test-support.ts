import type { OpenApiDocument, Operation, Parameter, Reference, ResponseObject } from "./document-types.ts";

/** An operation with its path and method, and with resolved references. */
export interface ListedOperation extends Operation {
  readonly method: string;
  readonly path: string;
}

/** All operations of a document, in order. */
export function operationsOf(document: OpenApiDocument): readonly ListedOperation[] {
  const { parameters, responses } = document.components;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method,
      path,
      parameters: (operation.parameters ?? []).map((each): Parameter => resolved(each, parameters)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, each]): [string, ResponseObject] => [
          status,
          resolved(each, responses),
        ]),
      ),
    })),
  );
}

function resolved<T extends object>(value: T | Reference, components: Readonly<Record<string, T>>): T {
  if (!("$ref" in value)) return value;
  const found = components[value.$ref.slice(value.$ref.lastIndexOf("/") + 1)];
  if (found === undefined) throw new Error(`The document has no ${value.$ref}.`);
  return found;
}
