import type { Logger } from "@workspace-agent/core";

const SHOWN = new Set(["warn", "error"]);

/** Logs warnings and errors to the console, as one line of JSON each. */
export const consoleLogger: Logger = {
  debug: (fields, message) => log("debug", fields, message),
  info: (fields, message) => log("info", fields, message),
  warn: (fields, message) => log("warn", fields, message),
  error: (fields, message) => log("error", fields, message),
};

function log(level: string, fields: object, message: string): void {
  if (!SHOWN.has(level)) return;
  const readable = (_: string, value: unknown) => (value instanceof Error ? value.stack : value);
  console.error(JSON.stringify({ level, message, ...fields }, readable));
}
