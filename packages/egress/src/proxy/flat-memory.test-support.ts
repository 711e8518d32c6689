import { once } from "node:events";
import { expect } from "vitest";
import { anOrigin, aProxy, until } from "./testing.test-support.ts";

const MEGABYTE = 1_048_576;
const ask = (port: number) => `CONNECT good.test:${port} HTTP/1.1\r\nHost: good.test\r\n\r\n`;

/** Sends so much through a tunnel, and holds what the process takes meanwhile against it. */
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
  const { open } = await aProxy(origin.port, { rawPorts: [origin.port] });
  const socket = await open();
  socket.write(ask(origin.port));
  await until(socket, "established\r\n\r\n");
  const before = process.memoryUsage().rss;
  let most = 0;
  let received = 0;
  let chunks = 0;
  socket.on("data", (data) => {
    received += data.length;
    if (++chunks % 100 === 0) most = Math.max(most, process.memoryUsage().rss);
  });
  socket.write("go");
  await once(socket, "close");
  expect(received).toBe(total);
  console.info(`memory grew by ${Math.round((most - before) / MEGABYTE)} MiB at most`);
  expect(most - before).toBeLessThan(150 * MEGABYTE);
}
