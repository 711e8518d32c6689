import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import { TEST_IMAGE } from "./docker.test-support.ts";

const SIZE = "900m";
const ATTEMPTS = 150;
const ATTEMPT_MS = 200;

/** Why the tests cannot start their own engine here, or null. */
export async function whyNoEngine(): Promise<string | null> {
  if (process.getuid?.() !== 0) return "only root can start an engine";
  const { exitCode } = await execa("dockerd", ["--version"], { reject: false });
  return exitCode === 0 ? null : "there is no dockerd";
}

/** An engine on its own small disk with the image of the tests. It can be killed and restarted. */
export class OwnEngine {
  private daemon: ChildProcess | null = null;

  private constructor(readonly dir: string) {}

  static async create(): Promise<OwnEngine> {
    const engine = new OwnEngine(await mkdtemp(join(tmpdir(), "own-engine-")));
    await mkdir(engine.disk);
    await execa("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", engine.disk]);
    await engine.start();
    const save = execa("docker", ["save", TEST_IMAGE], { buffer: false, encoding: "buffer" });
    const load = execa("docker", ["load"], { env: this.environmentOf(engine.socket) });
    save.stdout.pipe(load.stdin);
    await Promise.all([save, load]);
    return engine;
  }

  /** The data root of the engine. */
  get disk(): string {
    return join(this.dir, "data");
  }

  private get socket(): string {
    return `unix://${this.dir}/docker.sock`;
  }

  private static environmentOf(socket: string): Record<string, string> {
    return { PATH: process.env["PATH"] ?? "", HOME: tmpdir(), DOCKER_HOST: socket };
  }

  get environment(): Record<string, string> {
    return OwnEngine.environmentOf(this.socket);
  }

  async docker(...args: readonly string[]): Promise<string> {
    return (await execa("docker", args, { env: this.environment, extendEnv: false })).stdout;
  }

  /** Resolves when it responds. */
  async start(): Promise<void> {
    await rm(join(this.dir, "pid"), { force: true });
    await this.endContainerd();
    const roots = ["--data-root", this.disk, "--exec-root", join(this.dir, "exec")];
    const words = ["-H", this.socket, "--pidfile", join(this.dir, "pid"), "--bridge", "none"];
    const daemon = spawn("dockerd", [...roots, ...words, "--iptables=false"], { stdio: "ignore" });
    this.daemon = daemon;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { exitCode } = await execa("docker", ["info"], { env: this.environment, reject: false });
      if (exitCode === 0) return;
      await new Promise((resolve) => setTimeout(resolve, ATTEMPT_MS));
    }
    throw new Error("The engine did not start.");
  }

  /** Kills the helper that a killed daemon left, since it would block the next daemon's. */
  private async endContainerd(): Promise<void> {
    const file = join(this.dir, "exec", "containerd", "containerd.pid");
    const pid = Number(await readFile(file, "utf8").catch(() => ""));
    if (!Number.isInteger(pid) || pid <= 1) return;
    const program = await readFile(`/proc/${pid}/cmdline`, "latin1").catch(() => "");
    if (program.includes(this.dir)) process.kill(pid, "SIGKILL");
    await rm(file, { force: true });
  }

  async stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const { daemon } = this;
    this.daemon = null;
    if (daemon?.exitCode !== null) return;
    const gone = once(daemon, "exit");
    daemon.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop("SIGTERM");
    await this.endContainerd();
    const mounts = (await readFile("/proc/self/mountinfo", "utf8"))
      .split("\n")
      .map((line) => line.split(" ")[4] ?? "");
    for (const path of mounts.filter((each) => each.startsWith(`${this.dir}/`)).reverse())
      await execa("umount", ["--lazy", path], { reject: false });
    await rm(this.dir, { recursive: true, force: true });
  }
}
