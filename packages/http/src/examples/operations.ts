import { BATCH_OPERATION_EXAMPLES } from "./batches.ts";
import { LIBRARY_OPERATION_EXAMPLES } from "./library.ts";
import { ANSWER_EXAMPLES } from "./requests.ts";
import { SNAPSHOT_OPERATION_EXAMPLES } from "./snapshots.ts";
import * as values from "./values.ts";
import type { Example } from "./values.ts";

/** Examples by media type, then by name. */
export type ExamplesByType = Readonly<Record<string, Readonly<Record<string, Example>>>>;

export interface OperationExamples {
  readonly request?: ExamplesByType;
  /** By status. */
  readonly responses?: Readonly<Record<string, ExamplesByType>>;
}

const JSON_TYPE = "application/json";

const { session_id, turn_id } = values.turnResult;

const events: Readonly<Record<string, Example>> = {
  itemDelta: {
    summary: "A piece of a message (`event: item.delta`)",
    value: values.itemDelta,
  },
  itemCompleted: {
    summary: "A complete item (`event: item.completed`)",
    value: values.itemCompleted,
  },
  turnEnded: { summary: "The end of the turn (`event: turn.ended`)", value: values.turnEnded },
};

const NO_FIELDS: OperationExamples = {
  request: { [JSON_TYPE]: { empty: { summary: "An empty object", value: {} } } },
};

/** Example calls by operation, besides the examples of schemas. */
export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createWorkspace: {
    request: {
      [JSON_TYPE]: {
        plain: { summary: "With the defaults", value: { name: "payments" } },
        configured: {
          summary: "With labels and config fields",
          value: { name: "payments", labels: { team: "billing" }, config: values.configInput },
        },
      },
    },
    responses: {
      201: { [JSON_TYPE]: { created: { summary: "The new workspace", value: values.workspace } } },
    },
  },
  replaceWorkspaceConfig: {
    request: {
      [JSON_TYPE]: {
        configured: { summary: "More memory, and one allowed host", value: values.configInput },
        keepSecret: {
          summary: "Keep a stored secret",
          value: { env: { API_TOKEN: { secret: true } } },
        },
        defaults: { summary: "Reset to the defaults", value: {} },
      },
    },
  },
  answerRequest: {
    request: { [JSON_TYPE]: ANSWER_EXAMPLES },
  },
  chat: {
    request: {
      [JSON_TYPE]: {
        background: { summary: "Start, and poll later", value: values.chat },
        wait: {
          summary: "Wait for the result",
          value: { message: "Run the tests and fix what fails.", mode: "sync" },
        },
        goOn: {
          summary: "Continue a session and stream its events",
          value: { message: "Now update the changelog.", mode: "stream", session_id },
        },
        tools: {
          summary: "Give the agent a tool that you run",
          value: { message: "Which component has the most open tickets?", tools: [values.callerTool] },
        },
        steer: {
          summary: "Send a message to the running turn",
          value: { message: "Leave the lock file as it is.", mode: "async", session_id, on_busy: "steer" },
        },
        interrupt: {
          summary: "Interrupt the running turn and start another",
          value: {
            message: "Stop. Go back to the branch main.",
            mode: "async",
            session_id,
            on_busy: "interrupt",
          },
        },
        output: {
          summary: "With an output that meets a schema",
          value: { message: "What is the total of invoice.pdf?", mode: "sync", output: values.turnOutput },
        },
        bounded: {
          summary: "With limits, rejected if the session is busy",
          value: {
            message: "Summarise README.md.",
            mode: "sync",
            session_id,
            on_busy: "reject",
            limits: { max_steps: 10, max_cost_usd: 0.1 },
          },
        },
      },
    },
    responses: {
      200: {
        "text/event-stream": events,
        [JSON_TYPE]: { result: { summary: "The result", value: values.turnResult } },
      },
      202: {
        [JSON_TYPE]: {
          accepted: {
            summary: "The turn is accepted",
            value: { session_id, turn_id, status: "queued" },
          },
        },
      },
    },
  },
  streamEvents: {
    responses: {
      200: {
        "text/event-stream": {
          ...events,
          sync: {
            summary: "Live events follow (`event: sync`)",
            value: { through_seq: 19, in_progress: [] },
          },
        },
      },
    },
  },
  interruptSession: {
    ...NO_FIELDS,
    responses: {
      200: {
        [JSON_TYPE]: { interrupted: { summary: "A turn was interrupted", value: { interrupted: true } } },
      },
    },
  },
  createServiceToken: {
    request: {
      [JSON_TYPE]: {
        bound: {
          summary: "For one workspace, with an expiry date",
          value: {
            name: "ci",
            scopes: ["chat", "workspaces:read"],
            workspace_ids: [values.WORKSPACE_ID],
            expires_at: "2026-04-30T00:00:00.000Z",
          },
        },
        whole: { summary: "For all workspaces and scopes", value: { name: "laptop" } },
      },
    },
  },
  signIn: {
    request: {
      [JSON_TYPE]: {
        password: { summary: "With the password", value: { password: "correct horse battery staple" } },
        code: { summary: "With the code of a one-time link", value: { code: "8f2k6m4q1s" } },
      },
    },
  },
  pauseSchedule: NO_FIELDS,
  resumeSchedule: NO_FIELDS,
  runSchedule: NO_FIELDS,
  cancelBatch: NO_FIELDS,
  replayWebhookDelivery: NO_FIELDS,
  signOut: NO_FIELDS,
  makeWorkspaceDirectory: NO_FIELDS,
  makeSharedDirectory: NO_FIELDS,
  ...BATCH_OPERATION_EXAMPLES,
  ...SNAPSHOT_OPERATION_EXAMPLES,
  ...LIBRARY_OPERATION_EXAMPLES,
};
