/** Additions to the style of the pages. */
export const REFERENCE_STYLE = `main { max-width: 70rem; }
.frame > nav li a { font-family: inherit; font-size: 0.875rem; padding: 0.25rem 0; }
.frame > nav input { margin-bottom: 1rem; }
#guide h2 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
section { border-top: 1px solid var(--line); padding: 1.25rem 0; }
.muted { color: var(--muted); }
.item { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0 0.75rem; }
.item[open] { padding-bottom: 0.75rem; }
.item > summary { padding: 0.5rem 0; color: var(--text); overflow-wrap: anywhere; }
.item > summary code { background: none; padding: 0; }
.method { display: inline-block; min-width: 4.25rem; font: 600 0.8125rem var(--mono); color: var(--accent); }
.method[data-method="DELETE"] { color: var(--danger); }
.table { overflow: auto; margin: 0.75rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; }
th, td { border: 1px solid var(--line); padding: 0.375rem 0.5rem; text-align: start; vertical-align: top; }
tbody th { font-weight: 400; }
details details { margin: 0.5rem 0; }
.try form { padding: 0.5rem 0; max-width: 44rem; }
.try label { margin-top: 0.5rem; font-weight: 400; }
.try button { width: auto; padding: 0.4rem 1rem; }
.try select { font: inherit; padding: 0.4rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
textarea { width: 100%; font: 0.875rem/1.5 var(--mono); padding: 0.5rem 0.6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--back); color: var(--text); }
form > pre { max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; }
[hidden] { display: none; }
`;
