import { readdir, readFile } from "node:fs/promises";
import { docker } from "../docker.test-support.ts";
import type { OneWorkspace } from "../one-workspace.test-support.ts";

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

const programOf = (pid: string) => readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");

/** What the provider may have left on the host and in the engine. Counts engine-wide objects by this provider's names only. */
export async function traces(
  { dir, placement, containers: records }: Pick<OneWorkspace, "dir" | "placement" | "containers">,
  least = 0,
) {
  const label = `label=workspace-agent.placement=${placement}`;
  const [containers, volumes] = await Promise.all([
    docker("ps", "--all", "--format", "{{.Names}}", "--filter", label).then(lines),
    docker("volume", "ls", "--quiet").then(lines),
  ]);
  const prefix = containers[0]?.replace(/^(workspace-agent-[0-9a-f]+)-.*$/, "$1") ?? "none";
  const children = await Promise.all(
    lines((await readFile(`/proc/self/task/${process.pid}/children`, "utf8")).replaceAll(" ", "\n")).map(
      programOf,
    ),
  );
  const mounts = await readFile("/proc/self/mountinfo", "utf8");
  return {
    containers: containers.length,
    records: (await records.list(placement)).length,
    volumes: volumes.filter((name) => name.startsWith(prefix)).length,
    networks: lines(await docker("network", "ls", "--format", "{{.Name}}")).filter((name) =>
      name.startsWith(prefix),
    ).length,
    mounts: lines(mounts).filter((line) => line.includes(prefix) || line.includes(dir)).length,
    clients: children.filter((words) => words.includes(prefix)).length,
    folders: (await readdir(`${dir}/sandboxes/workspaces`).catch(() => [])).length,
    descriptors: Math.max(least, (await readdir("/proc/self/fd")).length),
  };
}
