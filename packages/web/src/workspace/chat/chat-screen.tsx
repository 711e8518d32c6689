import { useNavigate } from "@tanstack/react-router";
import { MessagesSquare, PanelLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { Composer } from "./composer/composer.tsx";
import { drafts } from "./composer/drafts.ts";
import styles from "./chat.module.css";
import { Conversation } from "./conversation.tsx";
import { chatRoute } from "./route.ts";
import { SessionList } from "./sessions/session-list.tsx";

const Dialog = lazyComponent(async () => (await import("../../ui/dialog.tsx")).Dialog);

/** The sessions of a workspace beside the selected or a new one. */
export function ChatScreen() {
  const { id } = chatRoute.useParams();
  const { session = null } = chatRoute.useSearch();
  const [isListOpen, setListOpen] = useState(false);
  useEffect(() => setListOpen(false), [session]);
  const sessionsButton = (
    <Button
      size="small"
      icon={<PanelLeft />}
      className={styles.sessionsButton}
      onClick={() => setListOpen(true)}
    >
      Sessions
    </Button>
  );
  return (
    <div className={styles.chat}>
      <div className={styles.side}>
        <SessionList workspaceId={id} shownId={session} />
      </div>
      <section className="fill" aria-label="Conversation">
        {session === null ? (
          <NewSession key={id} workspaceId={id} sessionsButton={sessionsButton} />
        ) : (
          <Conversation key={session} workspaceId={id} sessionId={session} sessionsButton={sessionsButton} />
        )}
      </section>
      {isListOpen && (
        <Dialog onClose={() => setListOpen(false)} title="Sessions">
          <SessionList workspaceId={id} shownId={session} />
        </Dialog>
      )}
    </div>
  );
}

/** The rehearsal model runs the code block. */
const EXAMPLE = `Create a folder with a note in it, and show its content.

\`\`\`sh
mkdir -p notes
echo "Created in the sandbox on $(date)." > notes/hello.md
ls -l notes && cat notes/hello.md
\`\`\`
`;

interface NewSessionProps {
  readonly workspaceId: string;
  readonly sessionsButton: React.ReactNode;
}

function NewSession({ workspaceId, sessionsButton }: NewSessionProps) {
  const navigate = useNavigate();
  return (
    <>
      <header className={styles.header}>
        {sessionsButton}
        <h2 className={styles.title}>New session</h2>
      </header>
      <div className={styles.start}>
        <EmptyState
          icon={<MessagesSquare />}
          title="Give the agent a task"
          action={
            <Button onClick={() => drafts.change(workspaceId, "new", { text: EXAMPLE })}>
              Try an example
            </Button>
          }
        >
          The agent works with the files and sandbox of this workspace. You can add instructions, stop it, or
          queue the next task while it works.
        </EmptyState>
      </div>
      <Composer
        workspaceId={workspaceId}
        sessionId={null}
        isBusy={false}
        onSent={(session) =>
          void navigate({
            to: "/workspaces/$id/chat",
            params: { id: workspaceId },
            search: { session },
            ignoreBlocker: true,
          })
        }
      />
    </>
  );
}
