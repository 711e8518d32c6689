import type { Tool } from "../tool.ts";
import { askUserTool } from "./ask-user.ts";
import { bashKillTool } from "./bash-kill.ts";
import { bashOutputTool } from "./bash-output.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { readTool } from "./read.ts";
import { scheduleTool } from "./schedule.ts";
import { skillTool } from "./skill.ts";
import { taskTool } from "./task.ts";
import { todoWriteTool } from "./todo-write.ts";
import { writeTool } from "./write.ts";

/** The built-in tools. */
export const builtInTools: readonly Tool[] = [
  askUserTool,
  bashTool,
  bashKillTool,
  bashOutputTool,
  editTool,
  globTool,
  grepTool,
  readTool,
  scheduleTool,
  skillTool,
  taskTool,
  todoWriteTool,
  writeTool,
];
