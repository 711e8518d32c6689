import { service } from "../di.ts";
import { sha256 } from "../runtime/hash.ts";
import { SecretForms } from "./secret-forms.ts";
import { StreamRedactor } from "./stream-redactor.ts";

type Secrets = Readonly<Record<string, string>>;
type Redact = (text: string) => string;

/** So many sets of secrets are kept ready: the forms of one are asked for at every call of a tool. */
const KEPT_SETS = 16;

/** What stands for secrets in a text. Values that are too short to tell from words are left out. */
export function secretForms(secrets: Secrets): SecretForms {
  return new SecretForms(secrets);
}

function redactorOf(forms: SecretForms): Redact {
  if (forms.isEmpty) return (text) => text;
  return (text) => new StreamRedactor(forms).whole(text);
}

/** Replaces the values of a workspace's secrets by their names: plain, encoded and escaped, whole and in long pieces. */
export function redactor(secrets: Secrets): Redact {
  return redactorOf(secretForms(secrets));
}

/** The forms of the secrets that one service used last, found by hashes of the secrets. */
@service()
export class Redaction {
  private readonly made = new Map<string, SecretForms>();

  forms(secrets: Secrets): SecretForms {
    const key = sha256(JSON.stringify(Object.entries(secrets)));
    const forms = this.made.get(key) ?? secretForms(secrets);
    this.made.delete(key);
    this.made.set(key, forms);
    const [oldest] = this.made.keys();
    if (this.made.size > KEPT_SETS && oldest !== undefined) this.made.delete(oldest);
    return forms;
  }

  redactor(secrets: Secrets): Redact {
    return redactorOf(this.forms(secrets));
  }
}
