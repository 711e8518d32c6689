import type * as v from "valibot";
import type { Route } from "../route.ts";
import type { Parameter, Schema } from "../openapi-document.ts";
import { REQUEST_HEADERS } from "../headers/known-headers.ts";
import { pathParameterOf } from "./path-parameters.ts";

/** The path, query and header parameters of an operation. */
export function parametersOf(
  route: Route,
  convert: (schema: v.GenericSchema) => Schema,
): readonly Parameter[] {
  const entries = Object.entries(route.query.entries) as [string, v.GenericSchema][];
  return [
    ...[...route.path.matchAll(/(?<=\/)([^/]+)\/:(\w+)/g)].map(([, before = "", name = ""]) =>
      pathParameterOf(before, name),
    ),
    ...entries.map(([name, entry]): Parameter => {
      const { description, ...schema } = convert(entry);
      return {
        name,
        in: "query",
        required: entry.type !== "optional",
        ...(typeof description === "string" ? { description } : {}),
        schema,
      };
    }),
    ...(route.headers ?? []).map((name): Parameter => ({
      name,
      in: "header",
      required: false,
      ...REQUEST_HEADERS[name],
    })),
  ];
}
