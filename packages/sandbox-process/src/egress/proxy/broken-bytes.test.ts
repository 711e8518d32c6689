import { expect, it } from "vitest";
import { aProxy, heldTimeLimits, okOrigin, textOf, until } from "./testing.test-support.ts";

/** Fewer than the backlog of a socket. */
const AT_ONCE = 400;

it("no changed byte ends the proxy, or gets a request to an unchecked host", async () => {
  const origin = await okOrigin();
  const under = await aProxy(origin.port, { limits: { idleMs: 500, connections: AT_ONCE + 1 } });
  const requests = [
    `GET http://good.test:${origin.port}/ HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n`,
    `CONNECT good.test:${origin.port} HTTP/1.1\r\nHost: good.test\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
    `POST http://good.test:${origin.port}/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`,
  ];
  const broken = requests.flatMap((request) =>
    Array.from({ length: request.length }).flatMap((_, at) =>
      [0, 10, 64].map((byte) => {
        const bytes = Buffer.from(request, "latin1");
        bytes[at] = byte;
        return bytes;
      }),
    ),
  );
  for (let at = 0; at < broken.length; at += AT_ONCE) {
    await Promise.all(
      broken.slice(at, at + AT_ONCE).map(async (bytes) => {
        const socket = await under.open();
        const text = textOf(socket);
        socket.write(bytes);
        await text;
      }),
    );
  }
  expect(under.asked.every((name) => name === "good.test")).toBe(true);
  // The valid request may take longer.
  heldTimeLimits();
  const socket = await under.open();
  socket.write(requests[0] ?? "");
  expect(await until(socket, "ok")).toMatch(/^HTTP\/1\.1 200 /);
});
