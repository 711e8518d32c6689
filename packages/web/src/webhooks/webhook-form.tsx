import { useState } from "react";
import { fieldError } from "../api/describe-error.ts";
import type { Webhook, WebhookEvent } from "../api/webhooks.ts";
import { Checkboxes } from "../ui/checkboxes.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { WorkspaceChoices } from "../workspaces/workspace-choices.tsx";
import { EVENTS } from "./describe-webhook.ts";

interface WebhookFields {
  url: string;
  description: string;
  events: WebhookEvent[];
  workspace_ids: string[] | null;
}

interface WebhookFormProps {
  /** The webhook that is changed. Not given: a new one. */
  readonly webhook?: Webhook;
  readonly onClose: () => void;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSubmit: (fields: WebhookFields) => void;
}

const ALL: readonly WebhookEvent[] = EVENTS.map(({ value }) => value);

export function WebhookForm({ webhook, onClose, isBusy, error, onSubmit }: WebhookFormProps) {
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [description, setDescription] = useState(webhook?.description ?? "");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? ALL);
  const [workspaces, setWorkspaces] = useState<readonly string[] | null>(webhook?.workspace_ids ?? null);
  const urlError = fieldError(error, "#/url");
  return (
    <FormDialog
      onClose={onClose}
      title={webhook === undefined ? "New webhook" : "Edit webhook"}
      action={webhook === undefined ? "Create webhook" : "Save"}
      onSubmit={() =>
        onSubmit({
          url: url.trim(),
          description: description.trim(),
          events: [...events],
          workspace_ids: workspaces === null ? null : [...workspaces],
        })
      }
      isReady={/^https?:\/\/./.test(url.trim()) && events.length > 0 && workspaces?.length !== 0}
      isBusy={isBusy}
      error={error}
      isShownAtField={(pointer) => pointer === "#/url"}
    >
      <Field
        label="URL"
        type="url"
        value={url}
        onChange={setUrl}
        maxLength={2048}
        placeholder="https://hooks.example.com/agents"
        hint="It receives each event as a signed POST request."
        error={urlError}
        autoComplete="off"
      />
      <Field
        label="Description"
        value={description}
        onChange={setDescription}
        maxLength={1024}
        placeholder="Notifies the team channel"
        autoComplete="off"
      />
      <FieldGroup label="Events">
        <Checkboxes choices={EVENTS} chosen={events} onChange={setEvents} />
      </FieldGroup>
      <WorkspaceChoices chosen={workspaces} onChange={setWorkspaces} hint="Events of others are not sent." />
    </FormDialog>
  );
}
