import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { NetworkSchema } from "../domain/workspaces/config.ts";
import type { NetworkAccess } from "../ports/sandbox.ts";
import type { Policy } from "../ports/policy.ts";
import { checkPolicy, withDefaults } from "./policy.ts";

const ALLOW: NetworkAccess = { allow: ["example.com", "*.example.org"] };

function isTaken(policy: Policy, network: NetworkAccess, hasNetwork = true): boolean {
  const capabilities = {
    background: true,
    network: hasNetwork,
    quota: false,
    stdin: false,
    pty: false,
    hostPath: false,
  };
  const named = network === "none" || network === "open" ? network : { allow: [...network.allow] };
  const config = withDefaults(policy, { sandbox: { network: named } });
  const host = { capabilities, hasModel: () => true, mcpProcesses: [], unpriced: () => null };
  try {
    checkPolicy(policy, config, host);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "not_allowed", errors: [{ pointer: "#/sandbox/network" }] });
    return false;
  }
}

describe("the network of a config", () => {
  it.each<[Policy["network"], NetworkAccess[]]>([
    [undefined, ["none"]],
    [[], ["none"]],
    [["allow"], ["none", ALLOW]],
    [["open"], ["none", "open"]],
    [
      ["none", "allow", "open"],
      ["none", ALLOW, "open"],
    ],
  ])("is bounded by the host's policy: %j", (network, taken) => {
    const policy: Policy = network === undefined ? {} : { network };
    expect((["none", ALLOW, "open"] as const).filter((access) => isTaken(policy, access))).toEqual(taken);
  });

  it("is none where the sandbox has no network, whatever the policy says", () => {
    const policy: Policy = { network: ["none", "allow", "open"] };
    expect((["none", ALLOW, "open"] as const).filter((access) => isTaken(policy, access, false))).toEqual([
      "none",
    ]);
  });

  it.each([
    "",
    "*",
    "*.",
    "a..b",
    "example.com.",
    "https://example.com",
    "example.com:443",
    "user@example.com",
    "bücher.example",
    "example.com\0",
    "example.com\n",
    "[::1]",
    "a.*.b",
  ])("names no host by %j", (host) => {
    expect(v.safeParse(NetworkSchema, { allow: [host] }).success).toBe(false);
  });

  const reasonFor = (host: string) =>
    v
      .safeParse(NetworkSchema, { allow: [host] })
      .issues?.flatMap((issue) => [issue, ...(issue.issues ?? [])]);

  it.each([
    "com",
    "COM",
    "co.uk",
    "kobe.jp",
    "xn--p1ai",
    "github.io",
    "s3.amazonaws.com",
    "r2.dev",
    "notyet",
  ])("names no wildcard below %s, where anyone can register a name, and says so", (suffix) => {
    const message = `must not be *.${suffix.toLowerCase()}: anyone can register a name below this public suffix`;
    expect(reasonFor(`*.${suffix}`)).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining(message) as string }),
    );
  });

  it.each([
    "com",
    "*.example.com",
    "*.user.github.io",
    "*.example.co.uk",
    "*.internal",
    "*.test",
    "*.home.arpa",
  ])("may name %s", (host) => {
    expect(reasonFor(host)).toBeUndefined();
  });

  it("of a template from before that has such a wildcard is refused by its field", () => {
    const named = { sandbox: { network: { allow: ["*.com"] } } };
    expect(() => withDefaults({ network: ["allow"] }, named)).toThrow(
      expect.objectContaining({ code: "invalid_request" }) as Error,
    );
  });
});
