import { memoryCluster } from "@workspace-agent/core/memory";
import { fakeClock } from "@workspace-agent/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { containersOf, docker, TEST_IMAGE, whyNoDocker } from "./docker.test-support.ts";
import { oneWorkspace } from "./one-workspace.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const isSkipped = skips("what becomes of containers", await whyNoDocker());

async function given(...options: Parameters<typeof oneWorkspace>) {
  const workspace = await oneWorkspace(...options);
  onTestFinished(async () => {
    await workspace.remove();
    const left = await containersOf(workspace.placement);
    if (left.length > 0) await docker("rm", "--force", ...left);
  });
  return workspace;
}

/** Starts a container that says it is that of a workspace. */
const startLike = (placement: string, workspaceId: string, epoch: number, name: string) =>
  docker(
    ...["run", "--detach", "--network", "none", "--name", name, "--entrypoint", "sleep"],
    ...["--label", `workspace-agent.placement=${placement}`],
    ...["--label", `workspace-agent.workspace=${workspaceId}`],
    ...["--label", `workspace-agent.epoch=${epoch}`],
    ...[TEST_IMAGE, "600"],
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

describe.skipIf(isSkipped)("the containers of a workspace", () => {
  it("are adopted by the next process, which ends what runs in them", async () => {
    const { sandbox, spec, placement, another, volume } = await given();
    await sandbox.run({ command: "echo kept > /tmp/f" });
    await sandbox.spawn({ command: "while :; do echo x >> /workspace/beats; sleep 0.02; done" });
    const before = await containersOf(placement);
    const next = another();
    await next.start();
    onTestFinished(() => next.close());
    expect(await containersOf(placement)).toEqual(before);
    const size = async () => (await volume.stat("beats"))?.size;
    const again = await next.open(spec);
    expect((await again.run({ command: "cat /tmp/f" })).stdout).toBe("kept\n");
    const first = await size();
    await again.run({ command: "sleep 0.3" });
    expect(await size()).toBe(first);
    expect(await containersOf(placement)).toEqual(before);
  });

  it("of another instance stay while it lives, until its workspace is claimed", async () => {
    const {
      containers,
      cluster: { instances },
    } = memoryCluster().open();
    await instances.beat("inst_a", "place", 600_000);
    await instances.beat("inst_b", "place", 600_000);
    const { sandbox, spec, placement, another, volume } = await given({ containers, instanceId: "inst_a" });
    const beating = "while :; do echo x >> /workspace/beats; sleep 0.02; done";
    await sandbox.spawn({ command: beating });
    const before = await containersOf(placement);
    const clock = fakeClock();
    const next = another({ instanceId: "inst_b", clock });
    await next.start();
    onTestFinished(() => next.close());
    await clock.advance(61_000);
    const size = async () => (await volume.stat("beats"))?.size ?? 0;
    const first = await size();
    await until(async () => (await size()) > first);
    expect(await containersOf(placement)).toEqual(before);

    const over = await next.open(spec);
    await over.run({ command: "true" });
    await until(async () => !(await containersOf(placement)).some((name) => before.includes(name)));
    const last = await size();
    await over.run({ command: "sleep 0.3" });
    expect(await size()).toBe(last);
  });

  it("of an older epoch are removed by the next process, those without a record never", async () => {
    const { sandbox, placement, another, containers } = await given();
    await sandbox.run({ command: "true" });
    await containers.claim(placement, "ws_1");
    const foreign = `foreign-${crypto.randomUUID()}`;
    await startLike(placement, "ws_9", 1, foreign);
    const next = another();
    await next.start();
    onTestFinished(() => next.close());
    expect(await containersOf(placement)).toEqual([foreign]);
    expect(await containers.list(placement)).toEqual([]);
  });

  it("without an owner are removed every minute", async () => {
    const clock = fakeClock();
    const { placement, containers, provider, sandbox } = await given({ clock });
    await sandbox.run({ command: "true" });
    const [name = ""] = await containersOf(placement);
    const epoch = (await containers.claim(placement, "ws_gone")).epoch;
    await startLike(placement, "ws_gone", epoch, `${name}-gone`);
    await clock.advance(60_000);
    await until(async () => (await containers.list(placement)).length === 1);
    expect(await containersOf(placement)).toEqual([name]);
    expect(provider.state("ws_1")).toBe("running");
  });

  it("are removed when they are idle, and made again", async () => {
    const { sandbox, placement, containers, provider } = await given({ idleMs: 300 });
    expect((await sandbox.run({ command: "sleep 0.6; echo here" })).stdout).toBe("here\n");
    await until(async () => (await containersOf(placement)).length === 0);
    await until(async () => (await containers.list(placement)).length === 0);
    expect(provider.state("ws_1")).toBe("stopped");
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
  });

  it("are made again where another program removes one, and its command fails", async () => {
    const { sandbox, placement } = await given();
    const process = await sandbox.spawn({ command: "sleep 300" });
    await docker("rm", "--force", ...(await containersOf(placement)));
    await expect(process.wait()).rejects.toMatchObject({ code: "sandbox_unavailable" });
    expect((await sandbox.run({ command: "echo again" })).stdout).toBe("again\n");
  });

  it("end, whatever a command does to its workers", async () => {
    const { sandbox } = await given();
    expect((await sandbox.run({ command: "kill -KILL $PPID; sleep 300" })).exitCode).toBe(137);
    expect((await sandbox.run({ command: "kill -KILL -1; sleep 300" })).exitCode).toBe(137);
    const hidden =
      "(setsid env -i /bin/bash -c 'while :; do echo x >> /workspace/hidden; /bin/sleep 0.02; done' &); until [ -s hidden ]; do sleep 0.02; done; exit 4";
    expect((await sandbox.run({ command: hidden })).exitCode).toBe(4);
    const size = async () => (await sandbox.run({ command: "stat -c %s hidden" })).stdout;
    const first = await size();
    await sandbox.run({ command: "sleep 0.2" });
    expect(await size()).toBe(first);
  });

  it("are not made where the engine does not respond or lacks the image, and the error says so", async () => {
    const { another, dir, spec, sandbox } = await given();
    const away = another({ environment: { ...process.env, DOCKER_HOST: `unix://${dir}/none.sock` } });
    await expect(away.start()).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail: "The container engine does not answer.",
    });
    const bare = another({ image: "workspace-agent/no-such-image" });
    await expect(bare.start()).rejects.toMatchObject({
      code: "sandbox_unavailable",
      detail:
        "The container engine does not have the image workspace-agent/no-such-image. Build or pull it on the engine's host, or name another image.",
    });
    await expect(another({ dockerPath: `${dir}/no-docker` }).start()).rejects.toMatchObject({
      detail: "The docker command was not found. Install it, or set `dockerPath`.",
    });
    await sandbox.run({ command: "true" });
    expect(spec.image).toBeNull();
  });
});
