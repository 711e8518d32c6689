import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { runProgram, startServer } from "./running-server.test-support.ts";
import { newFolder } from "../../sandbox-process/src/testing/new-folder.ts";

const DOCKERFILE = await readFile(new URL("sandbox.Dockerfile", import.meta.url), "utf8");

/** A folder for PATH with a docker command that is this script, and where it may leave files. */
async function withDocker(script: string): Promise<{ readonly dir: string; readonly PATH: string }> {
  const dir = await newFolder();
  await mkdir(join(dir, "bin"));
  const file = join(dir, "bin", "docker");
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return { dir, PATH: [join(dir, "bin"), process.env["PATH"]].join(delimiter) };
}

it("sandbox-image builds the image with the docker command", async () => {
  const { dir, PATH } = await withDocker('cd "$OUT"; echo "$@" > args; cat > Dockerfile');
  const built = await runProgram(["sandbox-image", "--base", "local/debian"], { PATH, OUT: dir });
  expect(built).toMatchObject({ code: 0, notes: "built workspace-agent/sandbox\n" });
  const args = "build --tag workspace-agent/sandbox --target full --build-arg BASE=local/debian -\n";
  expect(await readFile(join(dir, "args"), "utf8")).toBe(args);
  expect(await readFile(join(dir, "Dockerfile"), "utf8")).toBe(DOCKERFILE);
});

it("sandbox-image fails with the build, and without a docker command", async () => {
  const { PATH } = await withDocker("cat > /dev/null; exit 3");
  const failed = await runProgram(["sandbox-image"], { PATH });
  expect(failed).toMatchObject({ code: 1, notes: expect.stringContaining("could not build") as string });
  const missing = await runProgram(["sandbox-image"], { PATH: "/nowhere" });
  expect(missing).toMatchObject({ code: 1, notes: expect.stringContaining("was not found") as string });
  expect(await runProgram(["sandbox-image", "--print"], { PATH: "/nowhere" })).toMatchObject({
    code: 0,
    out: DOCKERFILE,
  });
});

it("SANDBOX=docker without the image names the command that builds it, unless another image was chosen", async () => {
  const { dir, PATH } = await withDocker(
    'echo "Error response from daemon: No such image: the-image" >&2; exit 1',
  );
  const start = (env: Readonly<Record<string, string>>) =>
    startServer({ DATA_DIR: join(dir, "data"), MODEL: "rehearsal", SANDBOX: "docker", PATH, ...env });
  await expect(start({})).rejects.toThrow(
    /does not have the image workspace-agent\/sandbox. Build it with `workspace-agent sandbox-image`/,
  );
  const other = await start({ SANDBOX_IMAGE: "the-image" }).catch(String);
  expect(other).toContain("does not have the image the-image");
  expect(other).not.toContain("sandbox-image");
});
