import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import manifest from "@modelcontextprotocol/server-everything/package.json" with { type: "json" };
import { onTestFinished } from "vitest";

const require = createRequire(import.meta.url);

/** The program of the protocol's reference server. */
const EVERYTHING = join(
  dirname(require.resolve(`${manifest.name}/package.json`)),
  manifest.bin["mcp-server-everything"],
);

/** A port at which nobody listens, and nobody else can: it is the near end of a connection. */
export async function refusingPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return socket.localPort ?? 0;
}

/** Says on which port the program listens: the program itself names the one that it was given, which is 0. */
const TELL_PORT = `import { Server } from "node:net";
const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  this.once("listening", () => console.error("port " + this.address().port));
  return listen.apply(this, given);
};`;

export interface RunningServer {
  readonly port: number;
  kill(): Promise<void>;
}

/** The reference server over Streamable HTTP, on a free port; it ends with the test. */
export async function startEverything(): Promise<RunningServer> {
  const preload = `data:text/javascript,${encodeURIComponent(TELL_PORT)}`;
  const child = spawn(process.execPath, ["--import", preload, EVERYTHING, "streamableHttp"], {
    env: { PORT: "0" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const said: string[] = [];
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      said.push(line);
      const found = /^port (\d+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    void exited.then(() => reject(new Error(`The server ended:\n${said.join("\n")}`)));
  });
  return { port, kill };
}

/** An address that leads to one server after another; it is closed at the end of the test. */
export async function stableAddress(first: RunningServer) {
  let { port } = first;
  const front = createServer((socket) => {
    const behind = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const)
      from.on("error", () => undefined).once("close", () => to.destroy());
    socket.pipe(behind).pipe(socket);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  onTestFinished(() => void front.close());
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`,
    leadTo(next: RunningServer) {
      port = next.port;
    },
  };
}
