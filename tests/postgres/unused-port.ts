import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections and to listeners that ask for any. */
const [FIRST, END] = [10_000, 30_000];

/** A port that stays unused until it is bound, also while a server that had it restarts: no system gives it to another by itself. */
export async function unusedPort(host = "127.0.0.1"): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, host);
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
