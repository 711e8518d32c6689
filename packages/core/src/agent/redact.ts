/** Values shorter than this would tear ordinary words apart. */
const MIN_SECRET_LENGTH = 4;

function encodings(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  return [value, base64, base64.replaceAll("+", "-").replaceAll("/", "_"), encodeURIComponent(value)];
}

/** What stands for a secret in a text, and the name that takes its place; the longest first. */
export type SecretForms = readonly (readonly [form: string, name: string])[];

export function secretForms(secrets: Readonly<Record<string, string>>): SecretForms {
  const table = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    if (value.length < MIN_SECRET_LENGTH) continue;
    for (const form of encodings(value)) table.set(form, `[secret ${name}]`);
  }
  return [...table.entries()].sort(([a], [b]) => b.length - a.length);
}

/** Replaces the values of a workspace's secrets, plain, in base64 and URL-encoded, by their names. */
export function redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const forms = secretForms(secrets);
  return (text) => forms.reduce((cleaned, [form, name]) => cleaned.replaceAll(form, name), text);
}
