import { FileX } from "lucide-react";
import { Notice } from "../../ui/error-notice.tsx";
import type { ImportRefusal } from "./refusal.ts";

export function RefusalNotice({ refusal }: { readonly refusal: ImportRefusal }) {
  return (
    <Notice kind="bad" icon={<FileX />}>
      <p role="alert">{refusal.message}</p>
      <p className="hint">{refusal.advice}</p>
    </Notice>
  );
}
