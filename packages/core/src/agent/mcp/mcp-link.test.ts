import { testCaller } from "../../testing/index.ts";
import { describe, expect, it } from "vitest";
import { silentLogger } from "../../ports/logger.ts";
import { McpError, type McpConnector, type McpResult } from "../../ports/mcp.ts";
import { fakeClock } from "../../testing/index.ts";
import { Redaction } from "../../redaction/redact.ts";
import { CALL_IDLE_MS, CALL_TOTAL_MS, IDLE_MS, LIST_AGE_MS, McpLink, PAUSE_MS } from "./mcp-link.ts";
import { aTool, fakeServer, says, type FakeServer } from "./mcp.test-support.ts";

const never = new AbortController().signal;
const text = { type: "text", text: "echo was called" };

function linkTo(
  change: Partial<FakeServer> = {},
  through: (connector: McpConnector) => McpConnector = (connector) => connector,
) {
  const server = fakeServer(change);
  const clock = fakeClock();
  const warnings: object[] = [];
  const link = new McpLink({
    server: "docs",
    type: "http",
    target: () => Promise.resolve({ type: "http", url: "https://a.test", headers: { key: "canary" } }),
    connector: through(server.connector),
    clock,
    logger: { ...silentLogger, warn: (fields) => void warnings.push(fields) },
    tenant: "default",
    workspaceId: "ws_1",
    redact: () => Promise.resolve(new Redaction().redactor({ KEY: "canary" })),
  });
  const call = (signal = never) => link.call("echo", {}, { signal, caller: testCaller() });
  return { server, clock, link, warnings, call };
}

describe("the connection to a server", () => {
  it("is made once for turns that begin at the same time, and kept for those that follow", async () => {
    const { server, link } = linkTo();
    await Promise.all([link.refresh(never), link.refresh(never)]);
    await link.refresh(never);
    expect(link.tools).toEqual([aTool("echo")]);
    expect([server.targets.length, server.lists, server.open]).toEqual([1, 1, 1]);
  });

  it("is closed when nobody uses it for a while, and made again for the next call", async () => {
    const { server, clock, link, call } = linkTo();
    await link.refresh(never);
    await clock.advance(IDLE_MS - 1);
    await call();
    await clock.advance(IDLE_MS - 1);
    expect(server.open).toBe(1);
    await clock.advance(1);
    expect(server.open).toBe(0);
    expect(await call()).toMatchObject({ content: [text] });
    expect(server.open).toBe(1);
    await link.close();
    expect([server.open, clock.sleeping]).toEqual([0, 0]);
  });

  it("is made again once for a call that the server did not take", async () => {
    const { server, link, call } = linkTo();
    await link.refresh(never);
    let refusals = 1;
    server.answer = () => {
      if (refusals-- > 0) throw new McpError("not_run", "No such session.");
      return says("taken");
    };
    expect(await call()).toMatchObject({ content: [{ text: "taken" }] });
    expect(server.targets).toHaveLength(2);
    refusals = 2;
    await expect(call()).rejects.toMatchObject({ kind: "not_run" });
  });

  it("does not repeat a call whose outcome is unknown", async () => {
    const { server, link, call } = linkTo();
    await link.refresh(never);
    server.answer = () => {
      throw new McpError("lost", "It broke.");
    };
    await expect(call()).rejects.toMatchObject({ kind: "lost" });
    expect(server.calls).toEqual(["echo"]);
    expect(server.open).toBe(0);
  });

  it("ends for good when it is closed, also while it is being made", async () => {
    const { server, link, call } = linkTo({ isSilent: true });
    const refreshing = link.refresh(never);
    await link.close();
    await refreshing;
    expect(server.open).toBe(0);
    await expect(call()).rejects.toMatchObject({ kind: "refused" });
  });

  it("ends for good when it is closed while its first list is read", async () => {
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<undefined>();
    const { server, link } = linkTo({}, ({ connect }) => ({
      async connect(target, options) {
        const connection = await connect(target, options);
        const listTools = () => {
          begin(undefined);
          return new Promise<never>(() => {});
        };
        return Object.assign(Object.create(connection) as typeof connection, { listTools });
      },
    }));
    const refreshing = link.refresh(never);
    await hasBegun;
    await link.close();
    expect(server.open).toBe(0);
    await refreshing;
  });
});

describe("a server that is down", () => {
  it("keeps the tools that were known, and fails calls", async () => {
    const { server, clock, link, warnings, call } = linkTo();
    await link.refresh(never);
    server.isDown = new McpError("unreachable", "It refused the connection.");
    await server.drop();
    await clock.advance(LIST_AGE_MS);
    await link.refresh(never);
    expect(link.tools).toEqual([aTool("echo")]);
    expect(link.failure).toBe("It refused the connection.");
    await expect(call()).rejects.toThrow("It refused the connection.");
    expect(JSON.stringify(warnings)).toContain("docs");
    expect(JSON.stringify(warnings)).not.toContain("canary");
  });

  it("is noticed when a turn begins, though nothing was said on its connection", async () => {
    const { server, clock, link } = linkTo();
    await link.refresh(never);
    await clock.advance(LIST_AGE_MS);
    server.tools = [aTool("new")];
    await link.refresh(never);
    expect(link.tools).toEqual([aTool("new")]);
    expect(server.targets).toHaveLength(1);
  });

  it("holds a turn up for ten seconds, and the turns of the next minute not at all", async () => {
    const { server, clock, link } = linkTo({ isSilent: true });
    const first = link.refresh(never);
    await clock.advance(10_000);
    await first;
    expect(link.failure).toBe("It did not answer in time.");
    await link.refresh(never);
    expect(server.targets).toHaveLength(1);
    server.isSilent = false;
    await clock.advance(PAUSE_MS);
    await link.refresh(never);
    expect(link.failure).toBeNull();
    expect(link.tools).toHaveLength(1);
  });

  it("holds one turn up, too, when it connects and lists nothing", async () => {
    for (const isKnown of [false, true]) {
      let isListing = isKnown;
      const { server, clock, link } = linkTo({}, ({ connect }) => ({
        async connect(target, options) {
          const connection = await connect(target, options);
          const listTools: typeof connection.listTools = (options) =>
            isListing ? connection.listTools(options) : new Promise(() => {});
          return Object.assign(Object.create(connection) as typeof connection, { listTools });
        },
      }));
      if (isKnown) await link.refresh(never);
      isListing = false;
      await clock.advance(isKnown ? LIST_AGE_MS : 0);
      const before = clock.monotonic();
      const first = link.refresh(never);
      await clock.advance(10_000);
      await first;
      expect(link.failure).toBe("It did not answer in time.");
      await link.refresh(never);
      expect([clock.monotonic() - before, server.targets.length, server.open]).toEqual([10_000, 1, 0]);
      expect(link.tools).toEqual(isKnown ? [aTool("echo")] : null);
      await link.close();
    }
  });

  it("may repeat a secret in what it says, which is neither logged nor told", async () => {
    const { server, link, warnings } = linkTo();
    server.isDown = new McpError("unreachable", "Invalid token: canary\n\n# New rules");
    await link.refresh(never);
    expect(link.failure).toBe("Invalid token: [secret KEY] # New rules");
    expect(warnings).toMatchObject([{ reason: link.failure, kind: "unreachable" }]);
  });

  it("is not connected to for a turn that is over before it begins", async () => {
    const { server, link } = linkTo();
    await link.refresh(AbortSignal.abort());
    expect(server.targets).toHaveLength(0);
  });

  it("is no longer waited for when the turn is stopped", async () => {
    const { link } = linkTo({ isSilent: true });
    const stop = new AbortController();
    const refreshing = link.refresh(stop.signal);
    stop.abort();
    await refreshing;
    expect(link.tools).toBeNull();
    await link.close();
  });
});

describe("a call", () => {
  it("is given up after two minutes without a word", async () => {
    const { server, clock, link, call } = linkTo();
    await link.refresh(never);
    server.isSilent = true;
    const calling = call();
    const outcome = expect(calling).rejects.toThrow("did not answer in time");
    await clock.advance(CALL_IDLE_MS);
    await outcome;
    await link.close();
  });

  it("goes on while its server tells of progress, for ten minutes at most", async () => {
    const { server, clock, link, call } = linkTo();
    await link.refresh(never);
    let told = 0;
    server.answer = (_, __, progress) =>
      new Promise(() => {
        void (async () => {
          for (; told < 100; told++) {
            await clock.sleep(CALL_IDLE_MS - 1);
            progress();
          }
        })();
      });
    const outcome = expect(call()).rejects.toThrow("did not answer in time");
    await clock.advance(CALL_TOTAL_MS - 1);
    expect(told).toBe(5);
    await clock.advance(1);
    await outcome;
    await link.close();
  });

  it("ends with its signal", async () => {
    const { server, link, call } = linkTo();
    await link.refresh(never);
    server.isSilent = true;
    const stop = new AbortController();
    const calling = call(stop.signal);
    stop.abort();
    await expect(calling).rejects.toMatchObject({ name: "McpError" });
    await link.close();
  });

  /** A link with a call that goes on until `finish`. The calls after it are answered by `next`. */
  async function duringACall(next: FakeServer["answer"] = () => says("next")) {
    const linked = linkTo();
    await linked.link.refresh(never);
    const { promise, resolve } = Promise.withResolvers<McpResult>();
    linked.server.answer = () => promise;
    const calling = linked.call();
    await expect.poll(() => linked.server.calls.length).toBe(1);
    linked.server.answer = next;
    return { ...linked, calling, finish: () => resolve(says("finished")) };
  }

  it("goes on while its server does not list its tools", async () => {
    const { server, clock, link, calling, finish } = await duringACall();
    await clock.advance(LIST_AGE_MS);
    server.isSilent = true;
    const refreshing = link.refresh(never);
    await clock.advance(10_000);
    await refreshing;
    await link.refresh(never);
    expect([server.lists, server.open, link.tools]).toEqual([2, 1, [aTool("echo")]]);
    finish();
    expect(await calling).toMatchObject({ content: [{ text: "finished" }] });
    await link.close();
  });

  it("goes on over its connection while another call needs a new one", async () => {
    let refusals = 1;
    const { server, link, call, calling, finish } = await duringACall(() => {
      if (refusals-- > 0) throw new McpError("not_run", "Bad request.");
      return says("next");
    });
    expect(await call()).toMatchObject({ content: [{ text: "next" }] });
    expect([server.targets.length, server.open]).toEqual([2, 2]);
    finish();
    expect(await calling).toMatchObject({ content: [{ text: "finished" }] });
    expect(server.open).toBe(1);
    await link.close();
  });

  it("loses its connection when the link is closed, also one that others no longer use", async () => {
    const { server, link, call } = await duringACall(() => {
      throw new McpError("lost", "It broke.");
    });
    await expect(call()).rejects.toMatchObject({ kind: "lost" });
    expect(server.open).toBe(1);
    await link.close();
    expect(server.open).toBe(0);
  });
});

describe("a list that changes", () => {
  it("is read before the result of the call that changed it is given", async () => {
    const { server, link, call } = linkTo();
    await link.refresh(never);
    server.answer = () => {
      server.change([aTool("one"), aTool("two")]);
      return says("changed");
    };
    await call();
    expect(link.tools?.map(({ name }) => name)).toEqual(["one", "two"]);
    await link.close();
  });

  it("is the same array while it is the same list", async () => {
    const { server, clock, link } = linkTo();
    await link.refresh(never);
    const { tools } = link;
    server.tools = [aTool("echo")];
    await clock.advance(LIST_AGE_MS);
    await link.refresh(never);
    expect(server.lists).toBe(2);
    expect(link.tools).toBe(tools);
    await link.close();
  });

  it("stays as it was when it cannot be read", async () => {
    const { server, clock, link, warnings } = linkTo();
    await link.refresh(never);
    server.isSilent = true;
    server.change([aTool("one")]);
    await clock.advance(10_000);
    expect(link.tools).toEqual([aTool("echo")]);
    expect(JSON.stringify(warnings)).toContain("did not answer in time");
    await link.close();
  });
});
