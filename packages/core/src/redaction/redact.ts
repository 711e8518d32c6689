import { service } from "../di.ts";
import { sha256 } from "../runtime/hash.ts";
import type { PieceIndex } from "./piece-index.ts";
import { secretForms } from "./secret-forms.ts";
import { StreamRedactor } from "./stream-redactor.ts";

/** Sets of secrets that stay prepared: each call of a tool needs that of its workspace. */
const MAX_SETS = 16;

/** The secrets that one service used last. They are found by hashes, and held as hashes of their pieces. */
@service()
export class Redaction {
  private readonly prepared = new Map<string, PieceIndex>();

  forms(secrets: Readonly<Record<string, string>>): PieceIndex {
    const key = sha256(JSON.stringify(Object.entries(secrets)));
    const forms = this.prepared.get(key) ?? secretForms(secrets);
    this.prepared.delete(key);
    this.prepared.set(key, forms);
    if (this.prepared.size > MAX_SETS) this.prepared.delete(this.prepared.keys().next().value ?? key);
    return forms;
  }

  redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
    const forms = this.forms(secrets);
    return (text) => new StreamRedactor(forms).whole(text);
  }
}
