// Not execa, which passes on no handles.
import { spawn } from "node:child_process";
import { Server } from "node:net";
import { sandboxUnavailable } from "@workspace-agent/core/ports";
import { enteringNamespaces } from "../namespace-holder.ts";

const DEADLINE_MS = 10_000;

/** Opens the port, passes the socket to its parent and exits. It runs with the rights of the namespaces' owner, and reads nothing. */
const SCRIPT = `
process.once("disconnect", () => process.exit(1));
const server = require("node:net").createServer();
server.once("error", ({ code }) => process.send({ code }, () => process.exit(1)));
server.listen(Number(process.argv[1]), "127.0.0.1", () => process.send({}, server, () => process.exit(0)));
`;

/**
 * A server of this process that listens on the loopback of another network namespace: a socket belongs to the namespace in which it was
 * made. Throws `sandbox_unavailable`.
 */
export function listenInside(nsenter: string, pid: number, port: number): Promise<Server> {
  const words = [...enteringNamespaces(pid), process.execPath, "-e", SCRIPT, String(port)];
  const child = spawn(nsenter, words, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {},
  });
  return new Promise((resolve, reject) => {
    let isOver = false;
    const fail = (cause: unknown) => {
      isOver = true;
      clearTimeout(timer);
      reject(sandboxUnavailable("The egress gateway of the workspace could not be opened.", { cause }));
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(new Error("The port was not opened in time."));
    }, DEADLINE_MS);
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`The process that opens the port ended with ${code}.`)));
    child.once("message", (message, handle) => {
      if (!(handle instanceof Server)) {
        fail(new Error(`The port could not be opened: ${JSON.stringify(message)}`));
      } else if (isOver) {
        handle.close();
      } else {
        clearTimeout(timer);
        resolve(handle);
      }
    });
  });
}
