import { Link } from "@tanstack/react-router";
import type { Batch } from "@workspace-agent/client";
import { counted } from "../ui/describe-amounts.ts";
import { Fact, FactList } from "../ui/fact-list.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { visibleText } from "../workspace/chat/text/visible-text.ts";
import styles from "./batches.module.css";
import { describeSpent, describeTokens } from "./describe-batch.ts";

/** What a batch has used, and its settings. */
export function BatchFacts({ batch }: { readonly batch: Batch }) {
  const { concurrency, stop_after_failures: failures, defaults, created_by: by, ended_at } = batch;
  const { message, prompt, output, limits } = defaults.turn;
  return (
    <FactList>
      <Fact name="Cost">{describeSpent(batch)}</Fact>
      <Fact name="Tokens">{describeTokens(batch)}</Fact>
      <Fact name="Runs in">
        <Where defaults={defaults} />
      </Fact>
      <Fact name="At once">{counted(concurrency, "item")}</Fact>
      <Fact name="Stops after">{failures !== null && counted(failures, "failed item")}</Fact>
      <Fact name="Prompt">{prompt?.name}</Fact>
      <Fact name="Message">
        {message !== undefined && (
          <div className={styles.message} tabIndex={0} role="region" aria-label="Message">
            {visibleText(message)}
          </div>
        )}
      </Fact>
      <Fact name="Output">{output !== undefined && "JSON that meets a schema"}</Fact>
      <Fact name="Limits of an item">
        {limits !== undefined &&
          Object.keys(limits).length > 0 &&
          Object.entries(limits)
            .map(([limit, value]) => `${limit} ${String(value)}`)
            .join(", ")}
      </Fact>
      <Fact name="Created">
        <RelativeTime at={batch.created_at} /> by {by.kind === "token" ? `${by.name} (token)` : by.name}
      </Fact>
      <Fact name="Ended">{ended_at !== null && <RelativeTime at={ended_at} />}</Fact>
    </FactList>
  );
}

function Where({ defaults: { workspace_id: id, template, snapshot_id: snapshot } }: Pick<Batch, "defaults">) {
  if (id !== undefined)
    return (
      <Link to="/workspaces/$id" params={{ id }}>
        The workspace {id}
      </Link>
    );
  if (snapshot !== undefined)
    return `A new workspace with the files of the snapshot ${snapshot} for each item`;
  return template === undefined
    ? "A new workspace for each item"
    : `A new workspace of the template ${template} for each item`;
}
