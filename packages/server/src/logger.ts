import { pino } from "pino";
import type { Logger } from "@workspace-agent/core";
import { errorForLog } from "./error-for-log.ts";
import type { Settings } from "./settings.ts";

/** Writes JSON lines to standard error. */
export const loggerOf = ({ LOG_LEVEL }: Pick<Settings, "LOG_LEVEL">): Logger =>
  pino({ level: LOG_LEVEL, serializers: { error: errorForLog } }, pino.destination(2));
