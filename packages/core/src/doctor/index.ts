export { examine, type Examined, type Finding } from "./examine.ts";
export type { OnHost } from "./sandbox-under-attack.ts";
