import { secretNeedles } from "./secrets/secret-needles.ts";
import { SecretForms } from "./secrets/secret-search.ts";
import { StreamRedactor } from "./stream-redactor.ts";

/** So many sets of secrets are kept ready: the forms of one are asked for at every call of a tool. */
const KEPT_SETS = 16;
const made = new Map<string, SecretForms>();

/** What stands for secrets in a text. Values that are too short to be told from words are left out. */
export function secretForms(secrets: Readonly<Record<string, string>>): SecretForms {
  const key = JSON.stringify(Object.entries(secrets));
  const forms = made.get(key) ?? new SecretForms(secretNeedles(secrets));
  made.delete(key);
  made.set(key, forms);
  const [oldest] = made.keys();
  if (made.size > KEPT_SETS && oldest !== undefined) made.delete(oldest);
  return forms;
}

/** Replaces the values of a workspace's secrets by their names: plain, encoded and escaped, whole and in long pieces. */
export function redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const forms = secretForms(secrets);
  if (forms.isEmpty) return (text) => text;
  return (text) => new StreamRedactor(forms).whole(text);
}
