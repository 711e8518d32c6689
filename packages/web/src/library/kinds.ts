import type { Prompt, Skill, Template } from "@workspace-agent/client";
import type { LibraryItem, LibraryKind } from "../api/library.ts";

export const KINDS: readonly LibraryKind[] = ["prompts", "templates", "skills"];

interface KindTexts {
  readonly one: string;
  readonly title: string;
  readonly description: string;
}

export const KIND_TEXTS: Readonly<Record<LibraryKind, KindTexts>> = {
  prompts: {
    one: "prompt",
    title: "Prompts",
    description: "Reusable messages with {{arguments}} that are filled in when they are sent.",
  },
  templates: {
    one: "template",
    title: "Templates",
    description: "The configuration and files of a new workspace.",
  },
  skills: {
    one: "skill",
    title: "Skills",
    description:
      "Folders with a SKILL.md: instructions and files that the agent reads when a task needs them.",
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

/** `Prompt`, to begin a sentence. */
export function capitalized(kind: LibraryKind): string {
  const { one } = KIND_TEXTS[kind];
  return one.charAt(0).toUpperCase() + one.slice(1);
}
