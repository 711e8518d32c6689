// Work that only one process of a checkout does at a time. The lock is a socket, which ends with the process that holds it.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

const RETRY_MS = 100;

function addressOf(name) {
  const id = `workspace-agent-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
  if (process.platform === "linux") return `\0${id}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${id}` : join(tmpdir(), id);
}

/** Tries to listen on the address; resolves with true if another process does. */
async function isTaken(server, address) {
  try {
    await once(server.listen(address), "listening");
    return false;
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    return true;
  }
}

/** A file outlives the process that listened on it. */
function removeIfDead(address) {
  if (address.startsWith("\0") || process.platform === "win32") return;
  const socket = connect(address, () => socket.destroy());
  socket.once("error", ({ code }) => code === "ECONNREFUSED" && rmSync(address, { force: true }));
}

/** Does some work while no other process does work of that name. */
export async function oneAtATime(name, work) {
  const address = addressOf(name);
  const server = createServer((socket) => socket.destroy());
  while (await isTaken(server, address)) {
    removeIfDead(address);
    await setTimeout(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await new Promise((released) => server.close(released));
  }
}
