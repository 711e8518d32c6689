import { describe, expect, it } from "vitest";
import { admin, bash, gate, resultsIn, testHost, until, untilStatus } from "../../test-host.test-support.ts";
import type { ConfigOverlay } from "../../domain/workspaces/config.ts";
import { fakeServer } from "../mcp/mcp.test-support.ts";
import { childrenOf, scripted, task } from "./subagents.test-support.ts";

const OLD = "https://old.example.com/";
const NEW = "https://new.example.com/";
const servers = (url: string): ConfigOverlay => ({ mcp_servers: { docs: { url } } });
const echo = { name: "mcp__docs__echo", arguments: {} };

/** A turn whose config is put again before its model calls the subagent; what the subagent's calls gave. */
async function changedBeforeTheTask(
  command: ReturnType<typeof bash> | typeof echo,
  { before = {}, after }: { readonly before?: ConfigOverlay; readonly after: ConfigOverlay },
) {
  const { opened: held, open: goOn } = gate();
  const steps = scripted([{ toolCalls: [task("a")] }, { text: "all done" }], {
    a: [{ toolCalls: [command] }, { text: "a!" }],
  });
  const server = fakeServer();
  await using host = await testHost({
    script: async (request, index) => {
      await held;
      return steps(request, index);
    },
    config: before,
    service: { policy: { mcp_servers: true }, mcp: { connector: server.connector } },
  });
  const { session_id } = await host.send("go");
  await until(() => host.models.requests.length === 1);
  await host.service.workspaces.putConfig(admin, host.workspaceId, after);
  goOn();
  await untilStatus(host, session_id, "idle");
  const [child] = await childrenOf(host);
  return { results: resultsIn(await host.events(child?.id ?? "")), commands: host.sandbox.commands, server };
}

describe("a config that was changed since the turn began", () => {
  it("holds for the subagents that it calls then: what is denied by now does not run", async () => {
    const { results, commands } = await changedBeforeTheTask(bash("danger"), {
      after: { permissions: { bash: "deny" } },
    });
    expect(results).toMatchObject([{ is_error: true }]);
    expect(commands).toEqual([]);
  });

  it("has them reach no server that it no longer names", async () => {
    const { results, server } = await changedBeforeTheTask(echo, { before: servers(OLD), after: {} });
    expect(results).toMatchObject([
      { is_error: true, output: expect.stringContaining("There is no tool") as string },
    ]);
    expect(server.calls).toEqual([]);
    expect(server.targets).toHaveLength(1);
  });

  it("has them use the servers that it names by now", async () => {
    const { results, server } = await changedBeforeTheTask(echo, {
      before: servers(OLD),
      after: servers(NEW),
    });
    expect(results).toMatchObject([{ is_error: false }]);
    const urls = server.targets.map((target) => (target.type === "http" ? target.url : ""));
    expect(urls).toEqual([OLD, NEW]);
  });
});
