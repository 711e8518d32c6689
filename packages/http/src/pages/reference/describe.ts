import { nameOf } from "../../openapi-document.ts";

/** A JSON Schema, as far as it is described. */
export interface Described {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly items?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | boolean;
  readonly required?: readonly string[];
}

/** How a page writes the parts of a type. */
export interface Notation {
  readonly code: (text: string) => string;
  /** A type with a name of its own. */
  readonly named: (name: string) => string;
}

export interface Field {
  /** From the object: `stats.steps`, `items[].key`. */
  readonly path: string;
  readonly schema: Described;
  readonly isRequired: boolean;
}

/** The words of a type where there are several of it. */
function several(
  { $ref, const: value, enum: values, anyOf, oneOf, items, type }: Described,
  words: string,
): string {
  if ($ref !== undefined || value !== undefined || items !== undefined) return words;
  if (values !== undefined || anyOf !== undefined || oneOf !== undefined) return `(${words})`;
  return typeof type === "string" ? `${words}s` : words;
}

/** A type in a few words. */
export function typeOf(schema: Described, notation: Notation): string {
  const { $ref, anyOf, oneOf, items, type, properties, additionalProperties } = schema;
  const of = (part: Described) => typeOf(part, notation);
  const value = (given: unknown) => notation.code(JSON.stringify(given));
  if ($ref !== undefined) return notation.named(nameOf($ref));
  if (schema.const !== undefined) return value(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(value).join(" or ");
  const options = anyOf ?? oneOf;
  if (options !== undefined) return options.map(of).join(" or ");
  if (items !== undefined) return `array of ${several(items, of(items))}`;
  if (type === "object" && properties === undefined)
    return typeof additionalProperties === "object"
      ? `map of ${several(additionalProperties, of(additionalProperties))}`
      : "object";
  return [type ?? "any value"].flat().join(" or ");
}

/** The fields of an object, and those of the objects in it that have no name of their own. */
export function fieldsOf(object: Described, path = ""): readonly Field[] {
  const { properties = {}, required = [], anyOf = [], oneOf = [] } = object;
  const own = Object.entries(properties).flatMap(([name, schema]) => {
    const at = `${path}${name}`;
    const inner = schema.items ?? schema;
    const below =
      inner.$ref === undefined ? fieldsOf(inner, `${at}${schema.items === undefined ? "" : "[]"}.`) : [];
    return [{ path: at, schema, isRequired: required.includes(name) }, ...below];
  });
  // Each field of the variants once: none is in all of them for sure.
  const variants = new Map(
    [...anyOf, ...oneOf].flatMap((each) => fieldsOf(each, path)).map((field) => [field.path, field]),
  );
  return [...own, ...[...variants.values()].map((field) => ({ ...field, isRequired: false }))];
}
