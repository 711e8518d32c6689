import { describe, expect, it } from "vitest";
import type { ConfigOverlay } from "../domain/workspaces/config.ts";
import type { Policy } from "../ports/policy.ts";
import { allowsServer, checkPolicy, withDefaults } from "./policy.ts";

const host = {
  capabilities: { background: true, network: true, quota: false, stdin: false, pty: false, hostPath: false },
  hasModel: () => true,
  mcpProcesses: ["own"],
  unpriced: () => null,
};
const complete = (policy: Policy, named: ConfigOverlay) => {
  const config = withDefaults(policy, named);
  checkPolicy(policy, config, host);
  return config;
};

describe("a host's policy", () => {
  const small: Policy = {
    cpus: 0.5,
    memory_mb: 512,
    disk_mb: 100,
    max_turn_seconds: 600,
    afs: "read",
    network: ["open"],
  };

  it("lowers the defaults that a config does not name", () => {
    expect(complete(small, { sandbox: { cpus: 0.25 } })).toMatchObject({
      sandbox: { image: null, cpus: 0.25, memory_mb: 512, disk_mb: 100, network: "none" },
      afs: { access: "read", root: "" },
      limits: { max_turn_seconds: 600 },
    });
    expect(complete({ afs: "none" }, {})).toMatchObject({ afs: { access: "none" } });
  });

  it("raises none", () => {
    expect(complete({ cpus: 8, memory_mb: 65_536, disk_mb: 1_000_000 }, {}).sandbox).toEqual({
      image: null,
      cpus: 1,
      memory_mb: 1024,
      disk_mb: 10_240,
      network: "none",
    });
  });

  it("lets no turn last longer than four hours unless it says so", () => {
    const longer = { limits: { max_turn_seconds: 14_401 } };
    expect(complete({}, { limits: { max_turn_seconds: 14_400 } }).limits.max_turn_seconds).toBe(14_400);
    expect(() => complete({}, longer)).toThrow(expect.objectContaining({ code: "not_allowed" }) as Error);
    expect(complete({ max_turn_seconds: 604_800 }, longer).limits.max_turn_seconds).toBe(14_401);
  });

  it.each<[ConfigOverlay, string]>([
    [{ sandbox: { memory_mb: 1024 } }, "sandbox/memory_mb"],
    [{ sandbox: { cpus: 1 } }, "sandbox/cpus"],
    [{ sandbox: { disk_mb: 101 } }, "sandbox/disk_mb"],
    [{ sandbox: { network: { allow: ["a.test"] } } }, "sandbox/network"],
    [{ sandbox: { image: "x" } }, "sandbox/image"],
    [{ limits: { max_turn_seconds: 601 } }, "limits/max_turn_seconds"],
    [{ afs: { access: "write" } }, "afs/access"],
    [{ mcp_servers: { x: { url: "http://a.test" } } }, "mcp_servers"],
  ])("refuses what is named beyond it: %j", (named, pointer) => {
    expect(() => complete(small, named)).toThrow(
      expect.objectContaining({
        code: "not_allowed",
        errors: [expect.objectContaining({ pointer: `#/${pointer}` })],
      }) as Error,
    );
  });
});

describe("the MCP servers of a config", () => {
  const named = (url: string, name = "docs"): ConfigOverlay => ({ mcp_servers: { [name]: { url } } });
  const refused = (pointer: string) =>
    expect.objectContaining({ code: "not_allowed", errors: [expect.objectContaining({ pointer })] }) as Error;

  it("may be at the hosts that the policy names", () => {
    const policy: Policy = { mcp_servers: ["mcp.example.com", "*.docs.test"] };
    for (const url of ["https://mcp.example.com/v1", "http://a.docs.test:8080", "https://A.B.Docs.Test/"])
      expect(complete(policy, named(url)).mcp_servers).toMatchObject({ docs: { url } });
    for (const url of ["https://docs.test", "https://evildocs.test", "https://mcp.example.com.evil.test/"])
      expect(() => complete(policy, named(url))).toThrow(refused("#/mcp_servers/docs/url"));
  });

  it("may be connected to as the policy says now", () => {
    const url = "https://mcp.example.com/v1";
    const policies: Policy[] = [{}, { mcp_servers: true }, { mcp_servers: ["other.test"] }];
    expect(policies.map((policy) => allowsServer(policy, url))).toEqual([false, true, false]);
  });

  it("are refused where the host can connect to none", () => {
    const config = withDefaults({}, named("https://a.test"));
    expect(() => checkPolicy({ mcp_servers: true }, config, { ...host, mcpProcesses: null })).toThrow(
      refused("#/mcp_servers"),
    );
  });

  it("do not take the name of one that the host runs", () => {
    expect(() => complete({ mcp_servers: true }, named("https://a.test", "own"))).toThrow(
      refused("#/mcp_servers/own"),
    );
  });
});
