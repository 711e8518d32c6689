import type { OperationExamples } from "./operations.ts";
import { SESSION_ID, SNAPSHOT_ID, TURN_ID, WORKSPACE_ID } from "./values.ts";

const SAFETY_SNAPSHOT_ID = "snp_01kg9w8g0j2m4p6r8t0v2x4z6b";

const DIFF = `diff --git a/src/main.ts b/src/main.ts
--- a/src/main.ts
+++ b/src/main.ts
@@ -1 +1 @@
-const zone = "local";
+const zone = "UTC";
`;

const rewound = {
  restored: ["src/main.ts"],
  removed: ["notes.md"],
  unchanged: 118,
  conflicts: [],
  ignored: ["node_modules"],
  counts: { restored: 1, removed: 1, conflicts: 0, ignored: 1 },
  safety_snapshot_id: SAFETY_SNAPSHOT_ID,
  through_seq: 1,
};

export const SNAPSHOT_SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  Snapshot: {
    id: SNAPSHOT_ID,
    workspace_id: WORKSPACE_ID,
    kind: "auto",
    label: null,
    session_id: SESSION_ID,
    turn_id: TURN_ID,
    files: 119,
    bytes: 482113,
    stored_bytes: 20480,
    created_at: "2026-01-31T12:00:20.000Z",
    expires_at: "2026-03-02T12:00:20.000Z",
  },
  CreateSnapshot: { label: "before the release" },
  Rewind: { to_turn: TURN_ID },
  Rewound: rewound,
  ForkWorkspace: { name: "payments-experiment", snapshot_id: SNAPSHOT_ID, sessions: [SESSION_ID] },
  SessionRewound: {
    type: "session.rewound",
    session_id: SESSION_ID,
    turn_id: null,
    seq: 23,
    at: "2026-01-31T12:10:00.000Z",
    through_seq: 1,
    snapshot_id: SNAPSHOT_ID,
    safety_snapshot_id: SAFETY_SNAPSHOT_ID,
    by: { kind: "user", id: "admin", name: "admin" },
  },
  FilesRolledBack: {
    type: "files.rolled_back",
    session_id: SESSION_ID,
    turn_id: TURN_ID,
    seq: 24,
    at: "2026-01-31T12:12:00.000Z",
    published_at: "2026-01-31T12:10:00.000Z",
  },
};

export const SNAPSHOT_OPERATION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  diffSnapshot: {
    responses: {
      200: {
        "application/json": {
          changes: {
            summary: "One file differs",
            value: {
              files: [{ path: "src/main.ts", status: "modified", additions: 1, deletions: 1, binary: false }],
              diff: DIFF,
              overlapped: false,
            },
          },
        },
        "text/x-diff": { patch: { summary: "The same as a patch", value: DIFF } },
      },
    },
  },
  rewindSession: {
    request: {
      "application/json": {
        dryRun: {
          summary: "Show what a rewind would change",
          value: { to_turn: TURN_ID, dry_run: true },
        },
        both: { summary: "Take a turn back, with its files", value: { to_turn: TURN_ID } },
        files: {
          summary: "Return the files to a snapshot, also those that others changed",
          value: { to_snapshot: SNAPSHOT_ID, restore: "files", force: true },
        },
        undo: { summary: "Undo a rewind", value: { to_snapshot: SAFETY_SNAPSHOT_ID } },
      },
    },
    responses: {
      200: {
        "application/json": {
          rewound: { summary: "What was done", value: rewound },
          dryRun: {
            summary: "What would be done",
            value: { ...rewound, safety_snapshot_id: null },
          },
        },
      },
    },
  },
  forkWorkspace: {
    request: {
      "application/json": {
        now: { summary: "The files as they are, without sessions", value: { name: "payments-copy" } },
        then: {
          summary: "The files of a snapshot, and all sessions",
          value: { name: "payments-experiment", snapshot_id: SNAPSHOT_ID, sessions: "all" },
        },
      },
    },
  },
};
