import type { MessagePort } from "node:worker_threads";
import type { ReadObject } from "@workspace-agent/core/snapshots";
import type { CallAnswer, FromThread, ThreadCall } from "./messages.ts";

/** The main thread as a job sees it. */
export class MainThread {
  private readonly pending = new Map<number, PromiseWithResolvers<CallAnswer>>();
  private readonly port: MessagePort;
  private last = 0;

  /** Reads an object of the workspace. */
  readonly read: ReadObject = (key, range) => this.call({ type: "get", key, range });

  constructor(port: MessagePort) {
    this.port = port;
  }

  /** Rejects where the call fails; the main thread knows why. */
  call(call: ThreadCall): Promise<CallAnswer> {
    const id = ++this.last;
    const result: PromiseWithResolvers<CallAnswer> = Promise.withResolvers();
    this.pending.set(id, result);
    const message: FromThread = { type: "call", id, call };
    this.port.postMessage(message, call.type === "put" ? [call.bytes.buffer] : []);
    return result.promise;
  }

  answered(id: number, value: CallAnswer | undefined): void {
    const result = this.pending.get(id);
    this.pending.delete(id);
    if (value === undefined) result?.reject(new Error("A call of the thread failed."));
    else result?.resolve(value);
  }
}
