import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections and to listeners that ask for any. */
const [FIRST, END] = [10_000, 30_000];
const HOST = "127.0.0.1";

/**
 * A TCP port that nobody listens on. It stays unused while a server that had it restarts: no system gives it to another by itself, and no
 * other caller of this function gets it as long as this process lives, which holds the UDP port of the same number as a mark. Only a program
 * that chooses its port in another way can take it.
 */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const mark = createSocket("udp4");
    mark.bind({ port, address: HOST, exclusive: true });
    const isMarked = await hasBegun(mark);
    const server = createServer();
    if (isMarked && (await hasBegun(server.listen(port, HOST)))) {
      server.close();
      await once(server, "close");
      mark.unref();
      return port;
    }
    if (isMarked) mark.close();
  }
}

/** Whether it listens; false where another has the port. Throws what else it failed with. */
async function hasBegun(listener: NodeJS.EventEmitter): Promise<boolean> {
  try {
    await once(listener, "listening");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
}
