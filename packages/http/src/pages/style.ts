/** The one style sheet of the pages: system fonts, both colour schemes, phone width. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f24, #e6e8eb);
  --muted: light-dark(#59636e, #9aa4af);
  --back: light-dark(#ffffff, #14171a);
  --panel: light-dark(#f5f6f8, #1d2125);
  --line: light-dark(#d8dde2, #32383e);
  --accent: light-dark(#0a5cc2, #6ab0ff);
  --get: light-dark(#1a6b3c, #6fd39b);
  --post: light-dark(#0a5cc2, #6ab0ff);
  --put: light-dark(#8a5a00, #e5b567);
  --delete: light-dark(#b3261e, #ff8a80);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: 0.875em; }
code { background: var(--panel); padding: 0.1em 0.3em; border-radius: 4px; overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; overflow: auto; }
pre code { background: none; padding: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
h3 { font-size: 1rem; margin: 0 0 0.25rem; } h4 { font-size: 0.875rem; margin: 1rem 0 0.25rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
.frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
.frame > nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.25rem; border-right: 1px solid var(--line); font-size: 0.875rem; }
.frame > nav ul { list-style: none; margin: 0 0 1rem; padding: 0; }
.frame > nav a { display: block; padding: 0.15rem 0; text-decoration: none; color: var(--text); }
.frame > nav a:hover, .frame > nav a:focus { color: var(--accent); }
main { padding: 1.25rem clamp(1rem, 4vw, 3rem) 4rem; max-width: 60rem; }
.muted { color: var(--muted); }
article { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.call { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: baseline; }
.call code { background: none; padding: 0; overflow-wrap: anywhere; }
.method { font: 700 0.75rem ui-monospace, monospace; letter-spacing: 0.03em; min-width: 3.5em; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--put); } .delete { color: var(--delete); }
summary { cursor: pointer; }
.card { max-width: 24rem; margin: 12vh auto; padding: 2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); }
.card h1 { margin-top: 0; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
input { width: 100%; font: inherit; padding: 0.5rem 0.6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
button { margin-top: 1rem; width: 100%; font: inherit; font-weight: 600; padding: 0.55rem; border: 0; border-radius: 6px; background: var(--accent); color: var(--back); cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--delete); min-height: 1.5em; margin: 0.75rem 0 0; }
@media (max-width: 50rem) {
  .frame { grid-template-columns: minmax(0, 1fr); }
  table { display: block; overflow-x: auto; }
  .frame > nav { position: static; height: auto; max-height: 14rem; border-right: 0; border-bottom: 1px solid var(--line); }
}
`;
