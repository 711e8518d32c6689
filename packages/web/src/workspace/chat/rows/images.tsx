import { basePath } from "../../../api/instance.ts";
import { useChat } from "../chat-context.ts";
import type { ImagePart } from "../log/row.ts";
import styles from "./images.module.css";

interface ImagesProps {
  readonly images: readonly Pick<ImagePart, "media_type" | "blob">[];
}

/** Thumbnails that open the images in new tabs. */
export function Images({ images }: ImagesProps) {
  const { workspaceId, sessionId } = useChat();
  return (
    <ul className={styles.images}>
      {images.map(({ blob }, index) => {
        const url = `${basePath}/api/workspaces/${workspaceId}/sessions/${sessionId}/images/${blob}`;
        return (
          <li key={index}>
            <a href={url} target="_blank" rel="noopener noreferrer" className={styles.image}>
              <img
                src={url}
                alt={images.length === 1 ? "Open image" : `Open image ${index + 1}`}
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
