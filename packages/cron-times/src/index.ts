export { cronTimes } from "./cron-times.ts";
