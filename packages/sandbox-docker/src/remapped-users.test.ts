import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { silentLogger } from "@workspace-agent/core";
import { memoryStore } from "@workspace-agent/core/memory";
import { expect, it } from "vitest";
import { containerArguments } from "./container-arguments.ts";
import { DockerCommand } from "./docker-command.ts";
import { dockerSandbox } from "./index.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

/** A docker command that reports these options of its engine, and records its calls. */
async function anEngineWith(securityOptions: readonly string[]) {
  const dir = await newFolder();
  const [file, record] = [join(dir, "docker"), join(dir, "asked")];
  const info = JSON.stringify({ SecurityOptions: securityOptions });
  await writeFile(
    file,
    `#!/bin/sh\necho "$*" >> '${record}'\ncase $1 in info) echo '${info}' ;; *) exit 1 ;; esac\n`,
  );
  await chmod(file, 0o755);
  const sandbox = dockerSandbox({
    image: "any",
    containers: memoryStore().containers,
    placement: "test",
    dir: join(dir, "containers"),
    dockerPath: file,
  });
  return { sandbox, asked: async () => (await readFile(record, "utf8")).trim().split("\n") };
}

it("an engine that remaps user ids is refused with the reason before any container runs", async () => {
  const { sandbox, asked } = await anEngineWith(["name=seccomp,profile=builtin", "name=userns"]);
  await expect(sandbox.check()).rejects.toMatchObject({
    code: "sandbox_unavailable",
    detail: expect.stringContaining("userns-remap") as string,
  });
  expect(await asked()).toEqual([expect.stringMatching(/^info /)]);
});

it("another engine is probed further", async () => {
  const { sandbox, asked } = await anEngineWith(["name=seccomp,profile=builtin", "name=rootless"]);
  await expect(sandbox.check()).rejects.toMatchObject({ code: "sandbox_unavailable" });
  expect((await asked())[1]).toMatch(/^image inspect /);
});

it("no container leaves the engine's user namespace", () => {
  const engine = {
    docker: new DockerCommand("docker", {}),
    defaults: { image: "any", placement: "test", runtime: null, pidsLimit: 1, network: {} },
    logger: silentLogger,
    dir: "/d",
    isRootless: false,
    cpus: 1,
    noNameServers: "/n",
    seccomp: "/s",
  };
  const plan = {
    name: "n",
    workspaceId: "w",
    epoch: 0,
    image: "any",
    user: { uid: 1000, gid: 1000 },
    folders: [],
    home: "/h",
    tmp: null,
    memoryMb: 64,
    cpus: 1,
    network: "none",
    environment: {},
  };
  expect(containerArguments(engine, plan, ["true"]).filter((word) => /userns/.test(word))).toEqual([]);
});
