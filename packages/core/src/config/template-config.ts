import * as v from "valibot";
import { ConfigInputSchema, type ConfigOverlay } from "../domain/workspaces/config.ts";

const DEFAULTS = v.parse(ConfigInputSchema, {});

function differing<T extends object>(named: T, defaults: { readonly [Key in keyof T]: unknown }): T {
  const entries = Object.entries(named) as [keyof T, unknown][];
  return Object.fromEntries(entries.filter(([key, value]) => value !== defaults[key])) as T;
}

/**
 * What a new workspace's config names: the caller's fields in place of the template's, whole. What a template has that is a default
 * anyway is not named by it, so that one made on a larger host still fits.
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
