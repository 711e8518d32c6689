export { webUi, type Mount, type UiFile, type WebUi } from "./serve/web-ui.ts";
