import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { onTestFinished } from "vitest";
import { startServer, stopServer, type Caller } from "./running-server.test-support.ts";

const IMAGE = process.env["SANDBOX_TEST_IMAGE"] ?? "workspace-agent/sandbox-test";
export const docker = async (...args: readonly string[]) => (await execa("docker", args)).stdout;

/** What the docker command finds its engine by. */
const engine: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0].startsWith("DOCKER_") && entry[1] !== undefined,
  ),
);

export const reason = await docker("image", "inspect", "--format", "{{.Id}}", IMAGE).then(
  () => null,
  () => "there is no container engine with the image of the tests",
);
if (reason !== null) console.warn(`\nSKIPPED: the standalone server with containers, since ${reason}\n`);

export async function given() {
  const dir = await mkdtemp(join(tmpdir(), "standalone-docker-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const start = async () => {
    const settings = { DATA_DIR: dir, MODEL: "rehearsal", SANDBOX: "docker", SANDBOX_IMAGE: IMAGE };
    const server = await startServer({ ...settings, ...engine });
    onTestFinished(async () => {
      await stopServer(server, "SIGKILL");
    });
    return server;
  };
  return { start, dir };
}

/** The containers whose files are in a folder. */
export async function containersIn(dir: string): Promise<readonly string[]> {
  const ids = (await docker("ps", "--all", "--quiet")).split("\n").filter(Boolean);
  // Those of other tests may go meanwhile.
  const found = await Promise.all(
    ids.map(async (id) => ((await docker("inspect", id).catch(() => "")).includes(`${dir}/`) ? [id] : [])),
  );
  return found.flat();
}

export async function newWorkspace(caller: Caller): Promise<string> {
  const { id } = await caller.send<{ id: string }>("POST", "/api/workspaces", { name: "test" });
  return `/api/workspaces/${id}`;
}
