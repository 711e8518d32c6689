import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fail, ROOT } from "./toolchain.mjs";

/** Runs a step and shows its output only if it fails; then the process ends. */
export async function runQuietly(label, command, args, env) {
  const started = performance.now();
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const code = await exitOf(child);
  if (code !== 0) fail(`${label} failed (exit code ${code}):\n\n${Buffer.concat(output)}`);
  console.log(`${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs a command in the foreground and forwards signals to it. Resolves with its exit code. */
export async function runForeground(command, args, env, { detachInput = false, channel = false } = {}) {
  const input = detachInput ? "ignore" : "inherit";
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: channel ? [input, "inherit", "inherit", "ipc"] : [input, "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the process group: the child has received it already.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  return exitOf(child);
}

/** Under npm: ends this process with SIGTERM when npm is killed and cannot forward the signal. */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}

/** The exit code of a child; 128 + the signal's number when it was killed. */
function exitOf(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(String(error));
      resolve(127);
    });
    child.on("close", (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}
