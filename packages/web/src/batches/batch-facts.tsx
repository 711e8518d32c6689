import { Link } from "@tanstack/react-router";
import type { Batch } from "@workspace-agent/client";
import { counted } from "../ui/describe-amounts.ts";
import { FactList } from "../ui/fact-list.tsx";
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
      <dt>Cost</dt>
      <dd>{describeSpent(batch)}</dd>
      <dt>Tokens</dt>
      <dd>{describeTokens(batch)}</dd>
      <dt>Runs in</dt>
      <dd>
        <Where defaults={defaults} />
      </dd>
      <dt>At once</dt>
      <dd>{counted(concurrency, "item")}</dd>
      {failures !== null && (
        <>
          <dt>Stops after</dt>
          <dd>{counted(failures, "failed item")}</dd>
        </>
      )}
      {prompt !== undefined && (
        <>
          <dt>Prompt</dt>
          <dd>{prompt.name}</dd>
        </>
      )}
      {message !== undefined && (
        <>
          <dt>Message</dt>
          <dd>
            <div className={styles.message} tabIndex={0} role="region" aria-label="Message">
              {visibleText(message)}
            </div>
          </dd>
        </>
      )}
      {output !== undefined && (
        <>
          <dt>Output</dt>
          <dd>JSON that meets a schema</dd>
        </>
      )}
      {limits !== undefined && Object.keys(limits).length > 0 && (
        <>
          <dt>Limits of an item</dt>
          <dd>
            {Object.entries(limits)
              .map(([limit, value]) => `${limit} ${String(value)}`)
              .join(", ")}
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <RelativeTime at={batch.created_at} /> by {by.kind === "token" ? `${by.name} (token)` : by.name}
      </dd>
      {ended_at !== null && (
        <>
          <dt>Ended</dt>
          <dd>
            <RelativeTime at={ended_at} />
          </dd>
        </>
      )}
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
