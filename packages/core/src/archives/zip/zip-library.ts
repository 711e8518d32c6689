import * as zip from "@zip.js/zip.js/lib/zip-core-custom.js";

let isConfigured = false;

/**
 * The zip library without workers: the platform's own compression streams do the work. Its pool would else let as many
 * archives be read or written at once as there are processors, and a slow reader would hold a place in it.
 */
export function zipLibrary(): typeof zip {
  if (!isConfigured) zip.configure({ useWebWorkers: false, maxWorkers: Number.MAX_SAFE_INTEGER });
  isConfigured = true;
  return zip;
}
