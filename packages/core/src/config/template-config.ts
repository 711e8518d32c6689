import * as v from "valibot";
import { ConfigInputSchema, type ConfigOverlay } from "../domain/workspaces/config.ts";

const DEFAULTS = v.parse(ConfigInputSchema, {});

function differing<T extends object>(named: T, defaults: { readonly [Key in keyof T]: unknown }): T {
  const entries = Object.entries(named) as [keyof T, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => value !== defaults[key])) as T;
}

/**
 * The fields of a new workspace's config: a field of the caller replaces that of the template. A template's field that has its default
 * value counts as omitted, so that templates of a larger host still fit.
 */
export function overTemplate(template: ConfigOverlay, named: ConfigOverlay): ConfigOverlay {
  const { sandbox, afs } = template;
  return {
    ...template,
    ...(sandbox !== undefined && { sandbox: differing(sandbox, DEFAULTS.sandbox) }),
    ...(afs !== undefined && { afs: differing(afs, DEFAULTS.afs) }),
    ...named,
  };
}
