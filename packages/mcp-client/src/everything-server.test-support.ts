import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import manifest from "@modelcontextprotocol/server-everything/package.json" with { type: "json" };
import { onTestFinished } from "vitest";

const require = createRequire(import.meta.url);

/** The program of the protocol's reference server. */
const EVERYTHING = join(
  dirname(require.resolve(`${manifest.name}/package.json`)),
  manifest.bin["mcp-server-everything"],
);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  kill(): Promise<void>;
}

/** The reference server over Streamable HTTP; it ends with the test. */
export async function startEverything(port?: number): Promise<RunningServer> {
  const at = port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
    env: { PORT: String(at) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  for await (const chunk of child.stderr ?? []) if (String(chunk).includes("listening")) break;
  return { url: `http://127.0.0.1:${at}/mcp`, port: at, kill };
}
