import { describe, expect, it } from "vitest";
import type { ResolveHost } from "@workspace-agent/public-address";
import { readAuthority } from "./host.ts";
import { Rules, type RulesOptions } from "./rules.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "good.test": ["1.1.1.1", "2606:4700:4700::1111"],
  "also.good.test": ["1.0.0.1"],
  "metadata.test": ["169.254.169.254"],
  "mixed.test": ["10.0.0.1", "1.1.1.1", "::1"],
  "mapped.test": ["::ffff:169.254.169.254"],
  "nothing.test": [],
  "odd.test": ["not an address"],
};

const resolve: ResolveHost = async (name) =>
  (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

async function verdictOn(text: string, options: Partial<RulesOptions> = {}) {
  const authority = readAuthority(text, null);
  if (authority === null) throw new Error("This is no authority.");
  const rules = new Rules({ access: "open", resolve, ...options });
  return rules.check(authority, new AbortController().signal);
}

describe("an address that is not of the public internet", () => {
  it.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.9.9.9",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:a9fe:a9fe]",
    "[::ffff:1.1.1.1]",
    "[64:ff9b::1.1.1.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::169.254.169.254]",
    "[64:ff9b:1::7f00:1]",
    "[2001::1]",
    "[2002:7f00:1::]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[100::1]",
  ])("is refused: %s", async (host) => {
    expect(await verdictOn(`${host}:80`)).toMatchObject({ type: "refused" });
  });

  it.each(["1.1.1.1", "172.32.0.1", "[2606:4700:4700::1111]"])("is not %s", async (host) => {
    expect(await verdictOn(`${host}:80`)).toMatchObject({ type: "allowed" });
  });
});

describe("the rules of a workspace", () => {
  it("refuse an unlisted host without a look-up", async () => {
    const asked: string[] = [];
    const verdict = await verdictOn("other.test:443", {
      access: { allow: ["good.test"] },
      resolve: async (name) => {
        asked.push(name);
        return [];
      },
    });
    expect(verdict).toEqual({
      type: "refused",
      refusal: { host: "other.test", port: 443, reason: "not in the workspace's list of hosts" },
    });
    expect(asked).toEqual([]);
  });

  it("allow a listed host at its addresses, with one look-up", async () => {
    let asked = 0;
    const verdict = await verdictOn("good.test:443", {
      access: { allow: ["good.test"] },
      resolve: (name, signal) => {
        asked++;
        return resolve(name, signal);
      },
    });
    expect(verdict).toEqual({
      type: "allowed",
      addresses: [
        { address: "1.1.1.1", family: 4 },
        { address: "2606:4700:4700::1111", family: 6 },
      ],
    });
    expect(asked).toBe(1);
  });

  it("allow patterns", async () => {
    const access = { allow: ["*.good.test"] };
    expect(await verdictOn("also.good.test:80", { access })).toMatchObject({ type: "allowed" });
    expect(await verdictOn("good.test:80", { access })).toMatchObject({ type: "refused" });
  });

  it.each(["metadata.test", "mapped.test", "odd.test"])(
    "refuse a permitted name with a forbidden address: %s",
    async (name) => {
      const verdict = await verdictOn(`${name}:80`, { access: { allow: [name] } });
      expect(verdict).toMatchObject({
        type: "refused",
        refusal: { host: name, reason: "its address is private, or belongs to this host" },
      });
    },
  );

  it("leave out forbidden addresses of a name", async () => {
    expect(await verdictOn("mixed.test:80")).toEqual({
      type: "allowed",
      addresses: [{ address: "1.1.1.1", family: 4 }],
    });
  });

  it("distinguish a name without an address from a refused one", async () => {
    expect(await verdictOn("nothing.test:80")).toEqual({ type: "unresolved" });
  });

  it("allow only web ports, or those that the host configures", async () => {
    expect(await verdictOn("good.test:22")).toMatchObject({
      refusal: { port: 22, reason: "only the ports 80 and 443 may be reached" },
    });
    expect(await verdictOn("good.test:22", { ports: [22] })).toMatchObject({ type: "allowed" });
    expect(await verdictOn("good.test:443", { ports: [22] })).toMatchObject({ type: "refused" });
  });

  it("refuse the addresses of this host, public ones too, except configured ones", async () => {
    const ownAddresses = () => ["127.0.0.1", "1.1.1.1", "2606:4700:4700::1111", "fe80::1%eth0"];
    for (const host of ["1.1.1.1", "[2606:4700:4700:0::1111]", "good.test"])
      expect(await verdictOn(`${host}:80`, { ownAddresses })).toMatchObject({ type: "refused" });
    expect(await verdictOn("also.good.test:80", { ownAddresses })).toMatchObject({ type: "allowed" });
    const privateNetworks = ["1.1.1.1"];
    expect(await verdictOn("good.test:80", { ownAddresses, privateNetworks })).toMatchObject({
      addresses: [{ address: "1.1.1.1" }],
    });
  });

  it("allow configured private networks, and nothing else", async () => {
    const options = { privateNetworks: ["10.0.0.0/24", "::1"] };
    expect(await verdictOn("mixed.test:80", options)).toMatchObject({
      addresses: [{ address: "10.0.0.1" }, { address: "1.1.1.1" }, { address: "::1" }],
    });
    for (const host of ["10.0.1.1", "127.0.0.1", "[::2]", "[::ffff:10.0.0.1]"])
      expect(await verdictOn(`${host}:80`, options)).toMatchObject({ type: "refused" });
  });

  it.each(["", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "example.com", "fe80::1%eth0", "::/129", "10/8"])(
    "cannot be made with the network %j",
    (network) => {
      expect(() => new Rules({ access: "open", privateNetworks: [network] })).toThrow(RangeError);
    },
  );
});
