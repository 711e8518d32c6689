import { pingServer, reportUnavailable, whenAvailable } from "./reachability.ts";

/**
 * Imports a module that is not part of the first load, and waits while the server is unavailable. Throws the error of the import if
 * the server responds but no longer has the module, as after an update.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await pingServer()) throw error;
      reportUnavailable();
      await whenAvailable();
    }
  }
}
