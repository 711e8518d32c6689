import { basePath } from "../../../api/instance.ts";
import { useChat } from "../chat-context.ts";
import type { ImagePart } from "../log/row.ts";
import styles from "./pictures.module.css";

type Picture = Pick<ImagePart, "media_type" | "blob">;

/** Images that somebody sent or that a tool showed: small, and whole in a tab of their own. */
export function Pictures({ images }: { readonly images: readonly Picture[] }) {
  const { workspaceId, sessionId } = useChat();
  const session = `${basePath}/api/workspaces/${workspaceId}/sessions/${sessionId}`;
  return (
    <ul className={styles.pictures}>
      {images.map(({ blob }, index) => {
        const address = `${session}/images/${blob}`;
        return (
          <li key={index}>
            <a href={address} target="_blank" rel="noopener noreferrer" className={styles.picture}>
              <img
                src={address}
                alt={images.length === 1 ? "Open the image" : `Open image ${index + 1}`}
                loading="lazy"
                decoding="async"
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}
