import { service } from "../di.ts";
import { sha256 } from "../runtime/hash.ts";
import { SecretForms } from "./secret-forms.ts";
import { StreamRedactor } from "./stream-redactor.ts";

/** So many sets of secrets are kept ready: the forms of one are asked for at every call of a tool. */
const KEPT_SETS = 16;

/** The forms of the secrets that one service used last, found by hashes of the secrets. */
@service()
export class Redaction {
  private readonly made = new Map<string, SecretForms>();

  forms(secrets: Readonly<Record<string, string>>): SecretForms {
    const key = sha256(JSON.stringify(Object.entries(secrets)));
    const forms = this.made.get(key) ?? new SecretForms(secrets);
    this.made.delete(key);
    this.made.set(key, forms);
    const [oldest] = this.made.keys();
    if (this.made.size > KEPT_SETS && oldest !== undefined) this.made.delete(oldest);
    return forms;
  }

  /** Replaces the values of a workspace's secrets by their names: plain, encoded and escaped, whole and in parts. */
  redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
    const forms = this.forms(secrets);
    return (text) => new StreamRedactor(forms).whole(text);
  }
}
