import { ERROR_CODES } from "@workspace-agent/core";
import type { Addresses } from "../addresses.ts";
import { prose } from "./html.ts";
import { layout } from "./layout.ts";

/** What each error code means; the `type` of a problem leads to its row. */
export function errorsPage(addresses: Addresses, title: string): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, title, help, retryable }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${prose(title)}.<br><span class="muted">${prose(help)}${retryable ? " The same request may succeed later." : ""}</span></td></tr>`,
  );
  return layout({
    title: `Error codes · ${title}`,
    addresses,
    body: `<main>
<p><a href="${addresses.path("/api/docs")}">Reference</a></p>
<h1>Error codes</h1>
<p>Every error is answered as <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable; <code>request_id</code> finds the request in the operator's log.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</main>`,
  });
}
