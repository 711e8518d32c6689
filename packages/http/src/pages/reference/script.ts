/**
 * Starts the viewer. Calls go to the origin of the page, where the cookie is valid, regardless of the servers of the document. The dark
 * theme of the viewer follows the system.
 */
export const REFERENCE_SCRIPT = `const root = document.getElementById("reference");
const dark = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  document.documentElement.classList.toggle("dark-mode", dark.matches);
}
follow();
dark.addEventListener("change", follow);

function toThisOrigin(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

// Problems all look the same, so only their codes are shown, with links.
function shortProblems(system) {
  const { createElement } = system.React;
  const wrapped = (Original) => (props) => {
    const { code, response } = props;
    if (!response?.get || /^[1-3]/.test(code)) return createElement(Original, props);
    const Markdown = system.getComponent("Markdown", true);
    const codes = response.get("x-error-codes")?.toArray() ?? [];
    const link = (name) =>
      createElement("a", { key: name, href: root.dataset.errors + "#" + name }, name);
    return createElement(
      "tr",
      { className: "response problem", "data-code": code },
      createElement("td", { className: "response-col_status" }, code),
      createElement(
        "td",
        { className: "response-col_description" },
        codes.length === 0
          ? createElement(Markdown, { source: response.get("description") ?? "" })
          : createElement("div", { className: "codes" }, codes.map(link)),
      ),
    );
  };
  return { wrapComponents: { response: wrapped } };
}

SwaggerUIBundle({
  url: root.dataset.document,
  domNode: root,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [shortProblems],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  requestInterceptor: toThisOrigin,
  requestSnippetsEnabled: true,
  showCommonExtensions: true,
  validatorUrl: null,
  withCredentials: true,
});
`;
