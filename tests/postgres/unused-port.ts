import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems assign. */
const [FIRST, END] = [10_000, 30_000];
const HOST = "127.0.0.1";

/**
 * A TCP port that nobody listens on, and that stays unused while its server restarts: no system assigns it, and this process reserves it
 * from other callers of this function by holding the UDP port of the same number.
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

/** Whether it listens; false if another process has the port. Throws other errors.  */
async function hasBegun(listener: NodeJS.EventEmitter): Promise<boolean> {
  try {
    await once(listener, "listening");
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
}
