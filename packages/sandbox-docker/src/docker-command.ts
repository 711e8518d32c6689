import { exitOf } from "@workspace-agent/sandbox-process";
import { execa } from "execa";
import { isAbsent, refusal } from "./refusals.ts";

/** The variables of the host that the commands of docker and podman need. None of them reaches a container. */
const OF_THE_ENGINE = /^(PATH|HOME|USER|DOCKER_.*|CONTAINER_.*|CONTAINERS_.*|XDG_.*|SSH_AUTH_SOCK|TMPDIR)$/;

const TIMEOUT_MS = 60_000;
const THERE_MS = 10_000;
/** Removing waits for processes that are being killed, but not for images or disks. */
const REMOVE_MS = 20_000;

/** The command line of a Docker engine. */
export class DockerCommand {
  readonly env: Readonly<Record<string, string>>;

  constructor(
    readonly file: string,
    environment: Readonly<Record<string, string | undefined>>,
  ) {
    const entries = Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && OF_THE_ENGINE.test(entry[0]),
    );
    this.env = Object.fromEntries(entries);
  }

  /** Returns the command's output. Throws `sandbox_unavailable` with the reason when it fails. */
  async run(args: readonly string[], timeout = TIMEOUT_MS): Promise<string> {
    const result = await execa(this.file, args, {
      stdin: "ignore",
      env: this.env,
      extendEnv: false,
      reject: false,
      timeout,
      detached: true,
      cleanup: false,
    });
    if (result.exitCode === 0) return result.stdout;
    throw refusal(result.timedOut ? "timed out" : result.code === "ENOENT" ? "no docker" : result.stderr);
  }

  /** Whether the engine answers at all. */
  async isThere(): Promise<boolean> {
    return this.run(["ps", "--quiet", "--last", "1"], THERE_MS).then(
      () => true,
      () => false,
    );
  }

  /** Removes something; an absent one is fine. False: the engine did not do it. */
  async removed(args: readonly string[], onFailure: (error: unknown) => void = () => {}): Promise<boolean> {
    try {
      await this.run(args, REMOVE_MS);
      return true;
    } catch (error) {
      if (isAbsent(error)) return true;
      onFailure(error);
      return false;
    }
  }

  /** A client that lives as long as what it is attached to. */
  attached(args: readonly string[]) {
    const subprocess = execa(this.file, args, {
      stdio: ["pipe", "pipe", "pipe"],
      env: this.env,
      extendEnv: false,
      buffer: false,
      reject: false,
      cleanup: false,
      detached: true,
      encoding: "buffer",
    });
    const { nodeChildProcess, stdin, stdout, stderr } = subprocess;
    // A client that has ended is noticed by its exit.
    stdin.on("error", () => {});
    return { process: nodeChildProcess, exited: exitOf(nodeChildProcess), stdin, stdout, stderr };
  }
}
