import { ORIGIN, type WireRequest } from "../world/send.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const MOST_SHOWN = 2_000;

/** A request as a `curl` command. A body that is not plain text is escaped for bash. */
export function curlLine({ method, target, headers, body }: WireRequest): string {
  const parts = ["curl -i --path-as-is", method === "HEAD" ? "--head" : `-X ${method}`];
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== null) parts.push(`--data-binary ${bodyArgument(body)}`);
  parts.push(quoted(ORIGIN + target));
  return parts.join(" ");
}

function bodyArgument(body: Uint8Array): string {
  const shown = Buffer.from(body.subarray(0, MOST_SHOWN));
  const rest = body.length > MOST_SHOWN ? ` # and ${body.length - MOST_SHOWN} bytes more` : "";
  const text = shown.toString("latin1");
  if (/^[\x20-\x7e\n]*$/.test(text)) return quoted(text) + rest;
  const escaped = text.replaceAll(
    /[^\x20-\x7e]|['\\]/g,
    (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `$'${escaped}'${rest}`;
}
