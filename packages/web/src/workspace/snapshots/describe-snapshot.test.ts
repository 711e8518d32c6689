import { describe, expect, it } from "vitest";
import { recordingSession, snapshotTitle } from "./describe-snapshot.ts";

it("a snapshot without a label is named by why it was taken", () => {
  const of = (kind: "manual" | "auto" | "safety", session_id: string | null, label: string | null = null) =>
    snapshotTitle({ kind, session_id, label });
  expect(of("manual", null, "Before the release")).toBe("Before the release");
  expect(of("manual", null)).toBe("Snapshot");
  expect(of("auto", "ses_1")).toBe("Before a turn");
  expect(of("safety", "ses_1")).toBe("Before a rewind");
  expect(of("safety", null)).toBe("Before a fork");
});

describe("a rewind to a snapshot is recorded", () => {
  const parent = { session_id: "ses_1", turn_id: "turn_1", call_id: "call_1" };
  const busy = { id: "ses_3", parent: null, status: "running" } as const;
  const child = { id: "ses_2", parent, status: "idle" } as const;
  const idle = { id: "ses_1", parent: null, status: "idle" } as const;

  it("in its own session", () => {
    expect(recordingSession({ session_id: "ses_3" }, [busy, child, idle])).toBe("ses_3");
  });

  it("or in the latest that is idle, and never in that of a subagent", () => {
    expect(recordingSession({ session_id: null }, [busy, child, idle])).toBe("ses_1");
    expect(recordingSession({ session_id: "ses_gone" }, [busy])).toBe("ses_3");
    expect(recordingSession({ session_id: null }, [child])).toBeNull();
  });
});
