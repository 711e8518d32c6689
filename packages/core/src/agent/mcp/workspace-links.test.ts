import { testCaller } from "../../testing/index.ts";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { silentLogger } from "../../ports/logger.ts";
import { fakeClock } from "../../testing/index.ts";
import { ConfigInputSchema, type StoredConfig } from "../../domain/workspaces/config.ts";
import { McpLink } from "./mcp-link.ts";
import { fakeServer } from "./mcp.test-support.ts";
import { WorkspaceLinks, type ConfiguredWorkspace } from "./workspace-links.ts";

const never = new AbortController().signal;

function workspace(version: number, servers: Readonly<Record<string, string>>): ConfiguredWorkspace {
  const mcp_servers = Object.fromEntries(Object.entries(servers).map(([name, url]) => [name, { url }]));
  const config = v.parse(ConfigInputSchema, { mcp_servers }) as StoredConfig;
  return { id: "ws_1", tenant: "default", config, config_version: version };
}

function linksOf(first: ConfiguredWorkspace) {
  const server = fakeServer();
  const clock = fakeClock();
  const links = new WorkspaceLinks(first, {
    wantedBy: ({ config }) =>
      new Map(
        Object.entries(config.mcp_servers).map(([name, { url }]) => [
          name,
          { key: url, type: "http", target: () => Promise.resolve({ type: "http", url, headers: {} }) },
        ]),
      ),
    makeLink: (name, { type, target }) =>
      new McpLink({
        server: name,
        type,
        target,
        connector: server.connector,
        clock,
        logger: silentLogger,
        tenant: "default",
        workspaceId: "ws_1",
        redact: () => Promise.resolve((text) => text),
      }),
  });
  const named = (record: ConfiguredWorkspace) => links.of(record).map(([name]) => name);
  return { links, named, server, clock };
}

const A = "https://a.example.com/";
const B = "https://b.example.com/";

describe("a turn with an older config than one that was seen", () => {
  const old = workspace(1, { docs: A, kept: A });

  it("does not bring a server back that was removed", async () => {
    const { links, named, server } = linksOf(old);
    for (const [, link] of links.of(old)) await link.refresh(never);
    links.follow(workspace(2, { kept: A }));
    expect(server.open).toBe(1);
    expect(named(old)).toEqual(["kept"]);
    expect(server.open).toBe(1);
  });

  it("does not replace a server whose address has changed, nor end its connection", async () => {
    const { links, named, server } = linksOf(old);
    const moved = workspace(2, { docs: B });
    const [[, link] = []] = links.of(moved);
    await link?.refresh(never);
    expect(named(old)).toEqual([]);
    expect(links.of(moved)[0]?.[1]).toBe(link);
    expect([server.open, link?.failure]).toEqual([1, null]);
  });

  it("has servers that are still the same, also where none was connected to yet", () => {
    const { links, named } = linksOf(old);
    links.follow(workspace(2, { docs: A, other: B }));
    expect(named(old)).toEqual(["docs"]);
  });

  it("holds links that were closed, and is refused when it calls", async () => {
    const { links } = linksOf(old);
    const [[, link] = []] = links.of(old);
    links.follow(workspace(2, {}));
    await expect(link?.call("echo", {}, { signal: never, caller: testCaller() })).rejects.toMatchObject({
      kind: "refused",
    });
  });
});

it("servers that nobody uses are forgotten, and connected ones are not", async () => {
  const { links, clock } = linksOf(workspace(1, { docs: A }));
  const [[, link] = []] = links.of(workspace(1, { docs: A }));
  await link?.refresh(never);
  expect(links.forgetUnused(Infinity)).toBe(false);
  await clock.advance(300_000);
  expect(links.forgetUnused(Infinity)).toBe(true);
});
