import { describe, expect, it } from "vitest";
import { McpError, type McpConnection, type McpTool } from "../../ports/mcp.ts";
import { fakeClock } from "../../testing/index.ts";
import { LIST_MS, Listing, MAX_REREADS, NEWS_MS, PACE_MS } from "./listing.ts";
import { aTool } from "./mcp.test-support.ts";

const never = new AbortController().signal;

/** A listing of a server that lists as `list` says. */
function listingOf(list: (listing: () => Listing) => Promise<readonly McpTool[]>) {
  const clock = fakeClock();
  const seen: string[][] = [];
  const failures: unknown[] = [];
  const reads = { count: 0 };
  const connection: McpConnection = {
    instructions: null,
    closed: new Promise(() => {}),
    listTools() {
      reads.count += 1;
      return list(() => listing);
    },
    callTool: () => Promise.reject(new McpError("failed", "It has no tools.")),
    close: () => Promise.resolve(),
  };
  const listing: Listing = new Listing({
    connection,
    clock,
    tooLong: () => new McpError("unreachable", "Too long."),
    onList: ({ tools }) => void seen.push(tools.map(({ name }) => name)),
    onFailure: (error) => void failures.push(error),
  });
  return { listing, clock, seen, failures, reads };
}

describe("a list", () => {
  it("is read once for all who ask meanwhile", async () => {
    const { listing, reads } = listingOf(() => Promise.resolve([aTool("echo")]));
    await Promise.all([listing.read(), listing.read()]);
    expect(reads.count).toBe(1);
  });

  it("is given up when it does not come in time", async () => {
    const { listing, clock } = listingOf(() => new Promise(() => {}));
    const outcome = expect(listing.read()).rejects.toThrow("Too long.");
    await clock.advance(LIST_MS);
    await outcome;
  });

  it("is read again after news that came while it was read", async () => {
    const answers = [Promise.withResolvers<McpTool[]>(), Promise.withResolvers<McpTool[]>()];
    const left = [...answers];
    const { listing, clock, seen } = listingOf(() => left.shift()?.promise ?? Promise.resolve([]));
    const first = listing.read();
    listing.changed();
    answers[0]?.resolve([aTool("old")]);
    answers[1]?.resolve([aTool("new")]);
    await first;
    await clock.advance(1);
    expect(seen).toEqual([["old"], ["new"]]);
  });

  it("is no one's when its connection is over, also when it comes later", async () => {
    const { promise, resolve } = Promise.withResolvers<McpTool[]>();
    const { listing, clock, seen, failures, reads } = listingOf(() => promise);
    listing.changed();
    listing.end();
    resolve([aTool("late")]);
    await clock.advance(1);
    listing.changed();
    await clock.advance(60_000);
    expect([seen, failures, reads.count]).toEqual([[], [], 1]);
  });
});

describe("a server that announces a change with every list", () => {
  const restless = () =>
    listingOf((listing) => {
      listing().changed();
      return Promise.resolve([aTool("echo")]);
    });

  it("does not hold a call up", async () => {
    const { listing } = restless();
    await listing.read();
    listing.changed();
    await listing.settled(never);
    listing.end();
  });

  it("is followed a few times at once, then once a second, up to a limit", async () => {
    const { listing, clock, reads } = restless();
    listing.changed();
    await clock.advance(0);
    expect(reads.count).toBe(4);
    await clock.advance(10 * PACE_MS);
    expect(reads.count).toBe(14);
    await clock.advance(2 * MAX_REREADS * PACE_MS);
    expect([reads.count, clock.sleeping]).toEqual([MAX_REREADS, 0]);
  });
});

describe("a call waits for a list that is being read", () => {
  it("for a while", async () => {
    const { listing, clock } = listingOf(() => new Promise(() => {}));
    listing.changed();
    let isOver = false;
    const waiting = listing.settled(never).then(() => (isOver = true));
    await clock.advance(NEWS_MS - 1);
    expect(isOver).toBe(false);
    await clock.advance(1);
    await waiting;
    listing.end();
  });

  it("and not when it is stopped", async () => {
    const { listing } = listingOf(() => new Promise(() => {}));
    listing.changed();
    await listing.settled(AbortSignal.abort());
    listing.end();
  });
});
