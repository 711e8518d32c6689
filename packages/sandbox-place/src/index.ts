export { exitOf } from "./exit-code.ts";
export type { DiskArea } from "./disk/watched-area.ts";
export { feed } from "./feed.ts";
export { followed } from "./followed.ts";
export { IdleTimer } from "./idle-timer.ts";
export { neverStarted } from "./never-started.ts";
export { Place } from "./place.ts";
export { removeFolder } from "./removing.ts";
export { toWebStream } from "./web-stream.ts";
