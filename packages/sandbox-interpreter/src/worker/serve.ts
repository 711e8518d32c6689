import { MountableFs, type IFileSystem } from "just-bash";
import type { MessagePort } from "node:worker_threads";
import type { MountPoint, ToMain, ToWorker, WorkerSetup } from "../messages.ts";
import { serveInside } from "./inside.ts";
import { MemoryFiles } from "./memory-files.ts";
import { Questions } from "./questions.ts";
import { runCommand, stoppable } from "./run-command.ts";
import { VolumeFs } from "./volume-fs.ts";

/** Runs the commands of one workspace, side by side, until the thread is ended. */
export function serve(port: MessagePort, setup: WorkerSetup): void {
  const memory = new MemoryFiles(setup.memoryFileBytes);
  const questions = new Questions(port);
  const running = new Map<number, AbortController>();
  const post = (message: ToMain) => port.postMessage(message);

  const filesFor = (id: number, mounts: readonly MountPoint[]): IFileSystem =>
    new MountableFs({
      base: memory.fs,
      mounts: mounts.map((mount) => ({
        mountPoint: mount.target,
        filesystem: new VolumeFs(mount, (request) => questions.ask(id, mount.target, request)),
      })),
    });

  async function run({ id, mounts, run: command }: Extract<ToWorker, { type: "run" }>): Promise<void> {
    const controller = stoppable(command.stop);
    running.set(id, controller);
    const result = await runCommand(command, filesFor(id, mounts), controller.signal, setup);
    running.delete(id);
    post({ type: "ended", id, result, hasFiles: memory.isUsed });
  }

  async function answer({ id, mounts, request }: Extract<ToWorker, { type: "inside" }>): Promise<void> {
    const reply = await serveInside(filesFor(id, mounts), request);
    post({ type: "answer", id, answer: reply, hasFiles: memory.isUsed });
  }

  port.on("message", (message: ToWorker) => {
    switch (message.type) {
      case "run":
        void run(message);
        break;
      case "inside":
        void answer(message);
        break;
      case "stop":
        running.get(message.id)?.abort();
        break;
      case "reply":
        questions.resolve(message.question, message.reply);
        break;
    }
  });
  post({ type: "ready" });
}
