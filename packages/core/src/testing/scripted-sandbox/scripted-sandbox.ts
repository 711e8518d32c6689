import { DomainError } from "../../domain/errors/domain-error.ts";
import {
  runToEnd,
  type CommandOptions,
  type Sandbox,
  type SandboxProcess,
  type SandboxProvider,
  type SandboxSpec,
} from "../../ports/sandbox.ts";

export interface ScriptedResult {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
}

/** What a command does. It should settle soon after `options.abortSignal` aborts; the process counts as killed then. */
export type ScriptedCommand = (
  options: CommandOptions,
  spec: SandboxSpec,
) => ScriptedResult | Promise<ScriptedResult>;

export interface ScriptedSandboxes extends SandboxProvider {
  /** Every command that was started, in order. */
  readonly commands: readonly CommandOptions[];
  /** Every group that was killed, in order. */
  readonly killedGroups: readonly string[];
  /** Makes every later `open` fail with `sandbox_unavailable`. */
  breakDown(reason: string): void;
}

const KILLED: ScriptedResult = { exitCode: 137 };

function startProcess(options: CommandOptions, spec: SandboxSpec, command: ScriptedCommand): SandboxProcess {
  const kill = new AbortController();
  const signals = options.abortSignal === undefined ? [kill.signal] : [kill.signal, options.abortSignal];
  const stopped = AbortSignal.any(signals);
  const killed = new Promise<ScriptedResult>((resolve) => {
    if (stopped.aborted) resolve(KILLED);
    else stopped.addEventListener("abort", () => resolve(KILLED), { once: true });
  });
  const result = Promise.race([Promise.resolve(command({ ...options, abortSignal: stopped }, spec)), killed]);
  const lazily = (pick: (result: ScriptedResult) => string | undefined) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const text = pick(await result) ?? "";
        if (text !== "") controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
  return {
    stdout: lazily(({ stdout }) => stdout),
    stderr: lazily(({ stderr }) => stderr),
    wait: async () => ({ exitCode: (await result).exitCode ?? 0 }),
    kill: async () => {
      kill.abort();
      await result;
    },
  };
}

const noFiles = () =>
  Promise.reject(new DomainError("sandbox_unavailable", "A scripted sandbox has no files of its own."));

/** A sandbox for tests whose commands are functions. Files are the volume's alone. */
export function scriptedSandboxes(command: ScriptedCommand = () => ({})): ScriptedSandboxes {
  const commands: CommandOptions[] = [];
  const killedGroups: string[] = [];
  const open = new Set<string>();
  let broken: string | null = null;

  const sandbox = (spec: SandboxSpec): Sandbox => {
    const spawn = async (options: CommandOptions) => {
      commands.push(options);
      return startProcess(options, spec, command);
    };
    return {
      description: "A scripted sandbox.",
      spawn,
      run: async (options) => runToEnd(await spawn(options)),
      async killGroup(group) {
        killedGroups.push(group);
      },
      readFile: async () => null,
      readBinaryFile: async () => null,
      readTextFile: async () => null,
      stat: async () => null,
      listDirectory: async () => null,
      deleteFile: async () => false,
      writeFile: noFiles,
      writeBinaryFile: noFiles,
      writeTextFile: noFiles,
    };
  };

  return {
    kind: "scripted",
    capabilities: {
      background: false,
      network: false,
      quota: false,
      stdin: false,
      pty: false,
      hostPath: false,
    },
    commands,
    killedGroups,
    breakDown(reason) {
      broken = reason;
    },
    async start() {},
    async open(spec) {
      if (broken !== null) throw new DomainError("sandbox_unavailable", broken);
      open.add(spec.workspaceId);
      return sandbox(spec);
    },
    state: (workspaceId) => (open.has(workspaceId) ? "running" : "stopped"),
    async remove(workspaceId) {
      open.delete(workspaceId);
    },
    async close() {
      open.clear();
    },
  };
}
