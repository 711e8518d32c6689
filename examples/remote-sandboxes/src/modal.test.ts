import { NotFoundError, SandboxFilesystemNotFoundError } from "modal";
import { describeRemoteSandbox } from "./describe-remote-sandbox.test-support.ts";
import { Machines } from "./machine.test-support.ts";
import { modalSandboxes, type ModalSandboxes } from "./modal.ts";

/** Objects of the types of Modal's SDK, whose service speaks gRPC. */
function fakeModal() {
  const machines = new Machines();
  const machineOf = (name: string) => {
    const machine = machines.get(name);
    if (machine === undefined) throw new NotFoundError(`There is no sandbox ${name}.`);
    return machine;
  };
  /** The identity of the command that a pid file belongs to. */
  const pidFileOf = (command: string) => /\/tmp\/\.pid-[\w-]+/.exec(command)?.[0] ?? crypto.randomUUID();

  async function exec(name: string, words: readonly string[], env: Record<string, string> = {}) {
    const machine = machineOf(name);
    const command = words.at(-1) ?? "";
    const id = pidFileOf(command);
    const isKill = command.startsWith("kill ");
    if (isKill) await machine.kill(id);
    const { COMMAND_OF_SESSION: ofSession, ...given } = env;
    const running = await machine.start(
      isKill ? crypto.randomUUID() : id,
      isKill ? "true" : (ofSession ?? command),
      given,
    );
    return { stdout: running.stdout, stderr: running.stderr, wait: () => machine.exitOf(id) };
  }

  function sandboxOf(name: string): Awaited<ReturnType<ModalSandboxes["fromName"]>> {
    return {
      exec: (words, params) => exec(name, words, params.env),
      filesystem: {
        async readBytes(path) {
          const bytes = await machineOf(name).read(path);
          if (bytes === null) throw new SandboxFilesystemNotFoundError(path);
          return bytes;
        },
        writeBytes: (data, path) => machineOf(name).write(path, new Uint8Array(data)),
      },
      async terminate() {
        machines.remove(name);
      },
    };
  }

  const sandboxes: ModalSandboxes = {
    async fromName(name) {
      machineOf(name);
      return sandboxOf(name);
    },
    async create(params) {
      const name = params.name ?? "";
      await machines.create(name, params);
      return sandboxOf(name);
    },
  };
  return { machines, open: () => modalSandboxes(sandboxes) };
}

describeRemoteSandbox("a sandbox of Modal", async () => fakeModal(), { name: "ws_1", blockNetwork: true });
