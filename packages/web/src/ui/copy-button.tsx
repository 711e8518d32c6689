import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** `Copy token`. */
  readonly label: string;
  /** `text` and `quiet`, which is small, show the label. Default `icon`. */
  readonly look?: "icon" | "text" | "quiet";
}

export function CopyButton({ text, label, look = "icon" }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void copyText(text).then(setCopied);
  const icon = isCopied ? <Check /> : <Copy />;
  const shown = isCopied ? "Copied" : label;
  if (look === "icon") return <IconButton label={shown} icon={icon} onClick={copy} />;
  return (
    <Button icon={icon} onClick={copy} {...(look === "quiet" && { kind: "quiet", size: "small" })}>
      {shown}
    </Button>
  );
}

/** Returns whether the text was copied. Without HTTPS there is no clipboard API, only the copy command. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission was denied: the copy command may still work.
    }
  }
  return copyByCommand(text);
}

function copyByCommand(text: string): boolean {
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData("text/plain", text);
    isCopied = true;
  };
  document.addEventListener("copy", onCopy, { capture: true, once: true });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on a page without HTTPS
  document.execCommand("copy");
  document.removeEventListener("copy", onCopy, { capture: true });
  return isCopied;
}
