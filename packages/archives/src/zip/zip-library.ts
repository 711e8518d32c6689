import * as zip from "@zip.js/zip.js/lib/zip-core-custom.js";

let isConfigured = false;

/**
 * The zip library without workers and without a limit on its pool: the platform's compression streams do the work, and a slow reader
 * does not hold up other archives.
 */
export function zipLibrary(): typeof zip {
  if (!isConfigured) zip.configure({ useWebWorkers: false, maxWorkers: Number.MAX_SAFE_INTEGER });
  isConfigured = true;
  return zip;
}
