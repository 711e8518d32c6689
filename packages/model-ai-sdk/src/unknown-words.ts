import { silentLogger, type Logger } from "@workspace-agent/core";
import type { ModelRequest } from "@workspace-agent/core/ports";
import { shortMessage } from "./short-message.ts";

/** More are not told apart: a provider chooses these words. */
const MAX_LOGGED = 200;
/** An error names no more. */
const MAX_NAMED = 8;
/** What the words of a protocol look like; whatever else stands in their place is not repeated. */
const WORD = /^[\w.:-]{1,64}$/;

/** Tells a logger once of each word that a provider uses and that is not known. Lives as long as its models. */
export class UnknownLog {
  private readonly logged = new Set<string>();

  constructor(private readonly logger: Logger = silentLogger) {}

  add(model: string, unknown: string): void {
    const entry = `${model} ${unknown}`;
    if (this.logged.has(entry) || this.logged.size >= MAX_LOGGED) return;
    this.logged.add(entry);
    this.logger.warn({ model, unknown }, "the provider uses a word that is not known");
  }
}

/** The words of one response that are not known, as they may be logged and stand in an error. */
export class UnknownWords {
  private readonly all = new Set<string>();

  constructor(
    private readonly log: (name: string) => void = () => {},
    private readonly request?: ModelRequest,
    private readonly secrets: readonly string[] = [],
  ) {}

  /** `kind "word"`, without what may be a part of the prompt or a credential. */
  name(kind: string, word: unknown): string {
    const text = typeof word === "string" && WORD.test(word) ? word : "";
    const clean = this.request === undefined ? text : shortMessage(text, this.request, this.secrets);
    return clean === "" ? `${kind} of an unreadable name` : `${kind} "${clean}"`;
  }

  add(name: string): void {
    if (this.all.size < MAX_NAMED) this.all.add(name);
    this.log(name);
  }

  /** For the end of an error; empty where all was known. */
  toString(): string {
    return this.all.size === 0 ? "" : `; not known: ${[...this.all].join(", ")}`;
  }
}
