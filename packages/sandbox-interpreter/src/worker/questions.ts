import type { MessagePort } from "node:worker_threads";
import type { ToMain, VolumeAnswers, VolumeReply, VolumeRequest } from "../messages.ts";
import { FileError } from "./file-error.ts";

/** Sends volume requests to the main thread. */
export class Questions {
  private readonly port: MessagePort;
  private readonly waiting = new Map<number, (reply: VolumeReply) => void>();
  private last = 0;

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Throws `FileError` with the volume's error. */
  async ask<Request extends VolumeRequest>(
    id: number,
    target: string,
    request: Request,
  ): Promise<VolumeAnswers[Request["op"]]> {
    const question = ++this.last;
    const reply = await new Promise<VolumeReply>((resolve) => {
      this.waiting.set(question, resolve);
      this.port.postMessage({ type: "ask", id, question, target, request } satisfies ToMain);
    });
    if (!reply.ok) throw new FileError(reply.errno, request.op, `${target}/${request.path}`);
    return reply.value as VolumeAnswers[Request["op"]];
  }

  resolve(question: number, reply: VolumeReply): void {
    this.waiting.get(question)?.(reply);
    this.waiting.delete(question);
  }
}
