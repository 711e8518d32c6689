import type { SandboxProvider } from "@workspace-agent/core";
import { fromAiSdkSandbox, type AiSdkSandboxSession } from "@workspace-agent/sandbox-ai-sdk";
import type { CreateSandboxFromSnapshotParams, DaytonaError, FileSystem, Process } from "@daytonaio/sdk";
import { CommandOutput } from "./command-output.ts";

interface DaytonaSandbox {
  readonly process: Pick<
    Process,
    | "createSession"
    | "executeSessionCommand"
    | "getSessionCommand"
    | "getSessionCommandLogs"
    | "deleteSession"
  >;
  readonly fs: Pick<FileSystem, "downloadFile" | "uploadFile">;
}

/** The part of a `Daytona` that is used. */
export interface DaytonaClient {
  get(name: string): Promise<DaytonaSandbox & { start(): Promise<void>; delete(): Promise<void> }>;
  create(params: CreateSandboxFromSnapshotParams): Promise<DaytonaSandbox>;
}

const MINUTES_UNTIL_STOP = 45;

function isNotFound(error: unknown): boolean {
  const status: keyof DaytonaError = "statusCode";
  return error instanceof Error && Reflect.get(error, status) === 404;
}

/** What Daytona does not find is null. */
async function unlessAbsent<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

/** Sandboxes of Daytona without a network, one for each workspace: `daytonaSandboxes(new Daytona({ apiKey }))`. */
export function daytonaSandboxes(daytona: DaytonaClient, snapshot?: string): SandboxProvider {
  return fromAiSdkSandbox({
    kind: "daytona",
    network: "none",
    async open({ workspaceId }) {
      const found = await unlessAbsent(daytona.get(workspaceId));
      await found?.start();
      const sandbox =
        found ??
        (await daytona.create({
          name: workspaceId,
          user: "root",
          networkBlockAll: true,
          autoStopInterval: MINUTES_UNTIL_STOP,
          ...(snapshot !== undefined && { snapshot }),
        }));
      return daytonaSession(sandbox);
    },
    async close(workspaceId) {
      await (await unlessAbsent(daytona.get(workspaceId)))?.delete();
    },
  });
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The variables before the command: those of a session's command cannot be given by themselves. */
function withVariables(command: string, env: Readonly<Record<string, string>>): string {
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return [...variables, command].join("\n");
}

export function daytonaSession({ process, fs }: DaytonaSandbox): AiSdkSandboxSession {
  /** Runs a command in a session of its own, so that ending the session ends the command. */
  async function start(command: string) {
    const session = `command-${crypto.randomUUID()}`;
    await process.createSession(session);
    const { cmdId } = await process.executeSessionCommand(session, { command, runAsync: true });
    const output = new CommandOutput();
    const logs = process.getSessionCommandLogs(
      session,
      cmdId,
      (text) => output.write("stdout", text),
      (text) => output.write("stderr", text),
    );
    const end = async () => {
      await unlessAbsent(process.deleteSession(session));
    };
    async function exit(): Promise<{ exitCode: number }> {
      try {
        await logs;
        const { exitCode } = await process.getSessionCommand(session, cmdId);
        if (exitCode === undefined) throw new Error("The command has no exit code.");
        return { exitCode };
      } finally {
        output.end();
        await end();
      }
    }
    const exited = exit();
    exited.catch(() => undefined);
    return { output, wait: () => exited, kill: end };
  }

  return {
    description: "A sandbox of Daytona.",
    async readFile({ path }) {
      const bytes = await unlessAbsent(fs.downloadFile(path));
      return bytes === null ? null : new Blob([Uint8Array.from(bytes)]).stream();
    },
    async writeFile({ path, content }) {
      await fs.uploadFile(Buffer.from(await new Response(content).arrayBuffer()), path);
    },
    async run({ command, env = {} }) {
      const { output, wait } = await start(withVariables(command, env));
      const texts = [new Response(output.stdout).text(), new Response(output.stderr).text()] as const;
      const [stdout, stderr] = await Promise.all(texts);
      return { ...(await wait()), stdout, stderr };
    },
    async spawn({ command, env = {} }) {
      const { output, wait, kill } = await start(withVariables(command, env));
      return { stdout: output.stdout, stderr: output.stderr, wait, kill };
    },
  };
}
