import { silentLogger, type Logger } from "@workspace-agent/core";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { shortMessage } from "./short-message.ts";

/** Limits the memory, because the provider chooses these words. */
const MAX_LOGGED = 200;
/** The most words in an error. */
const MAX_NAMED = 8;
/** The form of words of a protocol. Anything else is not repeated. */
const WORD = /^[\w.:-]{1,64}$/;

/** Logs each unknown word of a provider once. */
export class UnknownLog {
  private readonly logged = new Set<string>();

  constructor(private readonly logger: Logger = silentLogger) {}

  add(model: string, unknown: string): void {
    const entry = `${model} ${unknown}`;
    if (this.logged.has(entry) || this.logged.size >= MAX_LOGGED) return;
    this.logged.add(entry);
    this.logger.warn({ model, unknown }, "the provider uses an unknown word");
  }
}

/** The unknown words of one response, for the log and for errors. */
export class UnknownWords {
  private readonly all = new Set<string>();

  constructor(
    private readonly log: (name: string) => void = () => {},
    private readonly request?: ModelRequest,
    private readonly secrets: readonly string[] = [],
  ) {}

  /** `kind "word"`, without parts of the prompt and credentials. */
  name(kind: string, word: unknown): string {
    const text = typeof word === "string" && WORD.test(word) ? word : "";
    const clean = this.request === undefined ? text : shortMessage(text, this.request, this.secrets);
    return clean === "" ? `${kind} of an unreadable name` : `${kind} "${clean}"`;
  }

  add(name: string): void {
    if (this.all.size < MAX_NAMED) this.all.add(name);
    this.log(name);
  }

  /** The end of an error message. Empty if there are none. */
  toString(): string {
    return this.all.size === 0 ? "" : `; not known: ${[...this.all].join(", ")}`;
  }
}
