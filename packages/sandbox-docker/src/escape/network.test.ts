import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whyNoDocker } from "../docker.test-support.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("ways around a container's network", await whyNoDocker());

const SOCKET = "/run/workspace-agent-network/proxy";
const viaPort = (request: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128; printf '${request}' >&3; timeout 5 head -n 1 <&3`;
const viaSocket = (request: string) =>
  `perl -e 'use Socket; alarm 5; socket($s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un("${SOCKET}")) or die; syswrite($s, "${request.replaceAll("@", "\\@")}"); print scalar <$s>'`;

const tunnel = (target: string) => `CONNECT ${target} HTTP/1.1\\r\\nHost: ${target}\\r\\n\\r\\n`;
const plain = (target: string) => `GET http://${target}/ HTTP/1.1\\r\\nHost: ${target}\\r\\n\\r\\n`;

/** Targets that no list allows. `PORT` is that of a server on the host, `HOST` an address of the host. */
const TARGETS: Readonly<Record<string, string>> = {
  "the host's loopback": "127.0.0.1:80",
  "the host's loopback by its name": "localhost:80",
  "the host by its own address": "HOST:80",
  "a server of the host on another port": "127.0.0.1:PORT",
  "the metadata of a cloud": "169.254.169.254:80",
  "the metadata of a cloud by IPv6": "[fd00:ec2::254]:80",
  "the loopback by IPv6": "[::1]:80",
  "the loopback, mapped into IPv6": "[::ffff:127.0.0.1]:80",
  "the loopback as one number": "2130706433:80",
  "the loopback in octal": "0177.0.0.1:80",
  "a private network": "10.0.0.1:443",
  "the bridge of the engine": "172.17.0.1:80",
  "a host behind a user name": "example.com@127.0.0.1:80",
};

describe.skipIf(isSkipped)("a command in a container with an open network", () => {
  let given: OneWorkspace;
  let server: Server;
  let port = 0;
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
  const target = (text: string) => text.replace("PORT", String(port)).replace("HOST", own ?? "127.0.0.1");

  beforeAll(async () => {
    server = createServer((_, response) => response.end("ESCAPED"));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
    given = await oneWorkspace({}, { network: "open" });
    await given.sandbox.run({ command: "true" });
  });
  afterAll(async () => {
    await given.remove();
    await new Promise((resolve) => server.close(resolve));
  });

  it("runs beside a server that the host can reach", async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(await answer.text()).toBe("ESCAPED");
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, own ?? "127.0.0.1", () => {
        socket.destroy();
        resolve();
      }).once("error", reject);
    });
  });

  it.for(Object.entries(TARGETS))("cannot reach %s through its proxy", async ([, text]) => {
    const ways = [tunnel, plain].flatMap((make) => [
      viaPort(make(target(text))),
      viaSocket(make(target(text))),
    ]);
    for (const command of ways) {
      const { stdout } = await given.sandbox.run({ command });
      // 502: name servers do not know such a name, and the hosts file is not used.
      expect(stdout).toMatch(/^HTTP\/1\.1 (4\d\d|502) /);
    }
  });

  it("cannot reach the host without the proxy, by any address", async () => {
    for (const address of ["127.0.0.1", own ?? "127.0.0.1", "172.17.0.1"]) {
      const command = `timeout 3 bash -c 'exec 3<>/dev/tcp/${address}/${port} && head -c 7 <&3'; true`;
      expect((await given.sandbox.run({ command })).stdout).toBe("");
    }
    expect((await given.sandbox.run({ command: "tail -n +3 /proc/net/dev" })).stdout).toMatch(
      /^\s*lo:[^\n]*\n$/,
    );
    expect((await given.sandbox.run({ command: "tail -n +2 /proc/net/route" })).stdout).toBe("");
  });

  it("cannot kill, inspect or replace the egress gateway", async () => {
    const command = `kill -KILL -1 & sleep 0.1; rm -f ${SOCKET} 2>&1; mv ${SOCKET} ${SOCKET}.2 2>&1; touch ${SOCKET}3 2>&1; true`;
    await given.sandbox.run({ command });
    const look = `for p in /proc/[0-9]*; do grep -q '^Uid:.65534' $p/status && cat $p/environ $p/maps; done 2>/dev/null; true`;
    expect((await given.sandbox.run({ command: look })).stdout).toBe("");
    const { stdout } = await given.sandbox.run({ command: viaPort(tunnel("127.0.0.1:80")) });
    expect(stdout).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
