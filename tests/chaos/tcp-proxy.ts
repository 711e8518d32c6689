import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export interface TcpProxy {
  readonly port: number;
  /** Breaks every open connection and returns their number; new ones work. */
  cut(): number;
  close(): Promise<void>;
}

/** Forwards connections to the current port, on this machine. */
export async function tcpProxy(port: () => number, host = "127.0.0.1"): Promise<TcpProxy> {
  const open = new Set<readonly [Socket, Socket]>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: port(), host: "127.0.0.1", noDelay: true });
    const pair = [near, far] as const;
    open.add(pair);
    const end = () => {
      open.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.pipe(far).pipe(near);
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      const pairs = [...open];
      for (const [near, far] of pairs) {
        near.resetAndDestroy();
        far.resetAndDestroy();
      }
      return pairs.length;
    },
    async close() {
      server.close();
      for (const pair of open) for (const socket of pair) socket.destroy();
      await once(server, "close");
    },
  };
}
