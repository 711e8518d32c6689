import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { NetworkAccess, Sandbox } from "@workspace-agent/core/ports";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { whyNoBubblewrap } from "../bubblewrap.test-support.ts";
import { localSandbox } from "../index.ts";
import { oneWorkspace, type OneWorkspace } from "../one-workspace.test-support.ts";
import { findProgram } from "../programs.ts";
import { httpsServer, serveRepository, type HttpsServer } from "./https-server.test-support.ts";
import { skips } from "../../../sandbox-process/src/testing/needs.ts";

async function whyNot(): Promise<string | null> {
  for (const name of ["curl", "git", "openssl"])
    if ((await findProgram(name)) === null) return `${name} is not installed`;
  return whyNoBubblewrap();
}

const isSkipped = skips("the network of the local sandbox", await whyNot());

const ADDRESSES: Readonly<Record<string, string>> = {
  "files.test": "127.0.0.1",
  "other.test": "127.0.0.1",
  "plain.test": "127.0.0.1",
  "metadata.test": "169.254.169.254",
  "inside.test": "10.0.0.1",
};

describe.skipIf(isSkipped)("the network of the local sandbox", () => {
  let server: HttpsServer;
  let plain: Server;
  let plainPort = 0;

  beforeAll(async () => {
    server = await httpsServer();
    plain = createServer((request, response) => {
      if (request.url === "/away") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
      else response.end(`plain ${request.url ?? ""} ${request.headers.host ?? ""}`);
    }).listen(0, "127.0.0.1");
    await once(plain, "listening");
    const address = plain.address();
    plainPort = typeof address === "object" && address !== null ? address.port : 0;
    await serveRepository(server, "from the repository\n");
  });
  afterAll(async () => {
    await server.close();
    plain.close();
  });

  async function aWorkspace(
    network: NetworkAccess,
  ): Promise<OneWorkspace & { run: (command: string) => ReturnType<Sandbox["run"]> }> {
    const workspace = await oneWorkspace(
      {
        network: {
          ports: [80, 443, server.port, plainPort],
          privateNetworks: ["127.0.0.1"],
          resolve: async (name) => {
            const address = ADDRESSES[name];
            return address === undefined ? [] : [{ address, family: 4 }];
          },
        },
      },
      { network },
    );
    onTestFinished(() => workspace.remove());
    await workspace.sandbox.writeTextFile({ path: "/workspace/ca.pem", content: server.certificate });
    const run = (command: string) =>
      workspace.sandbox.run({
        command: command.replaceAll("PORT", String(server.port)).replaceAll("PLAIN", String(plainPort)),
      });
    return { ...workspace, run };
  }

  /** Copied, since no sandbox shows all paths of the host. */
  const addNode = async ({ volume }: OneWorkspace) =>
    await copyFile(process.execPath, join(volume.hostPath ?? "", "node"));

  const allowed: NetworkAccess = { allow: ["files.test", "*.test"] };
  const only: NetworkAccess = { allow: ["files.test", "plain.test", "metadata.test", "inside.test"] };

  it("lets curl, git and node connect over TLS to a listed host", async () => {
    const workspace = await aWorkspace(only);
    await addNode(workspace);
    const { run } = workspace;
    const curl = await run("curl -sS --cacert ca.pem https://files.test:PORT/source/read-me");
    expect(curl).toEqual({ exitCode: 0, stdout: "from the repository\n", stderr: "" });
    const git = await run(
      "git -c http.sslCAInfo=/workspace/ca.pem clone -q https://files.test:PORT/repository.git copy && cat copy/read-me",
    );
    expect(git).toEqual({ exitCode: 0, stdout: "from the repository\n", stderr: "" });
    const script =
      "fetch(process.argv[1]).then((answer) => answer.text()).then((text) => process.stdout.write(text))";
    const node = await run(
      `NODE_EXTRA_CA_CERTS=/workspace/ca.pem ./node -e '${script}' https://files.test:PORT/source/read-me`,
    );
    expect(node).toMatchObject({ exitCode: 0, stdout: "from the repository\n" });
    const http = await run("curl -sS http://plain.test:PLAIN/a?b=c");
    expect(http.stdout).toBe(`plain /a?b=c plain.test:${plainPort}`);
  });

  it("refuses other hosts with a reason, and reports each refusal once", async () => {
    const { run, sandbox, provider } = await aWorkspace(only);
    const http = await run("curl -sS http://other.test:PLAIN/secret; curl -sS http://other.test:PLAIN/again");
    expect(http.stdout).toBe(
      `Refused by the network rules of this workspace: other.test port ${plainPort}: not in the workspace's list of hosts.\n`.repeat(
        2,
      ),
    );
    const https = await run("curl -sS --cacert ca.pem https://other.test:PORT/");
    expect(https.exitCode).not.toBe(0);
    expect(https.stderr).toContain("403");
    expect(sandbox.takeRefusals?.()).toEqual([
      { host: "other.test", port: plainPort, reason: "not in the workspace's list of hosts" },
      { host: "other.test", port: server.port, reason: "not in the workspace's list of hosts" },
    ]);
    expect(sandbox.takeRefusals?.()).toEqual([]);
    expect(provider.refusals?.()).toBe(3);
  });

  it("refuses private addresses, by any name and after redirects", async () => {
    const { run, sandbox } = await aWorkspace("open");
    for (const host of [
      "metadata.test",
      "inside.test",
      "169.254.169.254",
      "10.0.0.1",
      "[fd00:ec2::254]",
      "[::ffff:169.254.169.254]",
      "[64:ff9b::a9fe:a9fe]",
    ]) {
      const { stdout } = await run(`curl -sS -o /dev/null -w '%{http_code}' 'http://${host}/'`);
      expect({ host, stdout }).toEqual({ host, stdout: "403" });
    }
    for (const host of ["0x7f.1", "2130706433", "0177.0.0.1", "files.test."]) {
      const { stdout } = await run(
        `exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT ${host}:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -n 1 <&3`,
      );
      expect({ host, stdout }).toEqual({ host, stdout: "HTTP/1.1 400 Bad Request\r\n" });
    }
    sandbox.takeRefusals?.();
    const away = await run("curl -sSL -w '%{http_code}' http://plain.test:PLAIN/away");
    expect(away.stdout).toMatch(/^Refused [^]*169\.254\.169\.254 port 80: [^]*403$/);
    expect(sandbox.takeRefusals?.()).toHaveLength(1);
  });

  it("closes a tunnel with TLS for another host", async () => {
    const { run, sandbox } = await aWorkspace(only);
    const before = server.requests.length;
    const { exitCode } = await run(
      "curl -sS --cacert ca.pem --connect-to other.test:PORT:files.test:PORT https://other.test:PORT/source/read-me",
    );
    expect(exitCode).not.toBe(0);
    expect(server.requests).toHaveLength(before);
    expect(sandbox.takeRefusals?.()).toEqual([
      { host: "files.test", port: server.port, reason: "TLS inside of the tunnel is for another host" },
    ]);
  });

  it("allows only the proxy: no route, no DNS, no IPv6, no SOCKS", async () => {
    const { run } = await aWorkspace(allowed);
    for (const command of [
      "curl -sS -m 20 --noproxy '*' http://1.1.1.1/",
      "curl -sS -m 20 --noproxy '*' --resolve files.test:PORT:127.0.0.1 https://files.test:PORT/",
      "curl -sS -m 20 --noproxy '*' -g 'http://[2606:4700:4700::1111]/'",
      "curl -sS -m 20 -x socks5h://127.0.0.1:3128 https://files.test:PORT/",
      "timeout 20 bash -c 'exec 3<>/dev/udp/1.1.1.1/53'",
      "timeout 20 bash -c 'exec 3<>/dev/tcp/169.254.169.254/80'",
      "getent hosts files.test",
    ]) {
      const { exitCode } = await run(command);
      expect({ command, isRefused: exitCode !== 0 && exitCode !== 124 }).toEqual({
        command,
        isRefused: true,
      });
    }
    expect(
      (await run("tail -n +2 /proc/net/route; cut -c1-32 /proc/net/ipv6_route | sort -u")).stdout,
    ).not.toMatch(/eth|wlan/);
  });

  it("leaves the loopback of the workspace usable", async () => {
    const workspace = await aWorkspace(only);
    await addNode(workspace);
    const { sandbox, run } = workspace;
    const stop = new AbortController();
    const listener = await sandbox.spawn({
      command: `./node -e 'require("http").createServer((q, r) => r.end("own " + q.url)).listen(8000, () => console.log("up"))'`,
      abortSignal: stop.signal,
    });
    await listener.stdout.getReader().read();
    expect((await run("curl -sS http://127.0.0.1:8000/a; curl -sS http://localhost:8000/b")).stdout).toBe(
      "own /aown /b",
    );
    stop.abort();
    await listener.wait();
  });

  it("shows the root certificates of the host", async () => {
    const { run } = await aWorkspace(only);
    const file = "/etc/ssl/certs/ca-certificates.crt";
    const ofHost = await readFile(file, "utf8").catch(() => "");
    expect((await run(`cat ${file} 2>/dev/null; true`)).stdout).toBe(ofHost);
  });

  it("is reopened with new namespaces, and leaves no process, no host variable and no descriptor", async () => {
    const { run, provider, reopen, sandbox } = await aWorkspace(only);
    const get = () => run("curl -sS --cacert ca.pem https://files.test:PORT/source/read-me");
    expect((await get()).exitCode).toBe(0);
    expect((await sandbox.run({ command: "env | grep -c NODE_CHANNEL" })).stdout).toBe("0\n");
    const descriptors = async () => (await readdir("/proc/self/fd")).length;
    const own = { workspaceId: "ws_2", mounts: [], memoryMb: 64, diskMb: 64 };
    const before = await descriptors();
    for (let round = 0; round < 5; round++) {
      const other = await reopen({ ...own, network: { allow: [`h${round}.test`] } });
      const { stdout } = await other.run({
        command: `curl -sS http://other.test/`,
        workingDirectory: "/",
      });
      expect(stdout).toContain("not in the workspace's list of hosts");
    }
    await provider.remove("ws_2");
    await expect.poll(descriptors).toBeLessThanOrEqual(before + 1);
  });

  it("is replaced with its instance when the network rules change", async () => {
    const workspace = await aWorkspace(only);
    const there = await workspace.reopen({ network: "none" });
    await expect(workspace.sandbox.run({ command: "true" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
    });
    expect((await there.run({ command: "env | grep -i proxy" })).stdout).toBe("");
    expect((await there.run({ command: "curl -sS -x 127.0.0.1:3128 http://files.test/" })).exitCode).toBe(7);
    expect(there.description).toContain("There is no network.");
    expect(workspace.sandbox.description).toContain("these hosts only: files.test, plain.test");
  });

  it("serves a hundred small responses at once", async () => {
    const { run } = await aWorkspace(only);
    const { stdout } = await run(
      "seq 100 | xargs -P 20 -I N curl -sS -o /dev/null -w '%{http_code}\\n' http://plain.test:PLAIN/N | sort | uniq -c",
    );
    expect(stdout.trim()).toBe("100 200");
  });
});

it.skipIf(isSkipped)("the local sandbox does not start with an invalid private network", async () => {
  const sandbox = localSandbox({ network: { privateNetworks: ["10.0.0.0/40"] } });
  await expect(sandbox.start()).rejects.toMatchObject({
    code: "sandbox_unavailable",
    detail: "Invalid network options: 10.0.0.0/40 is not a network such as 10.1.0.0/16.",
  });
});

it("without isolation the network cannot be limited", async () => {
  const workspace = await oneWorkspace({ isolation: "none" });
  onTestFinished(() => workspace.remove());
  expect(workspace.provider.capabilities.network).toBe(false);
  await expect(workspace.reopen({ network: "open" })).rejects.toMatchObject({ code: "sandbox_unavailable" });
});
