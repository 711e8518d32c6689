import { isRecord } from "./is-record.ts";

interface NamelessCall {
  /** Empty if the server gave none. */
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
 * Finds calls without a name in the chunks of OpenAI's chat protocol, which the AI SDK drops silently. A later chunk of a named call may have
 * an empty name, so the result is known only at the end of the response.
 */
export class NamelessCalls {
  readonly #seen = new Map<unknown, SeenCall>();

  /** Reads a chunk of any protocol. */
  see(chunk: unknown): void {
    for (const delta of toolCallsIn(chunk)) {
      if (!isRecord(delta)) continue;
      const { index, id, function: written } = delta;
      const call = this.#seen.get(index) ?? { id: "", arguments: "", isNamed: false };
      this.#seen.set(index, call);
      call.id ||= textIn(id);
      if (!isRecord(written)) continue;
      call.isNamed ||= textIn(written["name"]) !== "";
      // The AI SDK collects the arguments of named calls.
      if (call.isNamed) call.arguments = "";
      else if (typeof written["arguments"] === "string") call.arguments += written["arguments"];
    }
  }

  /** At the end of the response: the calls that never got a name, in order. Ignores those with neither id nor arguments. */
  get all(): readonly NamelessCall[] {
    return [...this.#seen.values()].filter(
      (call) => !call.isNamed && (call.id !== "" || call.arguments.trim() !== ""),
    );
  }
}
