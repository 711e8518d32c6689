import type { Addresses } from "../addresses.ts";
import { escapeHtml } from "./html.ts";
import { layout } from "./layout.ts";

/** The sign-in page: a password, or a one-time code in the URL. */
export function signInPage(addresses: Addresses, title: string): string {
  return layout({
    title: `Sign in · ${title}`,
    addresses,
    scripts: [addresses.path("/sign-in.js")],
    body: `<main class="card">
<h1>${escapeHtml(title)}</h1>
<form method="post" action="${addresses.path("/api/auth/sign-in")}" data-home="${addresses.path("/api/docs")}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
<p class="error" role="alert"></p>
</form>
<noscript><p class="error">Signing in needs JavaScript.</p></noscript>
</main>`,
  });
}

/** Signs in with the form, or immediately with `?code=`, then goes to `?next=` on the same origin. */
export const SIGN_IN_SCRIPT = `const form = document.querySelector("form");
const error = document.querySelector(".error");
const address = new URLSearchParams(location.search);

function nextPage() {
  const next = new URL(address.get("next") ?? form.dataset.home, location.href);
  return next.origin === location.origin ? next.href : form.dataset.home;
}

async function signIn(credential) {
  error.textContent = "";
  const answer = await fetch(form.action, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credential),
  }).catch(() => null);
  if (answer?.ok) return location.replace(nextPage());
  const problem = await answer?.json().catch(() => null);
  error.textContent = problem?.detail ?? "The service does not respond.";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void signIn({ password: form.elements.password.value });
});

const code = address.get("code");
if (code) void signIn({ code });
`;
