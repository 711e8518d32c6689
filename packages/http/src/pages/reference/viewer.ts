// The viewer's own files, set into the package when it is built. Large: only the routes that serve them load this module.
import script from "swagger-ui-dist/swagger-ui-bundle.js?raw";
import style from "swagger-ui-dist/swagger-ui.css?raw";

export const VIEWER_SCRIPT = withoutSourceMap(script);
export const VIEWER_STYLE = withoutSourceMap(style);

/** Nobody serves the source maps that the files name. */
function withoutSourceMap(text: string): string {
  return text.replace(/\n(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\n*$/, "\n");
}
