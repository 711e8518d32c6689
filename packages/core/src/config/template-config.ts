import * as v from "valibot";
import { ConfigInputSchema, type ConfigOverlay } from "../domain/workspaces/config.ts";
import { isSameJson } from "../runtime/canonical-json.ts";
import { isObject } from "../runtime/json.ts";

const DEFAULTS = v.parse(ConfigInputSchema, {});

/** What is named without what has its default value: a field, or a field of a section. */
function differing<Named extends object>(named: Named, defaults: object): Named {
  const entries = Object.entries(named).flatMap(([name, value]: [string, unknown]) => {
    const byDefault: unknown = (defaults as Record<string, unknown>)[name];
    if (value === undefined || isSameJson(value, byDefault)) return [];
    return [[name, isObject(value) && isObject(byDefault) ? differing(value, byDefault) : value]];
  });
  return Object.fromEntries(entries) as Named;
}

/**
 * The fields of a new workspace's config: a field of the caller replaces that of the template. A template's field that has its default
 * value counts as omitted, so that templates of a larger host still fit, and those that were saved from a workspace, which name all.
 */
export function overTemplate(template: ConfigOverlay, named: ConfigOverlay): ConfigOverlay {
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  return { ...differing(template, DEFAULTS), ...given };
}
