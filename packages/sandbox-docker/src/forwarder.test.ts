import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { forwarder } from "./forwarder.ts";

/** Beside socat, which the image of the tests has: what goes through containers goes by it. */
const PROGRAMS = ["python3", "node"];

/** The programs themselves: what a shim finds by other programs would not be found. */
const pathOf = (name: string) =>
  name === "node" ? process.execPath : [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));

/** A port that nobody listens on. It is below those that the system gives away by itself, but another program that picks one may take it. */
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

/** Starts the forwarder on a free port; on another one where another program has taken it meanwhile. */
async function startForwarder(dir: string, socket: string): Promise<number> {
  for (;;) {
    const port = await freePort();
    // Nothing but the one program can be found.
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

/** What is answered to a text, when its sender has said that it is all. */
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
    const dir = await mkdtemp(join(tmpdir(), "forwarder-"));
    const server = createServer({ allowHalfOpen: true }, (one) => {
      let said = "";
      one.on("data", (chunk: Buffer) => (said += chunk.toString()));
      one.once("end", () => one.end(said.toUpperCase()));
      one.on("error", () => {});
    });
    const socket = join(dir, "s");
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    await symlink(found, join(dir, program));
    onTestFinished(async () => {
      server.close();
      await rm(dir, { recursive: true, force: true });
    });
    const port = await startForwarder(dir, socket);
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index} `.repeat(20_000));
    const answers = await Promise.all(texts.map((text) => asked(port, text)));
    expect(answers).toEqual(texts.map((text) => text.toUpperCase()));
  });
});
