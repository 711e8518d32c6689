import { describe, expect, it } from "vitest";
import type { EgressOptions } from "./egress-proxy.ts";
import { anOrigin, aProxy, OK, okOrigin, textOf, until } from "./testing.test-support.ts";

const get = (target: string, fields = "", host = "good.test") =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${fields}\r\n`;

describe("a request through the proxy", () => {
  it("goes to the host of its target, whatever the Host field is", async () => {
    const origin = await okOrigin();
    const { exchange, asked } = await aProxy(origin.port);
    const target = `http://good.test:${origin.port}/a/b?c=d`;
    const answer = await exchange(get(target, "Connection: close\r\n", "evil.test"));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.endsWith("\r\n\r\nok")).toBe(true);
    expect(origin.received).toHaveLength(1);
    expect(origin.received[0]).toMatch(/^GET \/a\/b\?c=d HTTP\/1\.1\r\n/);
    expect(origin.received[0]).toContain(`host: good.test:${origin.port}\r\n`);
    expect(origin.received[0]).not.toContain("evil");
    expect(asked).toEqual(["good.test"]);
  });

  it("loses its hop-by-hop fields, also those that it names, in both directions", async () => {
    const origin = await anOrigin((socket) =>
      socket.write(
        "HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nX-Hop: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok",
      ),
    );
    const { exchange } = await aProxy(origin.port);
    const fields = [
      "Connection: close, X-Secret",
      "X-Secret: 1",
      "Proxy-Authorization: Basic eA==",
      "Proxy-Connection: keep-alive",
      "Keep-Alive: timeout=5",
      "TE: trailers",
      "Upgrade: websocket",
      "Accept: a",
      "Accept: b",
    ];
    const answer = await exchange(get(`http://good.test:${origin.port}/`, `${fields.join("\r\n")}\r\n`));
    const [sent = ""] = origin.received;
    for (const gone of ["secret", "proxy-", "keep-alive", "te:", "upgrade"])
      expect(sent.toLowerCase()).not.toContain(gone);
    expect(sent).toMatch(/accept: a\r\naccept: b\r\n/);
    expect(sent).toMatch(/connection: close\r\n/);
    expect(answer).toMatch(/set-cookie: a=1\r\nset-cookie: b=2\r\n/i);
    expect(answer.toLowerCase()).not.toContain("x-hop");
  });

  it("keeps its body, with a length or in chunks", async () => {
    const origin = await anOrigin((socket, text) => {
      if (text.endsWith("body") || text.endsWith("0\r\n\r\n")) socket.write(OK);
    });
    const { exchange } = await aProxy(origin.port);
    const head = (method: string) =>
      `${method} http://good.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    expect(await exchange(`${head("POST")}Content-Length: 4\r\n\r\nbody`)).toMatch(/ok$/);
    expect(origin.received[0]).toMatch(/content-length: 4\r\n[^]*\r\n\r\nbody$/);
    for (const method of ["PUT", "GET"]) {
      const chunked = `${head(method)}Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`;
      expect(await exchange(chunked)).toMatch(/ok$/);
      expect(origin.received.at(-1)).toMatch(
        /transfer-encoding: chunked(?:\r\n[^]*)?\r\n\r\n4\r\nbody\r\n0\r\n\r\n$/,
      );
    }
  });

  it("is checked again on a reused connection", async () => {
    const origin = await okOrigin();
    const { open, refused } = await aProxy(origin.port);
    const socket = await open();
    socket.write(get(`http://good.test:${origin.port}/1`));
    await until(socket, "\r\n\r\nok");
    socket.write(get(`http://other.test:${origin.port}/2`));
    expect(await until(socket, "list of hosts.\n")).toMatch(/^HTTP\/1\.1 403 /);
    socket.write(get(`http://also.test:${origin.port}/3`));
    await until(socket, "\r\n\r\nok");
    expect(origin.received.map((text) => /^GET (\S+)[^]*host: (\S+)/.exec(text)?.slice(1))).toEqual([
      ["/1", `good.test:${origin.port}`],
      ["/3", `also.test:${origin.port}`],
    ]);
    expect(refused).toHaveLength(1);
  });

  it("is checked again where it is pipelined", async () => {
    const origin = await okOrigin();
    const { exchange } = await aProxy(origin.port);
    const answers = await exchange(
      get(`http://good.test:${origin.port}/1`) +
        get(`http://other.test:${origin.port}/2`) +
        get(`http://also.test:${origin.port}/3`, "Connection: close\r\n"),
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403", "HTTP/1.1 200"]);
    expect(origin.received.join("")).not.toContain("other.test");
  });

  it("that is redirected is repeated by the client, and checked again", async () => {
    const origin = await anOrigin((socket) =>
      socket.write(
        "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/\r\nContent-Length: 0\r\n\r\n",
      ),
    );
    const { exchange, refused } = await aProxy(origin.port, { access: "open" });
    const answer = await exchange(get(`http://good.test:${origin.port}/`, "Connection: close\r\n"));
    expect(answer).toMatch(/302 Found[^]*location: http:\/\/169\.254\.169\.254\/latest\//i);
    const there = `http://169.254.169.254:${origin.port}/latest/`;
    expect(await exchange(get(there, "Connection: close\r\n"))).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toEqual([
      {
        host: "169.254.169.254",
        port: origin.port,
        reason: "its address is private, or belongs to this host",
      },
    ]);
  });
});

describe("the proxy refuses", () => {
  const answerTo = async (bytes: string) => {
    const origin = await okOrigin();
    const under = await aProxy(origin.port);
    const answer = await under.exchange(bytes.replaceAll("PORT", String(origin.port)));
    expect(origin.received).toEqual([]);
    return { answer, ...under };
  };

  it("an unlisted host with the reason, without the path", async () => {
    const { answer, refused } = await answerTo(
      get("http://other.test:PORT/secret?token=abc", "Connection: close\r\n"),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(answer).toMatch(
      /Refused by the network rules of this workspace: other\.test port \d+: not in the workspace's list of hosts\.\n/,
    );
    expect(`${answer}${JSON.stringify(refused)}`).not.toMatch(/secret|token/);
  });

  it("a permitted name at the metadata address", async () => {
    const { answer } = await answerTo(get("http://bad.test:PORT/", "Connection: close\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*its address is private/);
  });

  it.each([
    ["credentials", "http://user:word@good.test:PORT/"],
    ["a user alone", "http://good.test@other.test:PORT/"],
    ["an end dot", "http://good.test.:PORT/"],
    ["a decimal address", "http://2130706433:PORT/"],
    ["an octal address", "http://0177.0.0.1:PORT/"],
    ["a hexadecimal address", "http://0x7f.1:PORT/"],
    ["a short address", "http://127.1:PORT/"],
    ["an escaped letter", "http://g%6fod.test:PORT/"],
    ["an escaped NUL", "http://good.test%00.other.test:PORT/"],
    ["no host", "http:///path"],
    ["a zone", "http://[fe80::1%25lo]:PORT/"],
  ])("%s in its target", async (_, target) => {
    const { answer, refused } = await answerTo(get(target, "Connection: close\r\n"));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(`${answer}${JSON.stringify(refused)}`).not.toContain("word");
    expect(refused.map(({ host }) => host)).toEqual(["(no host name)"]);
  });

  it.each([
    ["a path alone", "GET / HTTP/1.1\r\nHost: good.test:PORT\r\nConnection: close\r\n\r\n"],
    [
      "https in absolute form",
      "GET https://good.test:PORT/ HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n",
    ],
    ["another scheme", "GET ftp://good.test:PORT/ HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n"],
    ["a star", "OPTIONS * HTTP/1.1\r\nHost: good.test\r\nConnection: close\r\n\r\n"],
    ["NUL in the host", get("http://good.test\0.other.test:PORT/")],
    ["a tab in the target", get("http://good.test:PORT/\thttp://other.test/")],
    ["letters beyond ASCII", get("http://g\u00f6od.test:PORT/")],
    ["two lengths", get("http://good.test:PORT/", "Content-Length: 4\r\nContent-Length: 40\r\n")],
    ["two lengths in one field", get("http://good.test:PORT/", "Content-Length: 4, 4\r\n")],
    ["a signed length", get("http://good.test:PORT/", "Content-Length: +4\r\n")],
    [
      "a length and chunks",
      get("http://good.test:PORT/", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"),
    ],
    [
      "chunks that are not last",
      get("http://good.test:PORT/", "Transfer-Encoding: chunked, identity\r\nConnection: close\r\n"),
    ],
    [
      "a coding beside chunks",
      get("http://good.test:PORT/", "Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n") +
        "0\r\n\r\n",
    ],
    ["a space before the colon", get("http://good.test:PORT/", "Content-Length : 4\r\n")],
    ["a folded field", get("http://good.test:PORT/", "X: a\r\n b\r\n : c\r\n")],
    ["a head without an end", get("http://good.test:PORT/", `X: ${"x".repeat(40_000)}\r\n`)],
    ["a backslash in the host", get("http://other.test\\good.test:PORT/")],
    ["TLS", "\u0016\u0003\u0001\u0002\u0000\u0001"],
  ])("%s", async (_, bytes) => {
    const { answer } = await answerTo(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|431) /);
    expect(answer).not.toMatch(/HTTP\/1\.1 200/);
  });

  it("unreachable hosts with other responses, which are not refusals", async () => {
    const origin = await okOrigin();
    const { exchange, refused } = await aProxy(origin.port, { ports: [origin.port, 1] });
    const of = (target: string) => exchange(get(target, "Connection: close\r\n"));
    expect(await of(`http://none.test:${origin.port}/`)).toMatch(/^HTTP\/1\.1 502 [^]*no host none\.test/);
    expect(await of(`http://broken.test:${origin.port}/`)).toMatch(
      /^HTTP\/1\.1 502 [^]*could not be reached/,
    );
    expect(await of("http://good.test:1/")).toMatch(/^HTTP\/1\.1 502 [^]*could not be reached/);
    expect(refused).toEqual([]);
  });

  it("to wait for a silent name server, or for a client that is gone", async () => {
    const asked: AbortSignal[] = [];
    const resolve: EgressOptions["resolve"] = (_, signal) =>
      new Promise((__, reject) => {
        asked.push(signal);
        signal.addEventListener("abort", () => reject(new Error("cancelled")));
      });
    const hasty = await aProxy(80, { limits: { connectMs: 50 }, resolve });
    const request = get("http://good.test/", "Connection: close\r\n");
    expect(await hasty.exchange(request)).toMatch(/^HTTP\/1\.1 504 /);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
    const patient = await aProxy(80, { limits: { connectMs: 3_600_000 }, resolve });
    const socket = await patient.open();
    socket.write(request);
    await expect.poll(() => asked.length).toBe(2);
    socket.destroy();
    await expect.poll(() => asked[1]?.aborted).toBe(true);
  });

  it("to forward a malformed response", async () => {
    const origin = await anOrigin((socket) =>
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok"),
    );
    const { exchange } = await aProxy(origin.port);
    expect(await exchange(get(`http://good.test:${origin.port}/`, "Connection: close\r\n"))).toMatch(
      /^HTTP\/1\.1 502 /,
    );
  });

  it("to complete a truncated response", async () => {
    const origin = await anOrigin((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
      setImmediate(() => socket.destroy());
    });
    const { open } = await aProxy(origin.port);
    const socket = await open();
    socket.write(get(`http://good.test:${origin.port}/`));
    const answer = await textOf(socket);
    expect(answer).toMatch(/content-length: 10/i);
    expect(answer.endsWith("half") || answer.endsWith("\r\n\r\n")).toBe(true);
  });
});
