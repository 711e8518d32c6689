// Work that only one process of a checkout does at once. The lock is a socket, which is gone with the process that holds it.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

function addressOf(name) {
  const id = `workspace-agent-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${id}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id);
}

/** Takes the lock; gives what releases it, or null where another has it. */
function tryToTake(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket);
      socket.on("error", () => {}).once("close", () => waiting.delete(socket));
    });
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        for (const socket of waiting) socket.destroy();
        return new Promise((released) => server.close(released));
      }),
    );
  });
}

/** Resolves when who has the lock may have released it. */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.on("error", (error) => {
      // A file outlives the process that listened at it.
      if (error.code === "ECONNREFUSED" && !address.startsWith("\0")) rmSync(address, { force: true });
    });
    socket.once("close", resolve);
    socket.resume();
  });
}

/** Does some work while no other process does any of that name. */
export async function oneAtATime(name, work) {
  const address = addressOf(name);
  for (;;) {
    const release = await tryToTake(address);
    if (release === null) {
      await untilReleased(address);
      continue;
    }
    try {
      return await work();
    } finally {
      await release();
    }
  }
}
