import { isRecord } from "./is-record.ts";

export interface NamelessCall {
  /** Empty where the server gave none. */
  readonly id: string;
  readonly arguments: string;
}

interface SeenCall {
  id: string;
  arguments: string;
  isNamed: boolean;
}

const textIn = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function toolCallsIn(chunk: unknown): readonly unknown[] {
  const choices = isRecord(chunk) && Array.isArray(chunk["choices"]) ? (chunk["choices"] as unknown[]) : [];
  return choices.flatMap((choice): readonly unknown[] => {
    const delta = isRecord(choice) && isRecord(choice["delta"]) ? choice["delta"] : {};
    return Array.isArray(delta["tool_calls"]) ? (delta["tool_calls"] as unknown[]) : [];
  });
}

/**
 * Finds the calls without a name in the chunks of OpenAI's chat protocol: the AI SDK passes them over without a word. A chunk may
 * repeat a call that it named before with an empty name, so only the end of the response tells.
 */
export class NamelessCalls {
  readonly #seen = new Map<unknown, SeenCall>();

  /** Takes a chunk in, of whatever protocol. */
  see(chunk: unknown): void {
    for (const delta of toolCallsIn(chunk)) {
      if (!isRecord(delta)) continue;
      const { index, id, function: written } = delta;
      const call = this.#seen.get(index) ?? { id: "", arguments: "", isNamed: false };
      this.#seen.set(index, call);
      call.id ||= textIn(id);
      if (!isRecord(written)) continue;
      call.isNamed ||= textIn(written["name"]) !== "";
      // The arguments of the others are the AI SDK's to collect.
      if (call.isNamed) call.arguments = "";
      else if (typeof written["arguments"] === "string") call.arguments += written["arguments"];
    }
  }

  /** At the end: calls that were never named, in the order in which they began. One with neither id nor arguments is none. */
  get all(): readonly NamelessCall[] {
    return [...this.#seen.values()].filter(
      (call) => !call.isNamed && (call.id !== "" || call.arguments.trim() !== ""),
    );
  }
}
