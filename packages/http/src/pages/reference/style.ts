/** Additions to the style of the viewer: the bar, the colors of the system, and narrow screens. */
export const REFERENCE_STYLE = `:root { color-scheme: light dark; }
html { scrollbar-gutter: stable; }
body { margin: 0; background: light-dark(#ffffff, #1c2022); color: light-dark(#1b1f24, #e6e8eb); font: 16px/1.5 system-ui, sans-serif; }
.bar { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: baseline; padding: 0.75rem clamp(1rem, 3vw, 2rem); border-bottom: 1px solid light-dark(#d8dde2, #32383e); }
.bar strong { margin-right: auto; }
.bar a { color: light-dark(#0a5cc2, #6ab0ff); }
.notice { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
:focus-visible { outline: 2px solid light-dark(#0a5cc2, #6ab0ff); outline-offset: 2px; }
.swagger-ui .wrapper { max-width: 80rem; padding: 0 clamp(0.75rem, 3vw, 2rem); }
.swagger-ui .info { margin: 1.75rem 0; }
.swagger-ui .info hgroup.main { margin: 0 0 1rem; }
.swagger-ui .info .description .renderedMarkdown { columns: 2 26rem; column-gap: 3rem; }
.swagger-ui .info .description h3 { margin: 1.25rem 0 0.5rem; break-after: avoid; }
.swagger-ui .info .description .renderedMarkdown > div > :first-child { margin-top: 0; }
.swagger-ui .info .description li { break-inside: avoid; }
.swagger-ui .info .description ul { padding-left: 1.25rem; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { font-weight: 500; color: inherit; }
.swagger-ui .codes { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.swagger-ui .codes a { font: 500 0.8125rem ui-monospace, monospace; color: light-dark(#0a5cc2, #6ab0ff); }
.swagger-ui tr.problem td { padding: 0.4rem 0; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .responses-table .headers td { color: inherit; font-weight: 400; padding: 0.25rem 0.75rem 0.25rem 0; }
.swagger-ui .responses-table .headers .header-col { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.swagger-ui .examples__section-header, .swagger-ui .examples__title, .swagger-ui .examples-select__section-label { color: inherit; }
.swagger-ui .info .renderedMarkdown pre { padding: 0.75rem; border-radius: 6px; }
.swagger-ui .scheme-container { margin: 0 0 1.25rem; padding: 1rem 0; box-shadow: none; border-block: 1px solid light-dark(#d8dde2, #32383e); }
.swagger-ui .opblock .opblock-summary-path { overflow-wrap: anywhere; }
@media (max-width: 48rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { order: 3; flex-basis: 100%; padding: 0 0 0.25rem; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-control { min-width: 0; }
  .swagger-ui .opblock .opblock-summary-method { flex: none; min-width: 4rem; padding: 0.4rem 0; font-size: 0.75rem; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex: 1; min-width: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: 0.8125rem; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; }
  .swagger-ui .opblock-body { overflow-x: auto; }
  .swagger-ui .responses-inner, .swagger-ui .opblock-description-wrapper, .swagger-ui .parameters-container .table-container { padding-inline: 0.75rem; }
  .swagger-ui table td, .swagger-ui table th { overflow-wrap: anywhere; }
  .swagger-ui .responses-table > tbody > tr > .response-col_status, .swagger-ui .responses-table > thead .response-col_status { width: 4.25rem; min-width: 4.25rem; }
  .swagger-ui .headers td:last-child, .swagger-ui .headers th:last-child { display: none; }
  .swagger-ui .response-controls { flex-direction: column; padding: 0.5rem 0; gap: 0.5rem; }
  .swagger-ui select { max-width: 100%; min-width: 0; }
  .swagger-ui .info .title { font-size: 1.6rem; }
}
`;
