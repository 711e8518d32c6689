import { GraduationCap, LayoutTemplate, MessageSquareText } from "lucide-react";
import type { ReactNode } from "react";
import type { LibraryKind } from "../../api/library.ts";

export const KIND_ICONS: Readonly<Record<LibraryKind, ReactNode>> = {
  prompts: <MessageSquareText />,
  templates: <LayoutTemplate />,
  skills: <GraduationCap />,
};
