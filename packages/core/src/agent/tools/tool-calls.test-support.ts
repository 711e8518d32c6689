import { testCaller } from "../../testing/index.ts";
import { beforeEach } from "vitest";
import { memoryVolumes } from "../../memory/index.ts";
import { SPEC } from "../../ports/sandbox-spec.test-support.ts";
import type { Sandbox } from "../../ports/sandbox.ts";
import type { Volume } from "../../ports/volume.ts";
import { scriptedSandboxes } from "../../testing/index.ts";
import { AgentFiles } from "../agent-files.ts";
import { KnownFiles } from "../known-files.ts";
import { SecretForms } from "../../redaction/secret-forms.ts";
import { prepareCall, runCall } from "../run-tool.ts";
import { StreamRedactor } from "../../redaction/stream-redactor.ts";
import type { RunContext, ToolOutcome } from "../tool.ts";
import { builtInTools } from "./index.ts";
import { resultEvent } from "./tools.test-support.ts";

interface TestState {
  volume: Volume;
  shared: Volume;
  context: RunContext;
  known: KnownFiles;
  commands: string[];
  open: () => Promise<Sandbox>;
  answer: (command: string) => { stdout?: string; stderr?: string; exitCode?: number };
}

const tools = new Map(builtInTools.map((tool) => [tool.name, tool]));
export const encode = (text: string) => new TextEncoder().encode(text);

/** Where the calls of the test that runs take place; `place()` makes it again for each. */
export const at = {} as TestState;

/** Gives each test of a file a workspace of its own, with a sandbox that answers as `at.answer` says. */
export function place(): void {
  beforeEach(prepare);
}

async function prepare(): Promise<void> {
  const volumes = memoryVolumes();
  at.volume = await volumes.workspace("ws_1");
  at.shared = await volumes.shared("default");
  at.commands = [];
  at.known = new KnownFiles();
  at.answer = () => ({});
  const mounts = [
    { target: "/workspace", volume: at.volume, access: "write" as const },
    { target: "/mnt/afs", volume: at.shared, access: "read" as const },
  ];
  const sandboxes = scriptedSandboxes(({ command }) => {
    at.commands.push(command);
    return at.answer(command);
  });
  at.open = () => sandboxes.open({ ...SPEC, mounts });
  const sandbox = () => at.open();
  at.context = {
    files: new AgentFiles(mounts, sandbox),
    sandbox,
    workingDirectory: "/workspace",
    env: {},
    caller: testCaller(),
    skills: [],
    signal: new AbortController().signal,
    known: at.known,
  };
}

export async function call(name: string, args: object): Promise<ToolOutcome> {
  const part = { type: "tool_call", call_id: "1", name, arguments: JSON.stringify(args) } as const;
  const outcome = await runCall(await prepareCall(part, tools, []), at.context);
  at.known.apply(resultEvent(part, outcome));
  return outcome;
}

export function hide(secrets: Readonly<Record<string, string>>): void {
  at.context = { ...at.context, streamRedactor: () => new StreamRedactor(new SecretForms(secrets)) };
}

export async function bytesOf(path: string): Promise<Uint8Array> {
  const { body } = await at.volume.read(path);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

export const textOf = async (path: string) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await bytesOf(path));

/** Has a call fail that opens the sandbox. */
export function withoutSandbox(): void {
  at.open = () => Promise.reject(new Error("No sandbox is needed."));
}
