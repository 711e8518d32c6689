import type { Call } from "./call.ts";

/** The network address of the caller: what the host says, else the peer of the connection; null where neither is known. */
export function clientAddress({ instance, request, peer }: Call): string | null {
  return instance.settings.clientAddress?.(request) ?? peer;
}
