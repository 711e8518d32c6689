/**
 * Opens what the address names, searches, and tries calls. Calls go to the origin of the page, where the cookie is valid. A response is
 * shown as it arrives, so that streams can be followed.
 */
export const REFERENCE_SCRIPT = `const prefix = document.querySelector(".frame").dataset.prefix;
const operations = [...document.querySelectorAll(".operation")];
const MOST_CHARACTERS = 200000;

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.closest("[hidden]") !== null) {
    search.value = "";
    filter();
  }
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", openTarget);

// The address names the operation that was opened last.
for (const operation of operations)
  operation.addEventListener("toggle", () => {
    if (operation.open && location.hash !== "#" + operation.id) history.replaceState(null, "", "#" + operation.id);
  });

const search = document.getElementById("search");
const nothing = document.getElementById("nothing");
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/);
  let found = 0;
  for (const section of document.querySelectorAll("main > section")) {
    let shown = 0;
    for (const item of section.querySelectorAll(".item")) {
      const text = item.querySelector("summary").textContent.toLowerCase() + " " + item.id.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    found += shown;
  }
  document.getElementById("guide").hidden = search.value.trim() !== "";
  nothing.textContent = found > 0 ? "" : "No operation matches.";
}
search.addEventListener("input", filter);
openTarget();

function requestOf(operation, form) {
  let path = operation.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  for (const { name, value, dataset, required } of form.querySelectorAll("input[data-in]")) {
    if (value === "" && !(required && dataset.in === "path")) continue;
    if (dataset.in === "path") path = path.replace("{" + name + "}", encodeURIComponent(value));
    else if (dataset.in === "query") query.append(name, value);
    else headers[name] = value;
  }
  const chosen = form.querySelector("[data-type]:not([hidden])");
  const field = chosen?.querySelector("textarea, input");
  const body = field?.type === "file" ? field.files[0] : field?.value || undefined;
  if (body !== undefined) headers["content-type"] = chosen.dataset.type;
  const search = query.size === 0 ? "" : "?" + query;
  return { url: location.origin + prefix + path + search, init: { method: operation.dataset.method, headers, body } };
}

function shownBody(text, type) {
  if (!/json/.test(type) || /ndjson/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(operation, form, signal) {
  const output = form.querySelector("output");
  form.querySelector("pre")?.remove();
  const { url, init } = requestOf(operation, form);
  const status = document.createElement("p");
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  status.textContent = "Waiting for the response…";
  output.replaceChildren(status);
  try {
    const began = performance.now();
    const response = await fetch(url, { ...init, signal });
    const type = response.headers.get("content-type") ?? "";
    status.textContent = response.status + " " + response.statusText + " after " + Math.round(performance.now() - began) + " ms";
    const isText = /^text\\/|json|diff/.test(type);
    if (!isText) {
      const blob = await response.blob();
      status.textContent += blob.size === 0 ? "" : ", " + blob.size + " bytes of " + type;
      return;
    }
    form.append(shown);
    let text = "";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > MOST_CHARACTERS) {
        text = text.slice(0, MOST_CHARACTERS) + "\\n… The rest is not shown.";
        await reader.cancel();
        shown.textContent = text;
        return;
      }
      shown.textContent = text;
    }
    shown.textContent = shownBody(text, type);
  } catch (error) {
    status.textContent = signal.aborted ? "Stopped." : "There is no response: " + error.message;
  }
}

for (const operation of operations) {
  const form = operation.querySelector("form");
  const [submit, stop] = form.querySelectorAll("button");
  form.querySelector("select")?.addEventListener("change", ({ target }) => {
    for (const body of form.querySelectorAll("[data-type]")) body.hidden = body.dataset.type !== target.value;
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sending = new AbortController();
    stop.onclick = () => sending.abort();
    submit.disabled = true;
    stop.hidden = false;
    await send(operation, form, sending.signal);
    submit.disabled = false;
    stop.hidden = true;
  });
}
`;
