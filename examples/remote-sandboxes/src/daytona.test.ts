import { describeRemoteSandbox } from "./describe-remote-sandbox.test-support.ts";
import { daytonaSandboxes, type DaytonaClient } from "./daytona.ts";
import { Machines } from "./machine.test-support.ts";

/** As a `DaytonaNotFoundError`. */
const notFound = () => Object.assign(new Error("Not found."), { statusCode: 404 });

/** Objects of the types of Daytona's SDK. */
function fakeDaytona() {
  const machines = new Machines();
  const machineOf = (name: string) => {
    const machine = machines.get(name);
    if (machine === undefined) throw notFound();
    return machine;
  };

  function sandboxOf(name: string): Awaited<ReturnType<DaytonaClient["get"]>> {
    const process = {
      async createSession() {
        machineOf(name);
      },
      async executeSessionCommand(session: string, { command }: { readonly command: string }) {
        await machineOf(name).start(session, command);
        return { cmdId: session };
      },
      async getSessionCommand(session: string) {
        return { id: session, command: "", exitCode: await machineOf(name).exitOf(session) };
      },
      async getSessionCommandLogs(
        session: string,
        _command: string,
        onStdout: (text: string) => void,
        onStderr: (text: string) => void,
      ) {
        const running = machineOf(name).running.get(session);
        const read = async (stream: ReadableStream<Uint8Array> | undefined, show: (text: string) => void) => {
          for await (const chunk of stream ?? []) show(new TextDecoder().decode(chunk));
        };
        await Promise.all([read(running?.stdout, onStdout), read(running?.stderr, onStderr)]);
      },
      deleteSession: (session: string) => machineOf(name).kill(session),
    };
    return {
      // The SDK's method has an overload without callbacks.
      process: process as typeof process & { getSessionCommandLogs: never },
      fs: {
        async downloadFile(path: string) {
          const bytes = await machineOf(name).read(path);
          if (bytes === null) throw notFound();
          return Buffer.from(bytes) as never;
        },
        uploadFile: (file: Buffer | string, path: string) =>
          machineOf(name).write(path, Uint8Array.from(Buffer.from(file as Buffer))),
      },
      async start() {
        machineOf(name);
      },
      async delete() {
        machines.remove(name);
      },
    };
  }

  const daytona: DaytonaClient = {
    async get(name) {
      machineOf(name);
      return sandboxOf(name);
    },
    async create(params) {
      const name = params.name ?? "";
      await machines.create(name, params);
      return sandboxOf(name);
    },
  };
  return { machines, open: () => daytonaSandboxes(daytona) };
}

describeRemoteSandbox("a sandbox of Daytona", async () => fakeDaytona(), {
  name: "ws_1",
  networkBlockAll: true,
});
