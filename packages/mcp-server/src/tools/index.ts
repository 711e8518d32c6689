import { answerRequest } from "./answer-request.ts";
import { createSchedule } from "./create-schedule.ts";
import { createWorkspace } from "./create-workspace.ts";
import { deleteSchedule } from "./delete-schedule.ts";
import { forkWorkspace } from "./fork-workspace.ts";
import { getTask } from "./get-task.ts";
import { interruptTask } from "./interrupt-task.ts";
import { listFiles } from "./list-files.ts";
import { listSchedules } from "./list-schedules.ts";
import { listSnapshots } from "./list-snapshots.ts";
import { readFile } from "./read-file.ts";
import { readTranscript } from "./read-transcript.ts";
import { rewindSession } from "./rewind-session.ts";
import { startTask } from "./start-task.ts";
import type { McpTool } from "./tool.ts";
import { writeFile } from "./write-file.ts";

/** All tools, in the order of a typical task. */
export const TOOLS: readonly McpTool[] = [
  createWorkspace,
  startTask,
  getTask,
  readTranscript,
  answerRequest,
  interruptTask,
  createSchedule,
  listSchedules,
  deleteSchedule,
  listSnapshots,
  rewindSession,
  forkWorkspace,
  listFiles,
  readFile,
  writeFile,
];
