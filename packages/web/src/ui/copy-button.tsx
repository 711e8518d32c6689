import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** `Copy token`. */
  readonly label: string;
  /** `words` and `quiet`, which is small, show their words. Default: the icon alone. */
  readonly look?: "icon" | "words" | "quiet";
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
  const said = isCopied ? "Copied" : label;
  if (look === "icon") return <IconButton label={said} icon={icon} onClick={copy} />;
  return (
    <Button icon={icon} onClick={copy} {...(look === "quiet" && { kind: "quiet", size: "small" })}>
      {said}
    </Button>
  );
}

/** Whether it is in the clipboard now. Pages without https have no clipboard but by a selection. */
async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A browser that was not allowed to write is asked the other way.
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  let isTaken = false;
  const hand = (event: ClipboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData("text/plain", text);
    isTaken = true;
  };
  document.addEventListener("copy", hand, { capture: true, once: true });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way on a page that is not secure
  document.execCommand("copy");
  document.removeEventListener("copy", hand, { capture: true });
  return isTaken;
}
