import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly notes: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** Resolves as soon as standard error has the text. */
  noted(text: string): Promise<void>;
  readonly ended: Promise<Ran>;
}

export interface CommandOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: string;
  /** The input does not end. */
  readonly staysOpen?: true;
}

/** Starts the built command with only the given variables. */
export function startCommand(
  args: readonly string[],
  { env, cwd, input, staysOpen }: CommandOptions,
): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.write(input ?? "");
  if (staysOpen === undefined) child.stdin.end();
  let out = "";
  let notes = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (notes += text));
  const ended = new Promise<Ran>((resolve) => child.on("close", (code) => resolve({ code, out, notes })));
  return {
    process: child,
    noted: async (text) =>
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (notes.includes(text)) resolve();
        };
        child.stderr.on("data", look);
        look();
        void ended.then(() => reject(new Error(`It ended before it said ${text}:\n${notes}`)));
      }),
    ended,
  };
}
