import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { createServer, connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { forwarder } from "./forwarder.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** The programs beside socat, which the tests with containers use. */
const PROGRAMS = ["python3", "node"];

/** The real paths of the programs, since shims would not work without their helpers. */
const pathOf = (name: string) =>
  name === "node" ? process.execPath : [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));

/** A free port below the system's ephemeral range. Another program may still take it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Starts the forwarder on a free port, and retries where another program has taken it. */
async function startForwarder(dir: string, socket: string): Promise<number> {
  for (;;) {
    const port = await freePort();
    // Only this program is in the path.
    const child = spawn("/bin/bash", ["-c", forwarder(port, socket)], {
      env: { PATH: dir },
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
    const end = { isReached: false };
    child.once("close", () => (end.isReached = true));
    await expect
      .poll(async () => end.isReached || (await asked(port, "x").catch(() => "")) === "X", {
        timeout: 20_000,
      })
      .toBe(true);
    if (!end.isReached) return port;
    if (!/EADDRINUSE|address already in use/i.test(complaint))
      throw new Error(`The program ended:\n${complaint}`);
  }
}

/** Sends a text, ends its side, and returns the response. */
function asked(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.end(text));
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.once("end", () => resolve(answer));
    socket.once("error", reject);
  });
}

describe.each(PROGRAMS)("the proxy's forwarder in %s", (program) => {
  it("forwards many connections at once, in both directions, until both ends are closed", async ({
    skip,
  }) => {
    const found = pathOf(program);
    if (found === undefined) {
      console.warn(`\nSKIPPED: the forwarder to the proxy by ${program}, since it is not on this machine\n`);
      return skip();
    }
    const dir = await newFolder();
    const server = createServer({ allowHalfOpen: true }, (one) => {
      let said = "";
      one.on("data", (chunk: Buffer) => (said += chunk.toString()));
      one.once("end", () => one.end(said.toUpperCase()));
      one.on("error", () => {});
    });
    const socket = join(dir, "s");
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    await symlink(found, join(dir, program));
    onTestFinished(() => void server.close());
    const port = await startForwarder(dir, socket);
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index} `.repeat(20_000));
    const answers = await Promise.all(texts.map((text) => asked(port, text)));
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
  });
});
