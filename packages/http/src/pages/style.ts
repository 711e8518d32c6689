/** The style of the pages except the reference: system fonts, light and dark, phones. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --muted: light-dark(#59636e, #9aa4af);
  --back: light-dark(#ffffff, #14171a);
  --panel: light-dark(#f5f6f8, #1d2125);
  --line: light-dark(#d8dde2, #32383e);
  --accent: light-dark(#0a5cc2, #6ab0ff);
  --danger: light-dark(#b3261e, #ff8a80);
  --mono: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: 0.875em; }
code { background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow: auto; }
pre code { background: none; padding: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.125rem; margin: 0 0 0.5rem; }
p { margin: 0.5rem 0; }
.frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
.frame > nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; border-right: 1px solid var(--line); font-size: 0.875rem; }
.frame > nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.frame > nav li a { display: block; padding: 0.125rem 0; text-decoration: none; color: var(--text); font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.frame > nav a:hover, .frame > nav a:focus { color: var(--accent); }
main { padding: 1.25rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 56rem; }
article { border-top: 1px solid var(--line); padding: 1.25rem 0; }
article h2 a { text-decoration: none; color: inherit; }
article h2 code { font-size: 1em; }
article:target { border-left: 3px solid var(--accent); padding-left: 1rem; }
.status { color: var(--muted); font-weight: 400; }
dl { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--muted); }
dd { margin: 0; }
summary { cursor: pointer; color: var(--muted); }
.card { max-width: 24rem; margin: 12vh auto; padding: 2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.card h1 { margin-top: 0; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
input { width: 100%; font: inherit; padding: 0.5rem 0.6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
button { margin-top: 1rem; width: 100%; font: inherit; font-weight: 600; padding: 0.55rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--back); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--danger); min-height: 1.5em; margin: 0.75rem 0 0; }
@media (max-width: 50rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  .frame > nav { position: static; height: auto; max-height: 12rem; border-right: 0; border-bottom: 1px solid var(--line); }
  dl { grid-template-columns: minmax(0, 1fr); }
  dd { margin-bottom: 0.5rem; }
}
`;
