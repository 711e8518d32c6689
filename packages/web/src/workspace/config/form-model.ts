import type { JsonSchema } from "../../api/config.ts";
import { GROUPS, SPECIAL, TEXTS } from "./form-texts.ts";

export type FieldKind =
  | "text"
  | "model"
  | "prose"
  | "number"
  | "choice"
  | "switch"
  | "list"
  | "variables"
  | "network"
  | "permissions"
  | "servers"
  | "json";

export interface FormField {
  readonly path: readonly string[];
  /** As in error responses: `#/sandbox/cpus`. */
  readonly pointer: string;
  readonly kind: FieldKind;
  readonly label: string;
  readonly hint: string | null;
  /** An empty field is null. */
  readonly isNullable: boolean;
  readonly options: readonly string[];
  readonly min: number | null;
  readonly max: number | null;
  readonly isInteger: boolean;
  readonly default: unknown;
}

export interface FormGroup {
  readonly title: string;
  readonly description: string | null;
  readonly fields: readonly FormField[];
}

type Schemas = Readonly<Record<string, JsonSchema>>;

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
  const found = name === undefined ? undefined : schemas[name];
  // Properties beside a reference override those of the schema.
  return found === undefined ? schema : { ...found, ...schema };
}

/** Separates null from the type of a schema. */
function bare(schema: JsonSchema): { readonly schema: JsonSchema; readonly isNullable: boolean } {
  const branches = schema.anyOf ?? schema.oneOf;
  const others = branches?.filter(({ type }) => type !== "null");
  if (branches !== undefined && others?.length === 1 && branches.length === 2) {
    return { schema: { ...schema, ...others[0] }, isNullable: true };
  }
  if (typeof schema.type === "object") {
    const types = schema.type.filter((type) => type !== "null");
    const type = types.length === 1 ? types[0] : undefined;
    if (type !== undefined)
      return { schema: { ...schema, type }, isNullable: types.length < schema.type.length };
  }
  return { schema, isNullable: false };
}

function kindOf(path: string, schema: JsonSchema): FieldKind {
  const special = SPECIAL[path];
  if (special !== undefined) return special;
  if (schema.enum?.every((value) => typeof value === "string") === true) return "choice";
  if (schema.type === "string") return "text";
  if (schema.type === "number" || schema.type === "integer") return "number";
  if (schema.type === "boolean") return "switch";
  return schema.type === "array" && schema.items?.type === "string" ? "list" : "json";
}

/** `max_steps` as `Max steps`. */
function plainName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function fieldsOf(path: readonly string[], given: JsonSchema, schemas: Schemas): readonly FormField[] {
  const { schema, isNullable } = bare(resolved(given, schemas));
  const name = path.join(".");
  if (schema.properties !== undefined && SPECIAL[name] === undefined) {
    return Object.entries(schema.properties).flatMap(([key, each]) =>
      fieldsOf([...path, key], each, schemas),
    );
  }
  const texts = TEXTS[name];
  return [
    {
      path,
      pointer: pointerTo(path),
      kind: kindOf(name, schema),
      label: texts?.label ?? plainName(path.at(-1) ?? ""),
      hint: texts?.hint ?? schema.description ?? null,
      isNullable,
      options: (schema.enum ?? []).filter((value) => typeof value === "string"),
      min: schema.minimum ?? null,
      max: schema.maximum ?? null,
      isInteger: schema.type === "integer",
      default: schema.default,
    },
  ];
}

/** A JSON Pointer as a URL fragment (RFC 6901). */
export function pointerTo(path: readonly string[]): string {
  return `#/${path.map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

/** The form of a schema. Fields that are in no group, such as those of a newer server, are in the group Other. */
export function formOf(root: JsonSchema, schemas: Schemas): readonly FormGroup[] {
  const fields = fieldsOf([], root, schemas);
  const grouped = GROUPS.map(({ title, description, has }) => ({
    title,
    description,
    fields: fields.filter(({ path }) => has.some((each) => isAt(path, each))),
  }));
  const others = fields.filter(({ path }) => !GROUPS.some(({ has }) => has.some((each) => isAt(path, each))));
  return [...grouped, { title: "Other", description: null, fields: others }].filter(
    ({ fields: within }) => within.length > 0,
  );
}

function isAt(path: readonly string[], prefix: string): boolean {
  const name = path.join(".");
  return name === prefix || name.startsWith(`${prefix}.`);
}
