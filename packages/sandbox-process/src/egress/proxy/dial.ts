import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ResolvedAddress } from "@workspace-agent/public-address";

const MOST_TRIED = 6;
const ATTEMPT_MS = 6_000;

async function dialOne(
  { address, family }: ResolvedAddress,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const attempt = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
  const socket = connect({ host: address, port, family, allowHalfOpen: true, noDelay: true });
  // Nothing else listens for errors yet; the close event reports the end.
  socket.on("error", () => {});
  try {
    await once(socket, "connect", { signal: attempt });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Connects to the first of these addresses that answers. Looks no name up. Throws the error of the last address. */
export async function dial(
  addresses: readonly ResolvedAddress[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  let last: unknown = new Error("There is no address.");
  for (const address of addresses.slice(0, MOST_TRIED)) {
    try {
      return await dialOne(address, port, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      last = error;
    }
  }
  throw last;
}
