import { ERROR_CODES, type ErrorCode } from "@workspace-agent/core";
import type { Addresses } from "../addresses.ts";
import { ERROR_GUIDE } from "../examples/error-guide.ts";
import { problemExample } from "../examples/problems.ts";
import { escapeHtml, prose } from "./html.ts";
import { layout } from "./layout.ts";

const CODES = Object.keys(ERROR_CODES) as readonly ErrorCode[];

/** The documentation of the error codes, which the `type` of a problem links to. */
export function errorsPage(addresses: Addresses, title: string): string {
  const byStatus = [...Map.groupBy(CODES, (code) => ERROR_CODES[code].status)].sort(([a], [b]) => a - b);
  return layout({
    title: `Error codes · ${title}`,
    addresses,
    body: `<div class="frame">
<nav aria-label="Error codes">
<p><a href="${addresses.path("/api/docs")}">Reference</a></p>
${byStatus.map(([status, codes]) => navigation(status, codes)).join("\n")}
</nav>
<main>
<h1>Error codes</h1>
<p>Every error is answered as <code>application/problem+json</code> (RFC 9457). <code>code</code> is stable: branch on it, and show <code>detail</code> to people. <code>request_id</code> finds the request in the operator's log; <code>errors</code> names each bad field of a body by a JSON Pointer.</p>
${byStatus.flatMap(([, codes]) => codes.map((code) => article(code, addresses))).join("\n")}
</main>
</div>`,
  });
}

function navigation(status: number, codes: readonly ErrorCode[]): string {
  const links = codes.map((code) => `<li><a href="#${code}">${code}</a></li>`);
  return `<strong>${status}</strong>\n<ul>${links.join("")}</ul>`;
}

function article(code: ErrorCode, { prefix }: Addresses): string {
  const { status, title, help, retryable } = ERROR_CODES[code];
  const repeat = retryable
    ? "The same request may succeed later."
    : "The same request fails again until something changes.";
  const body = JSON.stringify(problemExample(code, prefix), null, 2);
  return `<article id="${code}">
<h2><a href="#${code}"><code>${code}</code></a> <span class="status">${status}</span></h2>
<p><strong>${prose(title)}.</strong></p>
<dl>
<dt>When</dt><dd>${prose(ERROR_GUIDE[code].when)}</dd>
<dt>What to do</dt><dd>${prose(help)}</dd>
<dt>Retry</dt><dd>${repeat}</dd>
</dl>
<details><summary>Example</summary><pre tabindex="0"><code>${escapeHtml(body)}</code></pre></details>
</article>`;
}
