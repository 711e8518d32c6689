export { exitOf } from "./exit-code.ts";
export { feed } from "./feed.ts";
export { IdleTimer } from "./idle-timer.ts";
export { neverStarted } from "./never-started.ts";
export { Place } from "./place.ts";
export { removeFolder } from "./removing.ts";
export { toWebStream } from "./web-stream.ts";
