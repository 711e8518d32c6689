import { BookText, Paperclip, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { describeBytes } from "../../../ui/describe-amounts.ts";
import styles from "./composer.module.css";
import type { Draft } from "./drafts.ts";

interface DraftChipsProps {
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Pick<Draft, "images" | "attachments" | "prompt">>) => void;
}

/** What a message has beside its text. */
export function DraftChips({ draft: { prompt, images, attachments }, onChange }: DraftChipsProps) {
  if (prompt === null && images.length === 0 && attachments.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {prompt !== null && (
        <Chip
          icon={<BookText aria-hidden />}
          name={prompt.name}
          onRemove={() => onChange({ prompt: null })}
        />
      )}
      {images.map(({ name, size, image }, index) => (
        <Chip
          key={index}
          icon={<img src={`data:${image.media_type};base64,${image.data}`} alt="" />}
          name={name}
          detail={` (${describeBytes(size)})`}
          onRemove={() => onChange({ images: images.filter((_, each) => each !== index) })}
        />
      ))}
      {attachments.map((path) => (
        <Chip
          key={path}
          icon={<Paperclip aria-hidden />}
          name={path}
          onRemove={() => onChange({ attachments: attachments.filter((each) => each !== path) })}
        />
      ))}
    </ul>
  );
}

interface ChipProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly detail?: string;
  readonly onRemove: () => void;
}

function Chip({ icon, name, detail, onRemove }: ChipProps) {
  return (
    <li className={styles.chip}>
      {icon}
      <span className="clipped">
        {name}
        {detail}
      </span>
      <IconButton label={`Remove ${name}`} icon={<X />} onClick={onRemove} />
    </li>
  );
}
