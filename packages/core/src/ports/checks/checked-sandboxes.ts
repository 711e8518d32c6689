import type { Clock } from "../clock.ts";
import type { Sandbox, SandboxProcess, SandboxProvider } from "../sandbox.ts";
import { AdapterCalls } from "./adapter-calls.ts";
import { missingIn, withMembers, type Methods } from "./shape.ts";

/** An image may have to be fetched. */
const FIRST_MS = 600_000;

const PROVIDER: Methods<SandboxProvider> = {
  start: true,
  open: true,
  state: true,
  remove: true,
  close: true,
};

const SANDBOX: Methods<Sandbox> = {
  readFile: true,
  readBinaryFile: true,
  readTextFile: true,
  writeFile: true,
  writeBinaryFile: true,
  writeTextFile: true,
  stat: true,
  listDirectory: true,
  deleteFile: true,
  spawn: true,
  run: true,
  killGroup: true,
};

const PROCESS: Methods<SandboxProcess> = { wait: true, kill: true };
const STREAM = { getReader: true } as const;

function processProblem(process: SandboxProcess): string | null {
  const missing = missingIn(process, PROCESS);
  if (missing !== null) return missing;
  const stream = (["stdout", "stderr"] as const).find((name) => missingIn(process[name], STREAM) !== null);
  return stream === undefined ? null : `"${stream}" is no ReadableStream`;
}

function exitProblem(ended: { readonly exitCode: number } | undefined): string | null {
  return Number.isInteger(ended?.exitCode) ? null : '"exitCode" is no whole number';
}

/** What its adapter promises about the members that a provider must have. */
function providerProblem(provider: SandboxProvider): string | null {
  const missing = missingIn(provider, PROVIDER);
  if (missing !== null) return missing;
  if (typeof provider.kind !== "string") return '"kind" is no text';
  return typeof provider.capabilities === "object" ? null : '"capabilities" is no object';
}

/** A command that fails with an error of another class is a failure of its tool, and the turn continues. */
const command = <T>(check: (answer: T) => string | null) => ({ check, isOfCall: true });

function checkedProcess(calls: AdapterCalls, process: SandboxProcess): SandboxProcess {
  // A command that nobody waits for may fail. Whoever waits gets the error.
  calls.ask("wait", () => process.wait(), command(exitProblem)).catch(() => undefined);
  return withMembers(process, {
    wait: () => calls.ask("wait", () => process.wait(), command(exitProblem)),
    kill: () => calls.ask("kill", () => process.kill(), { isOfCall: true }),
  });
}

function checkedInstance(calls: AdapterCalls, sandbox: Sandbox): Sandbox {
  return withMembers(sandbox, {
    spawn: async (options) =>
      checkedProcess(
        calls,
        await calls.ask("spawn", () => sandbox.spawn(options), {
          ...command(processProblem),
          signal: options.abortSignal,
        }),
      ),
    run: (options) =>
      calls.ask("run", () => sandbox.run(options), { ...command(exitProblem), signal: options.abortSignal }),
    killGroup: (group) => calls.ask("killGroup", () => sandbox.killGroup(group)),
  });
}

/** The sandboxes of a host, with clear errors where they break their contract. Throws for a provider that lacks a member. */
export function checkedSandboxes(provider: SandboxProvider, clock: Clock): SandboxProvider {
  const problem = providerProblem(provider);
  if (problem !== null) throw new TypeError(`The option \`sandbox\` is no SandboxProvider: ${problem}.`);
  const adapter = `The sandbox "${provider.kind}"`;
  const calls = new AdapterCalls({ adapter, code: "sandbox_unavailable", clock });
  return withMembers(provider, {
    start: () => calls.ask("start", () => provider.start(), { firstMs: FIRST_MS }),
    open: async (spec) =>
      checkedInstance(
        calls,
        await calls.ask("open", () => provider.open(spec), {
          firstMs: FIRST_MS,
          check: (opened) => missingIn(opened, SANDBOX),
        }),
      ),
    remove: (workspaceId) => calls.ask("remove", () => provider.remove(workspaceId), { firstMs: FIRST_MS }),
  });
}
