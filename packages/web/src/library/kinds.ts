import { KINDS, type LibraryItem, type LibraryKind } from "../api/library.ts";
import type { Prompt, Skill, Template } from "@workspace-agent/client";

interface KindWords {
  readonly one: string;
  readonly many: string;
  readonly title: string;
  /** What they are good for, in a sentence. */
  readonly what: string;
}

/** How each kind is called. */
export const WORDS: Readonly<Record<LibraryKind, KindWords>> = {
  prompts: {
    one: "prompt",
    many: "prompts",
    title: "Prompts",
    what: "Texts that people and programs send again, with {{arguments}} that are filled in when they are sent.",
  },
  templates: {
    one: "template",
    many: "templates",
    title: "Templates",
    what: "What a new workspace starts with: a configuration and files. A template runs nothing.",
  },
  skills: {
    one: "skill",
    many: "skills",
    title: "Skills",
    what: "Folders with a SKILL.md: instructions and files that an agent reads when a task needs them.",
  },
};

export function isKind(text: string): text is LibraryKind {
  return KINDS.some((kind) => kind === text);
}

export function isPrompt(item: LibraryItem): item is Prompt {
  return "content" in item;
}

export function isTemplate(item: LibraryItem): item is Template {
  return "config" in item;
}

export function isSkill(item: LibraryItem): item is Skill {
  return "allowed_tools" in item;
}

/** `1 prompt`, `152 prompts`. */
export function countOf(kind: LibraryKind, count: number): string {
  return `${count.toLocaleString("en")} ${count === 1 ? WORDS[kind].one : WORDS[kind].many}`;
}

/** `Prompt`, where a sentence begins with it. */
export function capitalOf(kind: LibraryKind): string {
  const { one } = WORDS[kind];
  return one.charAt(0).toUpperCase() + one.slice(1);
}
