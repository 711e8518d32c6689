import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NetworkAccess } from "../../ports/sandbox.ts";
import { makeGiven, type GivenSandbox } from "../sandbox-contract/given.ts";
import { ESCAPED, type Attack } from "../../doctor/attack.ts";
import type { EscapeGiven } from "./describe-escapes.ts";
import type { EscapeNetwork } from "./escapes-under-test.ts";
import { EGRESS_TARGET, PUBLIC_ADDRESS } from "./egress-target.ts";

const NAMES: Readonly<Record<string, string>> = {
  "public.test": PUBLIC_ADDRESS,
  "private.test": "127.0.0.1",
  "six.test": "::1",
  "mapped.test": "::ffff:127.0.0.1",
  "metadata.test": "169.254.169.254",
};

const resolve: EscapeNetwork["resolve"] = async (name) => {
  const address = NAMES[name];
  return address === undefined ? [] : [{ address, family: address.includes(":") ? 6 : 4 }];
};

/** Follows redirects, like every client; loopback, which is the workspace's own without the proxy, by the proxy too. */
const get = (address: string) => `curl --silent --location --noproxy "" --max-time 5 "http://${address}"`;

/** Speaks to the proxy by hand: a tunnel, and a request inside it. */
const connect = (authority: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128 && printf 'CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\nGET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' "${authority}" "${authority}" >&3 && timeout 5 cat <&3`;

/** At what is inside of the host's networks, where a workspace may reach every public host. */
const ATTACKS: readonly Attack[] = [
  { name: "be sent there by an allowed host", script: get("public.test:$WEB/to/127.0.0.1:$WEB") },
  {
    name: "be sent there by an allowed host, to a name",
    script: get("public.test:$WEB/to/private.test:$WEB"),
  },
  { name: "come there by a name that resolves to a private address", script: get("private.test:$WEB/") },
  { name: "come there by its address", script: get("127.0.0.1:$WEB/") },
  { name: "come there by the host's own address", script: get("$HOST_ADDRESS:$WEB/"), needs: "a network" },
  { name: "come there by a raw CONNECT", script: connect("127.0.0.1:$WEB") },
  { name: "come there by a raw CONNECT to a name", script: connect("private.test:$WEB") },
  { name: "come there by IPv6", script: connect("[::1]:$WEB"), needs: "IPv6" },
  { name: "come there by a name with an address of IPv6", script: get("six.test:$WEB/"), needs: "IPv6" },
  { name: "come there by an address mapped into IPv6", script: connect("[::ffff:127.0.0.1]:$WEB") },
  { name: "come there by a name with such an address", script: get("mapped.test:$WEB/") },
];

const tunnelled = (line: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128 && printf 'CONNECT public.test:%s HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n${line} HTTP/1.1\\r\\nHost: hidden.test\\r\\n\\r\\n' "$WEB" >&3 && timeout 5 cat <&3`;

/** At another site of whoever is behind an allowed name, where a workspace may reach that name only. */
const TUNNELLED: readonly Attack[] = [
  { name: "ask for another host by HTTP", script: tunnelled("GET /") },
  { name: "speak a protocol that is neither TLS nor HTTP", script: tunnelled("SSH-2.0 /") },
];

const METADATA = ["169.254.169.254", "metadata.test"];

/** Ways through the proxy of a workspace that has a network. */
export function egressEscapes(given: EscapeGiven): void {
  describe("through the network that it was given: a command", () => {
    let target: Readonly<Record<string, string>> = {};
    /** The same network with and without what keeps it from private addresses. */
    let defended: GivenSandbox;
    let open: GivenSandbox;
    const ends: (() => Promise<void>)[] = [];

    /** As the defended one, for one host only. */
    let named: GivenSandbox;

    async function aNetwork(
      privateNetworks: readonly string[],
      network: NetworkAccess = "open",
    ): Promise<GivenSandbox> {
      const { withNetwork, volumes } = given.made();
      const provider = withNetwork({ ports: [80, Number(target["WEB"])], privateNetworks, resolve });
      await provider.start();
      ends.push(() => provider.close());
      return makeGiven({ provider, volumes }, { network });
    }
    const run = ({ sandbox }: GivenSandbox, command: string) =>
      sandbox.run({ command, env: { ...given.env(), ...target }, abortSignal: AbortSignal.timeout(10_000) });

    beforeAll(async () => {
      const { onHost } = given.made();
      const folder = given.hostFolder();
      const env = { SECRET: given.secret, PUBLIC_ADDRESS };
      const { stdout } = await onHost(EGRESS_TARGET, { folder, env });
      const told = [...stdout.matchAll(/^(\w+)=(\d+)$/gm)];
      target = Object.fromEntries(told.map(([, name = "", value = ""]) => [name, value]));
      ends.push(async () => {
        await onHost('kill "$WEB_PID"', { folder, env: target });
      });
      const own = given.env()["HOST_ADDRESS"] ?? "";
      const inside = ["127.0.0.0/8", "::1", "::ffff:0:0/96", "169.254.0.0/16", ...(own === "" ? [] : [own])];
      [defended, open, named] = await Promise.all([
        aNetwork([PUBLIC_ADDRESS]),
        aNetwork(inside),
        aNetwork([PUBLIC_ADDRESS], { allow: ["public.test"] }),
      ]);
    });
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
    });

    it("reaches an allowed host", async () => {
      for (const place of [defended, open])
        expect((await run(place, get("public.test:$WEB/"))).stdout).toBe("public\n");
      expect((await run(defended, connect("public.test:$WEB"))).stdout).toMatch(
        /^HTTP\/1\.1 200 [^]*\npublic\n$/,
      );
    });

    it.for(ATTACKS)("cannot $name", async ({ name, script, needs }, context) => {
      if (!(await run(open, script)).stdout.includes(ESCAPED)) {
        if (needs === undefined) throw new Error(`The attack does not work without the defence: ${name}`);
        console.warn(`\nSKIPPED: "cannot ${name}": this machine has not ${needs}\n`);
        context.skip();
      }
      defended.sandbox.takeRefusals?.();
      expect((await run(defended, script)).stdout).not.toContain(ESCAPED);
      expect(defended.sandbox.takeRefusals?.()).toHaveLength(1);
    });

    it.for(TUNNELLED)("cannot $name inside of a tunnel to an allowed one", async ({ script }) => {
      expect((await run(named, get("public.test:$WEB/"))).stdout).toBe("public\n");
      expect((await run(open, script)).stdout).toContain(ESCAPED);
      expect((await run(named, script)).stdout).not.toContain(ESCAPED);
      expect(named.sandbox.takeRefusals?.()).toHaveLength(1);
    });

    it.for(METADATA)("cannot ask for the metadata of a cloud: %s", async (host) => {
      const ask = (seconds: number) =>
        `${connect(`${host}:80`)} | head -n 1`.replace("timeout 5", `timeout ${seconds}`);
      // Whether somebody answers there is the machine's affair: without the defence it is tried.
      expect((await run(open, ask(0.5))).stdout).not.toMatch(/^HTTP\/1\.1 403 /);
      expect((await run(defended, ask(8))).stdout).toMatch(/^HTTP\/1\.1 403 /);
    });
  });
}
