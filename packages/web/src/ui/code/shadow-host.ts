/**
 * The shadow root in which an editor stands. The page's policy allows no style elements, and only within a shadow
 * root the editor's library makes constructed style sheets, which it allows.
 */
export function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}
