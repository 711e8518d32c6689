import { spawn, type ChildProcess } from "node:child_process";
import { Readable, Writable } from "node:stream";
import {
  checkCommand,
  KILLED,
  neverStarted,
  sandboxUnavailable,
  type CommandOptions,
  type SandboxMount,
  type SandboxProcess,
} from "@workspace-agent/core/ports";

/** Everything that a command sees of its environment, beside what the caller adds. Nothing of the host's. */
const ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/home", LANG: "C.UTF-8", TERM: "dumb" };
const SCRIPT = "/run/script";
/** The file descriptor by which the engine reads the script: it may be longer than an argument. */
const SCRIPT_FD = 3;
/** A pipe that all processes of the command inherit: it closes when the last one is gone. */
const ALIVE_FD = 4;
/** A pipe that receives a line when the script is complete, and closes when this process is gone. */
const SERVER_FD = 5;
/**
 * Runs the script. The engine's `--die-with-parent` misses the end of a parent that ends while the sandbox starts, so a process of the
 * command waits for it too, and kills the others.
 */
const RUN = [
  `read -r _ <&${SERVER_FD} || exit`,
  `{ read -r _ <&${SERVER_FD}; kill -s KILL -- -1; } </dev/null >/dev/null 2>&1 ${ALIVE_FD}>&- &`,
  `exec bash ${SCRIPT} ${SERVER_FD}<&-`,
].join("\n");

export interface Engine {
  /** The program. */
  readonly bwrap: string;
  /** Folders of this host that are `/tmp` and `/home` inside, for all commands of the workspace. */
  readonly tmp: string;
  readonly home: string;
  readonly mounts: readonly SandboxMount[];
}

function argumentsOf({ tmp, home, mounts }: Engine, workingDirectory: string): string[] {
  const folders = ["bin", "sbin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]);
  const mounted = mounts.flatMap(({ target, volume, access, isExchangeable = false }) => {
    if (volume.hostPath === undefined)
      throw sandboxUnavailable(`The volume at ${target} is no folder of this host.`);
    const option = access === "write" ? "--bind" : isExchangeable ? "--ro-bind-try" : "--ro-bind";
    return [option, volume.hostPath, target];
  });
  return [
    ...["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr", ...folders],
    ...["--proc", "/proc", "--dev", "/dev", "--bind", tmp, "/tmp", "--bind", home, "/home", ...mounted],
    ...["--ro-bind-data", String(SCRIPT_FD), SCRIPT, "--remount-ro", "/", "--chdir", workingDirectory],
    ...["--", "sh", "-c", RUN],
  ];
}

/** Starts a command. It ends with this process, and so does all that it started. */
export function startCommand(engine: Engine, options: CommandOptions): SandboxProcess {
  if (options.pty !== undefined) throw sandboxUnavailable("This sandbox has no terminals.");
  checkCommand(options);
  const { command, workingDirectory = "/workspace", env, abortSignal, stdin } = options;
  if (abortSignal?.aborted === true) return neverStarted();
  const child = spawn(engine.bwrap, argumentsOf(engine, workingDirectory), {
    env: { ...ENVIRONMENT, ...env },
    stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", "pipe", "pipe", "pipe"],
  });
  const pipes: readonly (Readable | Writable | null | undefined)[] = child.stdio;
  const [script, server] = [pipes[SCRIPT_FD], pipes[SERVER_FD]];
  const ended = untilEnd(child);
  const kill = async () => {
    child.kill("SIGKILL");
    // What is inside does not see the engine's end either while it starts.
    server?.destroy();
    await ended;
  };
  const abort = () => void kill().catch(() => undefined);
  abortSignal?.addEventListener("abort", abort, { once: true });
  ended.finally(() => abortSignal?.removeEventListener("abort", abort)).catch(() => undefined);
  if (script instanceof Writable && server instanceof Writable) {
    for (const pipe of [script, server]) pipe.on("error", () => undefined);
    script.end(command, (error?: Error | null) => (error ? server.destroy() : server.write("\n")));
  }
  // When the input fails, the command must not take a part for the whole.
  if (stdin !== undefined && child.stdin !== null) stdin.pipeTo(Writable.toWeb(child.stdin)).catch(abort);
  return {
    ...(child.pid !== undefined && { pid: child.pid }),
    stdout: outputOf(child.stdout),
    stderr: outputOf(child.stderr),
    wait: () => ended,
    kill,
  };
}

function untilEnd(child: ChildProcess): Promise<{ readonly exitCode: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly exitCode: number }>();
  const alive = child.stdio[ALIVE_FD];
  const treeGone = new Promise<void>((gone) => alive?.once("close", () => gone()));
  if (alive instanceof Readable) alive.resume();
  child.once("exit", (code) => void treeGone.then(() => resolve({ exitCode: code ?? KILLED })));
  child.once("error", (cause) => reject(sandboxUnavailable("The sandbox could not be started.", { cause })));
  // Whoever waits gets the error.
  promise.catch(() => undefined);
  return promise;
}

/** What is not read stays in the pipe, so that the command waits. */
function outputOf(stream: Readable | null): ReadableStream<Uint8Array> {
  if (stream === null) return new Blob([]).stream();
  // Node discards what nobody listens to when the process ends.
  stream.on("readable", () => undefined);
  const chunks = stream[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const next: IteratorResult<Uint8Array> = await chunks.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      // The rest is dropped: an error of writing is not the command's fault.
      async cancel() {
        while ((await chunks.next()).done !== true);
      },
    },
    { highWaterMark: 0 },
  );
}
