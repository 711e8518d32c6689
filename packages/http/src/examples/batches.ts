import { NDJSON, toLines } from "../streams/ndjson.ts";
import type { OperationExamples } from "./operations.ts";
import { SESSION_ID, SNAPSHOT_ID, turn, turnOutput, TURN_ID, WORKSPACE_ID } from "./values.ts";

const head = {
  name: "invoices of January",
  concurrency: 8,
  budget: { usd: 20 },
  stop_after_failures: 10,
  defaults: {
    template: "invoices",
    turn: { prompt: { name: "read-invoice", arguments: {} }, output: turnOutput },
  },
};

const items = [
  { key: "inv-001", variables: { number: "001" } },
  { key: "inv-002", variables: { number: "002" }, message: "The total is on the second page." },
];

const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd } = turn.stats;

export const batch = {
  id: "bat_01kg9w7f9h1k3m5p7r9t1v3x5z",
  status: "completed",
  stop_reason: null,
  ...head,
  counts: { queued: 0, running: 0, succeeded: 1, failed: 1, cancelled: 0 },
  usage: { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd },
  created_by: turn.by,
  created_at: "2026-01-31T12:00:00.000Z",
  ended_at: "2026-01-31T12:01:12.480Z",
};

const ids = { workspace_id: WORKSPACE_ID, session_id: SESSION_ID, turn_id: TURN_ID };

const result = {
  key: "inv-001",
  status: "succeeded",
  output: { total: 118.5, currency: "EUR" },
  final_message: "The total is 118.50 EUR.",
  ...ids,
  stats: turn.stats,
  error: null,
};

const notBegun = {
  key: "inv-002",
  status: "cancelled",
  final_message: null,
  workspace_id: null,
  session_id: null,
  turn_id: null,
  stats: null,
  error: { code: "budget_reached", detail: "The budget of the batch was reached before the item began." },
};

export const BATCH_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Batch: batch,
  CreateBatch: { ...head, items },
  BatchItem: items[0],
  BatchResult: result,
};

export const BATCH_OPERATION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createBatch: {
    request: {
      "application/json": {
        templates: { summary: "A new workspace for each item", value: { ...head, items } },
        forks: {
          summary: "Each item with the files of a snapshot",
          value: {
            defaults: { snapshot_id: SNAPSHOT_ID, turn: { message: "Make the tests pass." } },
            items: [{ key: "first try" }, { key: "second try" }],
          },
        },
        shared: {
          summary: "All items in one workspace",
          value: {
            defaults: { workspace_id: WORKSPACE_ID },
            items: [{ key: "readme", message: "Summarise README.md." }],
          },
        },
      },
      [NDJSON]: {
        lines: { summary: "The batch, then an item a line", value: toLines([head, ...items]) },
      },
    },
  },
  readBatchResults: {
    responses: {
      200: {
        [NDJSON]: {
          succeeded: { summary: "A line of an item that succeeded", value: result },
          notBegun: { summary: "A line of an item that did not begin", value: notBegun },
        },
      },
    },
  },
};
