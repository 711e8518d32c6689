import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import type { Model, ModelPart } from "@workspace-agent/core/ports";
import { modelAt, read, type Outcome, type ProviderName } from "./provider-models.test-support.ts";
import { chunk, EVENT_STREAM, replayServer } from "./replay-server.test-support.ts";

/** What lies between packets: long enough for the package to have told what it was given, most of the time; hardly so; nothing. */
const GAPS = { long: () => pause(1), short: () => turn(), none: () => Promise.resolve() };
export type Gap = keyof typeof GAPS;

interface Sending {
  readonly isCut?: boolean;
  readonly gaps?: readonly Gap[];
  /** What to wait for after each packet, instead of gaps. */
  readonly pace?: (sent: number) => Promise<unknown>;
}

/** A reader whose server can wait until it has received a text. */
export class WatchedReader {
  private text = "";
  private awaited: { readonly text: string; readonly resolve: () => void } | null = null;

  /** Resolves when the reader has received all of the text. */
  async untilTold(text: string): Promise<void> {
    if (this.text.length < text.length)
      await new Promise<void>((resolve) => (this.awaited = { text, resolve }));
  }

  of(model: Model): Model {
    const see = (part: ModelPart) => {
      if (part.type === "text-delta") this.text += part.text;
      if (this.awaited !== null && this.text.length >= this.awaited.text.length) this.awaited.resolve();
    };
    return {
      ...model,
      async *stream(request, options) {
        for await (const part of model.stream(request, options)) {
          see(part);
          yield part;
        }
      },
    };
  }
}

/** A server that sends these packets one by one, and whatever ends the answer. */
export async function packets(
  all: readonly (string | Uint8Array)[],
  { isCut = false, gaps = ["long"], pace }: Sending = {},
) {
  return await replayServer((response) => {
    response.writeHead(200, EVENT_STREAM);
    void (async () => {
      for (const [index, packet] of all.entries()) {
        response.write(packet);
        await (pace?.(index + 1) ?? GAPS[gaps[index % gaps.length] ?? "long"]());
      }
      if (isCut) response.destroy();
      else response.end();
    })();
  });
}

/** The parts, independent of how the text was split and of generated ids. */
function joined(parts: readonly ModelPart[]): ModelPart[] {
  const all: ModelPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (
      (part.type === "text-delta" || part.type === "reasoning-delta") &&
      last?.type === part.type &&
      last.block === part.block
    )
      all[all.length - 1] = { ...last, text: last.text + part.text };
    // Where a call comes twice, the package makes up an id.
    else if (part.type === "tool-call" && !part.call_id.startsWith("call_"))
      all.push({ ...part, call_id: "made up" });
    else all.push(part);
  }
  return all;
}

export const told = ({ parts, error }: Outcome) => ({
  parts: joined(parts),
  kind: error === undefined ? null : (error as { kind: unknown }).kind,
});

/** The same answer twice: by the package alone, and with a lane beside it. */
export async function both(provider: ProviderName, all: readonly (string | Uint8Array)[], sending?: Sending) {
  const server = await packets(all, sending);
  const alone = await read(modelAt(server.url, provider));
  const beside = await read(modelAt(server.url, provider, { packageAsIs: true }));
  return { alone: told(alone), beside: told(beside) };
}

export const says = (content: string) => chunk({ content });
