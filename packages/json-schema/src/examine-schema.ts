import type { OutputProblem } from "@workspace-agent/core/ports";
import { MAX_PROBLEMS } from "./cost-keyword.ts";
import { isObject } from "./is-object.ts";
import { ANCHORS, IN_PLACE, REFERENCES } from "./keywords.ts";
import { PatternCheck } from "./patterns.ts";
import { normalPointer, pointerTo } from "./pointer.ts";
import { schemasIn, subschemas, type Path } from "./schema-walk.ts";

const MAX_BYTES = 65_536;
const MAX_DEPTH = 64;
const MAX_SUBSCHEMAS = 1_000;
const DRAFT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

const problem = (path: Path, detail: string): OutputProblem => ({ pointer: pointerTo(path), detail });

/** The path to something below `levels` levels, or null. */
function tooDeep(value: unknown, levels: number): Path | null {
  if (typeof value !== "object" || value === null) return null;
  if (levels === 0) return [];
  for (const [key, inner] of Object.entries(value)) {
    const path = tooDeep(inner, levels - 1);
    if (path !== null) return [key, ...path];
  }
  return null;
}

/** Whether a value is nested deeper than a check can follow. */
export const isTooDeep = (value: unknown) => tooDeep(value, MAX_DEPTH) !== null;

/** The references and anchors of a schema, by what a reference may name. */
class References {
  private readonly targets = new Map<string, string>();
  private readonly named: { readonly path: Path; readonly from: string; readonly to: string }[] = [];
  /** By pointer: the schemas that apply to the same value. */
  private readonly inPlace = new Map<string, string[]>();

  add(path: Path, schema: Readonly<Record<string, unknown>>): OutputProblem[] {
    const pointer = pointerTo(path);
    const problems: OutputProblem[] = [];
    this.targets.set(pointer, pointer);
    for (const keyword of ANCHORS) {
      const name = schema[keyword];
      if (typeof name !== "string") continue;
      const known = this.targets.get(`#${name}`);
      if (known !== undefined && known !== pointer)
        problems.push(problem([...path, keyword], `Two schemas have the anchor ${name}.`));
      this.targets.set(`#${name}`, pointer);
    }
    for (const keyword of REFERENCES) {
      const to = schema[keyword];
      if (typeof to === "string") this.named.push({ path: [...path, keyword], from: pointer, to });
    }
    const inPlace: string[] = [];
    for (const [keyword, value] of Object.entries(schema))
      for (const [keys] of schemasIn(keyword, value)) {
        // Here, since `true` and `false` are schemas that are not added.
        const inner = pointerTo([...path, ...keys]);
        this.targets.set(inner, inner);
        if (IN_PLACE.has(keyword)) inPlace.push(inner);
      }
    this.inPlace.set(pointer, inPlace);
    return problems;
  }

  private targetOf(reference: string): string | null {
    return this.targets.get(reference) ?? this.targets.get(normalPointer(reference) ?? "") ?? null;
  }

  /** References that lead nowhere or out of the schema, and those that lead back to themselves. */
  problems(): OutputProblem[] {
    const missing = this.named.flatMap(({ path, from, to }) => {
      if (!to.startsWith("#"))
        return [problem(path, "Only references within the schema are followed, such as #/$defs/name.")];
      const target = this.targetOf(to);
      if (target === null) return [problem(path, `The schema has no schema at ${to}.`)];
      this.inPlace.get(from)?.push(target);
      return [];
    });
    return missing.length > 0 ? missing : this.cycles();
  }

  private cycles(): OutputProblem[] {
    const done = new Set<string>();
    const open = new Set<string>();
    const isCyclic = (pointer: string): boolean => {
      if (open.has(pointer)) return true;
      if (done.has(pointer)) return false;
      open.add(pointer);
      const found = (this.inPlace.get(pointer) ?? []).some(isCyclic);
      open.delete(pointer);
      done.add(pointer);
      return found;
    };
    const cyclic = [...this.inPlace.keys()].find((pointer) => isCyclic(pointer));
    return cyclic === undefined
      ? []
      : [{ pointer: cyclic, detail: "The schema applies itself to the same value without end." }];
  }
}

/** What JSON Schema allows but this service does not, at one schema. */
function problemsAt(
  path: Path,
  schema: Readonly<Record<string, unknown>>,
  patterns: PatternCheck,
): OutputProblem[] {
  const problems: OutputProblem[] = [];
  const { $id, $schema, pattern, patternProperties } = schema;
  if ($id !== undefined && path.length > 0)
    problems.push(problem([...path, "$id"], "A schema within the schema has no $id of its own."));
  if (typeof $schema === "string" && !DRAFT.test($schema))
    problems.push(
      problem(
        [...path, "$schema"],
        "The schema has to be of draft 2020-12 (https://json-schema.org/draft/2020-12/schema).",
      ),
    );
  const expressions: [Path, string][] = typeof pattern === "string" ? [[["pattern"], pattern]] : [];
  if (isObject(patternProperties))
    for (const name of Object.keys(patternProperties)) expressions.push([["patternProperties", name], name]);
  for (const [keys, expression] of expressions) {
    const detail = patterns.problemOf(expression);
    if (detail !== null) problems.push(problem([...path, ...keys], detail));
  }
  for (const [keyword, value] of Object.entries(schema))
    for (const [keys] of schemasIn(keyword, value))
      if (keys[1] === "__proto__")
        problems.push(problem([...path, ...keys], "A property named __proto__ cannot be checked."));
  return problems;
}

/** Why a schema is refused before it is compiled: its size, its depth, its references and the cost of its patterns. */
export function examineSchema(schema: Readonly<Record<string, unknown>>): readonly OutputProblem[] {
  const deep = tooDeep(schema, MAX_DEPTH);
  if (deep !== null)
    return [problem(deep.slice(0, 8), `The schema is nested deeper than ${MAX_DEPTH} levels.`)];
  if (new TextEncoder().encode(JSON.stringify(schema)).length > MAX_BYTES)
    return [problem([], `The schema is longer than ${MAX_BYTES / 1024} KiB.`)];
  const patterns = new PatternCheck();
  const references = new References();
  const problems: OutputProblem[] = [];
  let count = 0;
  for (const { path, schema: inner } of subschemas(schema)) {
    count += 1;
    if (count > MAX_SUBSCHEMAS)
      return [problem([], `The schema contains more than ${MAX_SUBSCHEMAS} schemas.`)];
    problems.push(...problemsAt(path, inner, patterns), ...references.add(path, inner));
    if (problems.length >= MAX_PROBLEMS) return problems.slice(0, MAX_PROBLEMS);
  }
  return problems.length > 0 ? problems : references.problems().slice(0, MAX_PROBLEMS);
}
