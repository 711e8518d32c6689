import { execa } from "execa";
import { serversOn } from "./main.test-support.ts";
import { skips } from "../../sandbox-process/src/testing/needs.ts";

const IMAGE = process.env["SANDBOX_TEST_IMAGE"] ?? "workspace-agent/sandbox-test";
export const docker = async (...args: readonly string[]) => (await execa("docker", args)).stdout;

/** What the docker command finds its engine by. */
const engine: Record<string, string> = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0].startsWith("DOCKER_") && entry[1] !== undefined,
  ),
);

export const isSkipped = await docker("image", "inspect", "--format", "{{.Id}}", IMAGE).then(
  () => false,
  () => skips("the standalone server with containers", "there is no container engine with their image"),
);

export const given = () => serversOn({ SANDBOX: "docker", SANDBOX_IMAGE: IMAGE, ...engine });

/** The containers whose files are in a folder. */
export async function containersIn(dir: string): Promise<readonly string[]> {
  const ids = (await docker("ps", "--all", "--quiet")).split("\n").filter(Boolean);
  // Those of other tests may go meanwhile.
  const found = await Promise.all(
    ids.map(async (id) => ((await docker("inspect", id).catch(() => "")).includes(`${dir}/`) ? [id] : [])),
  );
  return found.flat();
}
