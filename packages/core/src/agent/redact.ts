/** Values shorter than this would tear ordinary words apart. */
const MIN_SECRET_LENGTH = 4;

function encodings(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  return [value, base64, base64.replaceAll("+", "-").replaceAll("/", "_"), encodeURIComponent(value)];
}

/** Replaces the values of a workspace's secrets, plain, in base64 and URL-encoded, by their names. */
export function redactor(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const table = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    if (value.length < MIN_SECRET_LENGTH) continue;
    for (const form of encodings(value)) table.set(form, `[secret ${name}]`);
  }
  const forms = [...table.entries()].sort(([a], [b]) => b.length - a.length);
  return (text) => forms.reduce((cleaned, [form, name]) => cleaned.replaceAll(form, name), text);
}
