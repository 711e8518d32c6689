import { reportAway, serverAnswers, whenBack } from "./reachability.ts";

/**
 * Imports a part of the page that was left out of the first load. While the server does not answer, it waits. Throws
 * what the import throws where the server is there and has no such part: it was renewed since the page was opened.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await serverAnswers()) throw error;
      reportAway();
      await whenBack();
    }
  }
}
