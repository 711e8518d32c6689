import { describe, expect, it } from "vitest";
import type { ConfigOverlay } from "../workspaces/config.ts";
import { checkPolicy, withDefaults, type Policy } from "./policy.ts";

const host = {
  capabilities: { background: true, network: true, quota: false, pty: false, hostPath: false },
  hasModel: () => true,
  unpriced: () => ["provider/unpriced"],
};
const complete = (policy: Policy, named: ConfigOverlay) => {
  const config = withDefaults(policy, named);
  checkPolicy(policy, config, host);
  return config;
};

describe("a host's policy", () => {
  const small: Policy = { cpus: 0.5, memory_mb: 512, disk_mb: 100, afs: "read", network: ["open"] };

  it("lowers the defaults that a config does not name", () => {
    expect(complete(small, { sandbox: { cpus: 0.25 } })).toMatchObject({
      sandbox: { image: null, cpus: 0.25, memory_mb: 512, disk_mb: 100, network: "none" },
      afs: { access: "read", root: "" },
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

  it.each<[ConfigOverlay, string]>([
    [{ sandbox: { memory_mb: 1024 } }, "sandbox/memory_mb"],
    [{ sandbox: { cpus: 1 } }, "sandbox/cpus"],
    [{ sandbox: { disk_mb: 101 } }, "sandbox/disk_mb"],
    [{ sandbox: { network: { allow: ["a.test"] } } }, "sandbox/network"],
    [{ sandbox: { image: "x" } }, "sandbox/image"],
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
