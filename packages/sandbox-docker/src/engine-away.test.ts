import { createServer, connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { containersOf, docker, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const host = process.env["DOCKER_HOST"] ?? "unix:///var/run/docker.sock";
const isSkipped = skips(
  "what an engine that stops responding does to commands",
  host.startsWith("unix://") ? await whyNoDocker() : "the engine is not on a unix socket",
);

/** A connection to the real engine that the test can close. */
class EngineLink {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(readonly path: string) {}

  async open(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (one) => {
      const other = connect({ path: host.slice("unix://".length), allowHalfOpen: true });
      for (const socket of [one, other]) {
        this.sockets.add(socket);
        socket.on("error", () => {});
        socket.once("close", () => this.sockets.delete(socket));
      }
      one.pipe(other).pipe(one);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.path, resolve));
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    if (server !== null) await new Promise((resolve) => server.close(resolve));
  }
}

describe.skipIf(isSkipped)("an engine that stops responding", () => {
  async function given() {
    const link = new EngineLink(join(await newFolder(), "engine.sock"));
    await link.open();
    const workspace = await oneWorkspace({
      environment: { ...process.env, DOCKER_HOST: `unix://${link.path}` },
    });
    onTestFinished(async () => {
      await workspace.remove();
      await link.cut();
      const left = await containersOf(workspace.placement);
      if (left.length > 0) await docker("rm", "--force", ...left);
    });
    return { ...workspace, link };
  }

  it("ends the commands with the reason, and commands work again when it is back", async () => {
    const { sandbox, link, placement, containers } = await given();
    const process = await sandbox.spawn({ command: "echo begun; sleep 300" });
    await process.stdout.getReader().read();
    await link.cut();
    await expect(process.wait()).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: "The container engine does not answer.",
    });
    await expect(sandbox.run({ command: "true" })).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: "The container engine does not answer.",
    });
    await link.open();
    expect((await sandbox.run({ command: "echo again; ls -d /proc/[0-9]* | wc -l" })).stdout).toMatch(
      /^again\n/,
    );
    expect((await containers.list(placement)).length).toBe(1);
  });

  it("leaves nothing of a workspace that was removed meanwhile", async () => {
    const { sandbox, link, placement, provider, another, containers } = await given();
    await sandbox.run({ command: "true" });
    await link.cut();
    await provider.remove("ws_1");
    expect(provider.state("ws_1")).toBe("stopped");
    await link.open();
    const next = another();
    await next.start();
    await next.close();
    expect(await containersOf(placement)).toEqual([]);
    expect(await containers.list(placement)).toEqual([]);
  });
});
