/** The shadow root for an editor. Only there CodeMirror uses constructed style sheets, which the page's policy allows. */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}
