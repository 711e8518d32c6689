import { readFile } from "node:fs/promises";
import { CommandError, HOST_GROUP, type Context } from "@workspace-agent/cli";
import { Option, type Command } from "commander";
import { DEFAULT_IMAGE } from "../default-image.ts";

/** The build puts it beside the program. */
const DOCKERFILE = new URL("./sandbox.Dockerfile", import.meta.url);

const EXAMPLES = `
Examples:
  workspace-agent sandbox-image                                # then: SANDBOX=docker workspace-agent serve
  workspace-agent sandbox-image --target slim --base mirror.example/debian:bookworm-slim
  workspace-agent sandbox-image --print > Dockerfile           # to change it`;

interface ImageFlags {
  readonly tag: string;
  readonly target: string;
  readonly base?: string;
  readonly print?: true;
}

export function addSandboxImage(program: Command, context: Context): void {
  program
    .command("sandbox-image")
    .helpGroup(HOST_GROUP)
    .summary("build the image for SANDBOX=docker")
    .description("Build the image in which commands run with SANDBOX=docker, with the docker command.")
    .option("--tag <name>", "the name of the image", DEFAULT_IMAGE)
    .addOption(
      new Option("--target <target>", "full has Node, compilers and more")
        .choices(["slim", "full"])
        .default("full"),
    )
    .option("--base <image>", "another base with Debian's packages")
    .option("--print", "only print the Dockerfile")
    .addHelpText("after", EXAMPLES)
    .action(async ({ tag, target, base, print }: ImageFlags) => {
      const dockerfile = await readFile(DOCKERFILE, "utf8");
      if (print !== undefined) {
        context.output.out(dockerfile);
        return;
      }
      const { execa } = await import("execa");
      const args = [
        "build",
        "--tag",
        tag,
        "--target",
        target,
        ...(base === undefined ? [] : ["--build-arg", `BASE=${base}`]),
        "-",
      ];
      const { exitCode, code } = await execa("docker", args, {
        input: dockerfile,
        stdout: "inherit",
        stderr: "inherit",
        reject: false,
      });
      if (code === "ENOENT") throw new CommandError("The docker command was not found.");
      if (exitCode !== 0) throw new CommandError("docker could not build the image.");
      context.output.note(`built ${tag}\n`);
    });
}
