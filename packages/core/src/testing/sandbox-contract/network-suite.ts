import { describe, expect, it } from "vitest";
import { codeOf, type Given } from "./given.ts";

/** A command that sends a request to the proxy that the environment names, and shows the first line of the answer. */
const ask = (line: string) =>
  `proxy="\${HTTP_PROXY#http://}"; proxy="\${proxy%/}"; exec 3<>"/dev/tcp/\${proxy%:*}/\${proxy##*:}" && printf '%s\\r\\nHost: x\\r\\n\\r\\n' '${line}' >&3 && head -n 1 <&3`;

const REFUSED = /^HTTP\/1\.1 403 /;

export function networkSuite({ capabilities, made, aGiven, sharedGiven }: Given): void {
  if (!capabilities.network) return;

  describe("a workspace with a network", () => {
    const named = { allow: ["example.com", "*.example.org"] };

    it("names its proxy to commands, and without a network none", async () => {
      const { sandbox } = await aGiven({ network: named });
      const show =
        "for name in HTTP_PROXY HTTPS_PROXY http_proxy https_proxy; do echo ${!name}; done | sort -u";
      expect((await sandbox.run({ command: show })).stdout).toMatch(/^http:\/\/\S+:\d+\/?\n$/);
      const without = await sharedGiven();
      expect((await without.sandbox.run({ command: "env | grep -ci _proxy=" })).stdout).toBe("0\n");
    });

    it("has no route but the proxy", async () => {
      for (const network of [named, "open"] as const) {
        const { sandbox } = await aGiven({ network });
        for (const address of ["192.0.2.1/80", "169.254.169.254/80", "example.com/80", "[2001:db8::1]/80"]) {
          const { exitCode } = await sandbox.run({
            command: `exec 3<>/dev/tcp/${address}`,
            abortSignal: AbortSignal.timeout(20_000),
          });
          expect({ address, exitCode }).toEqual({ address, exitCode: 1 });
        }
      }
    });

    it("is refused what is not named, and tells it once", async () => {
      const { sandbox } = await aGiven({ network: named });
      const before = made().provider.refusals?.() ?? NaN;
      for (const line of [
        "CONNECT other.example:443 HTTP/1.1",
        "CONNECT other.example:443 HTTP/1.1",
        "GET http://example.org/ HTTP/1.1",
      ])
        expect((await sandbox.run({ command: ask(line) })).stdout, line).toMatch(REFUSED);
      expect(sandbox.takeRefusals?.()).toMatchObject([
        { host: "other.example", port: 443 },
        { host: "example.org", port: 80 },
      ]);
      expect(sandbox.takeRefusals?.()).toEqual([]);
      expect(made().provider.refusals?.()).toBe(before + 3);
    });

    it("is refused what is inside of the host's networks, however open it is", async () => {
      const { sandbox } = await aGiven({ network: "open" });
      for (const host of ["127.0.0.1", "169.254.169.254", "10.0.0.1", "[::1]", "[::ffff:127.0.0.1]"])
        expect((await sandbox.run({ command: ask(`CONNECT ${host}:443 HTTP/1.1`) })).stdout, host).toMatch(
          REFUSED,
        );
    });

    it("is another place when its network is another", async () => {
      const { sandbox, spec } = await aGiven({ network: named });
      const same = await made().provider.open({ ...spec, network: { allow: [...named.allow] } });
      expect((await same.run({ command: "true" })).exitCode).toBe(0);
      expect(await codeOf(sandbox.run({ command: "true" }))).toBe("ok");
      const changed = await made().provider.open({ ...spec, network: { allow: ["example.org"] } });
      expect(await codeOf(sandbox.run({ command: "true" }))).toBe("sandbox_unavailable");
      expect((await changed.run({ command: ask("CONNECT example.com:443 HTTP/1.1") })).stdout).toMatch(
        REFUSED,
      );
    });
  });
}
