import type { Tool } from "../tool.ts";
import { askUserTool } from "./ask-user.ts";
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { readTool } from "./read.ts";
import { skillTool } from "./skill.ts";
import { writeTool } from "./write.ts";

/** The built-in tools, sorted by name, so that a provider's prompt cache holds. */
export const builtInTools: readonly Tool[] = [
  askUserTool,
  bashTool,
  editTool,
  globTool,
  grepTool,
  readTool,
  skillTool,
  writeTool,
];
