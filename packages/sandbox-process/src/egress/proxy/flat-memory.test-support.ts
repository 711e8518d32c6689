import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { newFolder } from "../../testing/new-folder.ts";
import { anOrigin, until } from "./testing.test-support.ts";

const MEGABYTE = 1_048_576;
const ask = (port: number) => `CONNECT good.test:${port} HTTP/1.1\r\nHost: good.test\r\n\r\n`;

/** A proxy in its own process, for an origin on this port. */
async function aProxyProcess(port: number) {
  const path = join(await newFolder(), "proxy");
  const program = join(import.meta.dirname, "proxy-process.test-support.ts");
  const child = fork(program, [path, String(port)], {
    env: { PATH: process.env["PATH"] ?? "" },
    execArgv: ["--no-warnings", "--experimental-transform-types", "--conditions=workspace-agent-source"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = async () => {
    const [message] = (await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => Promise.reject(new Error("The proxy's process ended."))),
    ])) as [number];
    return message;
  };
  await said();
  return {
    path,
    /** The peak memory of the process in bytes. */
    async mostMemory() {
      child.send("memory");
      return await said();
    },
  };
}

/** Sends so many bytes through a tunnel, and checks the growth of the proxy's process. */
export async function expectFlatMemory(megabytes: number): Promise<void> {
  const total = megabytes * MEGABYTE;
  const chunk = Buffer.alloc(MEGABYTE / 4, 7);
  const origin = await anOrigin((socket, text) => {
    if (text !== "go") return;
    let left = total;
    const more = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
      socket.off("drain", more);
      socket.end();
    };
    socket.on("drain", more);
    more();
  });
  const proxy = await aProxyProcess(origin.port);
  const socket = connect(proxy.path);
  onTestFinished(() => void socket.destroy());
  socket.write(ask(origin.port));
  await until(socket, "established\r\n\r\n");
  const before = await proxy.mostMemory();
  let received = 0;
  socket.on("data", (data) => {
    received += data.length;
  });
  socket.write("go");
  await once(socket, "close");
  expect(received).toBe(total);
  const growth = (await proxy.mostMemory()) - before;
  console.info(`memory grew by ${Math.round(growth / MEGABYTE)} MiB at most`);
  expect(growth).toBeLessThan(150 * MEGABYTE);
}
