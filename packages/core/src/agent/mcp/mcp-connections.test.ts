import { describe, expect, it } from "vitest";
import type { McpOptions } from "../../ports/mcp.ts";
import { fakeClock } from "../../testing/index.ts";
import { admin, until } from "../../test-host.test-support.ts";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import { hostWith, SERVER_URL as URL } from "./mcp-host.test-support.ts";
import { fakeServer } from "./mcp.test-support.ts";

const SECRET = "Bearer canary-header-1";

const names = ({ models }: Awaited<ReturnType<typeof hostWith>>) =>
  models.requests[0]?.tools.map(({ name }) => name).filter((name) => name.startsWith("mcp__")) ?? [];

describe("connections", () => {
  it("are made with the opened secrets, outlive turns, and end with the workspace", async () => {
    await using host = await hostWith(
      { script: [{ text: "ok" }, { text: "ok" }] },
      { mcp_servers: { docs: { url: URL, headers: { authorization: { value: SECRET, secret: true } } } } },
    );
    await host.run("hi");
    await host.run("again");
    expect(host.server.targets).toEqual([{ type: "http", url: URL, headers: { authorization: SECRET } }]);
    await host.service.workspaces.delete(admin, host.workspaceId);
    expect(host.server.open).toBe(0);
  });

  it("end when the config no longer names their server so, and stay when it does", async () => {
    await using host = await hostWith({ script: [{ text: "ok" }, { text: "ok" }] });
    await host.run("hi");
    const put = (config: ConfigOverlay) => host.service.workspaces.putConfig(admin, host.workspaceId, config);
    await put({ mcp_servers: { docs: { url: URL } }, system_prompt: "x" });
    expect(host.server.open).toBe(1);
    await put({ mcp_servers: { docs: { url: `${URL}other` } } });
    await until(() => host.server.open === 0);
    await host.run("again");
    expect(host.server.targets.map((target) => target.type === "http" && target.url)).toEqual([
      URL,
      `${URL}other`,
    ]);
  });

  it("end with the service", async () => {
    const host = await hostWith({ script: [{ text: "ok" }] });
    await host.run("hi");
    await host.service.stop({ graceMs: 100 });
    expect(host.server.open).toBe(0);
  });
});

describe("a workspace with many servers", () => {
  const many = (count: number): ConfigOverlay => ({
    mcp_servers: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`s${index}`, { url: `https://h${index}.example.com` }]),
    ),
  });

  it("is connected to a few of them at a time, and begins with all", async () => {
    const server = fakeServer();
    let connecting = 0;
    let most = 0;
    const connector: McpOptions["connector"] = {
      async connect(target, options) {
        most = Math.max(most, ++connecting);
        await new Promise((resolve) => setImmediate(resolve));
        connecting -= 1;
        return server.connector.connect(target, options);
      },
    };
    await using host = await hostWith({ script: [{ text: "ok" }], mcp: { connector } }, many(32));
    await host.run("hi");
    expect([most, server.open, names(host).length]).toEqual([8, 32, 32]);
  });

  it("waits half a minute at most for those that are silent", async () => {
    const clock = fakeClock();
    await using host = await hostWith(
      { script: [{ text: "ok" }], server: { isSilent: true }, service: { clock } },
      many(32),
    );
    await host.send("hi");
    await until(() => host.server.targets.length > 0);
    for (let second = 0; second < 31; second++) await clock.advance(1_000);
    await until(() => host.models.requests.length > 0);
  });
});

describe("a server that the host runs", () => {
  it("is offered in every workspace, and starts in its sandbox", async () => {
    await using host = await hostWith(
      { script: [{ text: "ok" }], mcp: { processes: { own: { command: "serve" } } } },
      {},
    );
    await host.run("hi");
    expect(host.server.targets).toMatchObject([{ type: "process" }]);
    expect(names(host)).toEqual(["mcp__own__echo"]);
  });
});
