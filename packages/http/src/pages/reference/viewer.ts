// The files of the viewer, inlined by the build. Large, so this module is loaded on demand.
import script from "swagger-ui-dist/swagger-ui-bundle.js?raw";
import style from "swagger-ui-dist/swagger-ui.css?raw";

export const VIEWER_SCRIPT = withoutSourceMap(script);
export const VIEWER_STYLE = withoutSourceMap(style);

/** The source maps are not served. */
function withoutSourceMap(text: string): string {
  return text.replace(/\n(?:\/\/|\/\*)# sourceMappingURL=[^\n]*\n*$/, "\n");
}
