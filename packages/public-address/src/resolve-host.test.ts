import { createSocket, type Socket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hostFiles } from "./host-files.ts";
import { lookupBy } from "./resolve-as-host.ts";
import { nameServers, withHostFiles, type ResolveHost } from "./resolve-host.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const never = new AbortController().signal;

/** A name server on loopback that never answers, unless the test makes it. */
async function silentServer(): Promise<{ readonly address: string; readonly socket: Socket }> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, socket };
}

describe("a name server that never answers", () => {
  it("does not delay other look-ups and file access, however many names are looked up", async () => {
    const { address, socket } = await silentServer();
    const resolve = nameServers([address]);
    const stop = new AbortController();
    let asked = 0;
    const allAsked = new Promise<void>((done) => {
      socket.on("message", () => {
        if (++asked >= 64) done();
      });
    });
    const waiting = Array.from({ length: 32 }, (_, index) => resolve(`silent-${index}.test`, stop.signal));
    const settled = Promise.allSettled(waiting);
    await allAsked;
    expect((await lookup("127.0.0.1")).address).toBe("127.0.0.1");
    expect(await hostFiles("/nowhere").addressesOf("a")).toEqual([]);
    stop.abort();
    for (const { status } of await settled) expect(status).toBe("rejected");
  });

  it("is not queried after an abort", async () => {
    const { address, socket } = await silentServer();
    let asked = 0;
    socket.on("message", () => {
      asked++;
    });
    await expect(nameServers([address])("a.test", AbortSignal.abort())).rejects.toThrow();
    expect(asked).toBe(0);
  });
});

describe("a name server that fails for one family of addresses", () => {
  it("does not make a name without addresses of the other family absent", async () => {
    const { address, socket } = await silentServer();
    const SERVER_FAILURE = 2;
    socket.on("message", (query, { port }) => {
      const endOfQuestion = query.indexOf(0, 12) + 5;
      const isV4 = query.readUInt16BE(endOfQuestion - 4) === 1;
      const answer = Buffer.from(query.subarray(0, endOfQuestion));
      answer.writeUInt16BE(0x8180 | (isV4 ? SERVER_FAILURE : 0), 2);
      // Without the query's additional records.
      answer.writeUInt16BE(0, 10);
      socket.send(answer, port, "127.0.0.1");
    });
    await expect(nameServers([address])("a.test", never)).rejects.toMatchObject({ code: "ESERVFAIL" });
  });
});

describe("the resolver of this host", () => {
  async function resolver(known: Readonly<Record<string, string>>) {
    const dir = await newFolder();
    const [hosts, conf] = [join(dir, "hosts"), join(dir, "resolv.conf")];
    await writeFile(
      hosts,
      "# ours\n10.0.0.5\tHooks.internal tools # 10.0.0.6 other\n::5 tools\nnonsense tools\n",
    );
    await writeFile(conf, "search old.test\nnameserver 127.0.0.1\nsearch one.test. two.test .\n");
    const asked: string[] = [];
    const ask: ResolveHost = async (name) => {
      asked.push(name);
      const address = known[name];
      return address === undefined ? [] : [{ address, family: 4 }];
    };
    return { resolve: withHostFiles(ask, hostFiles(hosts, conf)), asked };
  }

  it("uses the hosts file without a query", async () => {
    const { resolve, asked } = await resolver({ tools: "1.1.1.1" });
    expect(await resolve("hooks.INTERNAL", never)).toEqual([{ address: "10.0.0.5", family: 4 }]);
    expect(await resolve("tools", never)).toEqual([
      { address: "10.0.0.5", family: 4 },
      { address: "::5", family: 6 },
    ]);
    expect(asked).toEqual([]);
  });

  it("resolves `localhost` and names below it to loopback without a query", async () => {
    const { resolve, asked } = await resolver({});
    for (const name of ["localhost", "App.localhost"])
      expect((await resolve(name, never)).map(({ address }) => address)).toEqual(["127.0.0.1", "::1"]);
    expect(asked).toEqual([]);
  });

  it("searches a single word below the search domains first, and a longer name last", async () => {
    const { resolve, asked } = await resolver({ "ollama.two.test": "10.0.0.7", "a.b": "1.1.1.1" });
    expect(await resolve("ollama", never)).toMatchObject([{ address: "10.0.0.7" }]);
    expect(await resolve("a.b", never)).toMatchObject([{ address: "1.1.1.1" }]);
    for (const name of ["none.", "none"]) expect(await resolve(name, never)).toEqual([]);
    const asOne = ["none.", "none.one.test", "none.two.test", "none"];
    expect(asked).toEqual(["ollama.one.test", "ollama.two.test", "a.b", ...asOne]);
  });
});

describe("the look-up of a socket", () => {
  const found = (resolve: ResolveHost, options: { readonly all?: boolean; readonly family?: number }) =>
    new Promise((done) => lookupBy(resolve)("a.test", options, (...said) => done(said)));
  const both: ResolveHost = async () => [
    { address: "1.1.1.1", family: 4 },
    { address: "::1", family: 6 },
  ];

  it("returns all addresses, or one of the requested family", async () => {
    expect(await found(both, { all: true })).toEqual([null, await both("", never)]);
    expect(await found(both, {})).toEqual([null, "1.1.1.1", 4]);
    expect(await found(both, { family: 6 })).toEqual([null, "::1", 6]);
  });

  it("fails with the system's error codes", async () => {
    expect(await found(async () => [], {})).toMatchObject([{ code: "ENOTFOUND" }, "", 0]);
    const silent = Object.assign(new Error("timeout"), { code: "ETIMEOUT" });
    expect(await found(() => Promise.reject(silent), {})).toMatchObject([{ code: "EAI_AGAIN" }, "", 0]);
    const unknown = Object.assign(new Error("none"), { code: "ENODATA" });
    expect(await found(() => Promise.reject(unknown), {})).toMatchObject([{ code: "ENOTFOUND" }, "", 0]);
  });
});
