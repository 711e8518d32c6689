import { describe, expect, it } from "vitest";
import { admin, answerFirst } from "../test-host.test-support.ts";
import { begun, lines, said, steeredHost, type Hold, type SteeredHost } from "./steering.test-support.ts";

const STOPPED = "assistant: Stopped: the turn was interrupted.";
const FIRST_WORDS: Readonly<Record<Hold, readonly string[]>> = {
  model: ["user: first", "assistant: I am at it."],
  tool: ["user: first", "assistant: I run it.", "tool: made"],
  person: ["user: first", "assistant: May I?", "tool: "],
};

describe.each(["model", "tool", "person"] as const)(
  "a message that arrives while the %s blocks the turn",
  (hold) => {
    async function goOn(host: SteeredHost, sessionId: string): Promise<void> {
      if (hold === "person") await answerFirst(host, sessionId, { decision: "allow" });
      host.release();
      await host.idle(sessionId);
    }

    it("and steers joins the turn before its next step", async () => {
      await using host = await steeredHost(hold);
      const { session_id, turn_id } = await begun(host, hold);
      const steered = await host.steer("second", session_id);
      expect(steered).toMatchObject({
        session_id,
        turn_id,
        status: hold === "person" ? "waiting" : "running",
        replayed: false,
      });
      await host.steer("third", session_id);
      expect(await said(host, session_id)).not.toContain("user: second");
      await goOn(host, session_id);
      expect(await said(host, session_id)).toEqual([
        ...FIRST_WORDS[hold].map((text) =>
          text === "tool: " ? (expect.stringMatching(/^tool: /) as string) : text,
        ),
        "user: second",
        "user: third",
        "assistant: seen: first, second, third",
      ]);
      expect(host.models.requests).toHaveLength(2);
      expect(await host.session(session_id)).toMatchObject({ stop_reason: "end_turn" });
      const record = await host.store.sessions.get("default", host.workspaceId, session_id);
      expect(record?.steering).toBe(0);
      expect(await host.store.steering.list("default", session_id)).toEqual([]);
    });

    it("and interrupts ends the turn, and runs before queued ones", async () => {
      await using host = await steeredHost(hold);
      const first = await begun(host, hold);
      const { session_id } = first;
      await host.send("last", { session_id });
      const next = await host.send("next", { session_id, on_busy: "interrupt" });
      expect(next.turn_id).not.toBe(first.turn_id);
      await host.idle(session_id);
      const messages = await said(host, session_id);
      expect(messages.at(0)).toBe("user: first");
      expect(messages.slice(messages.indexOf(STOPPED))).toEqual([
        STOPPED,
        "user: next",
        "assistant: seen: first, next",
        "user: last",
        "assistant: seen: first, next, last",
      ]);
      const { status } = await host.service.sessions.turn(admin, host.workspaceId, session_id, first.turn_id);
      expect(status).toBe("interrupted");
      if (hold === "tool") expect(host.sandbox.killedGroups).toContain(session_id);
    });

    it("and queues joins the transcript where its turn begins", async () => {
      await using host = await steeredHost(hold);
      const { session_id } = await begun(host, hold);
      await host.send("second", { session_id });
      const before = await host.transcript(session_id);
      expect(before.map(({ content }) => content)).not.toContain("second");
      await goOn(host, session_id);
      const all = await host.transcript(session_id);
      expect(all.slice(0, before.length)).toEqual(before);
      expect((await said(host, session_id)).slice(-2)).toEqual([
        "user: second",
        expect.stringMatching(/^assistant: seen: first, second$/),
      ]);
      const seqs = all.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    });

    it("and does neither is refused", async () => {
      await using host = await steeredHost(hold);
      const { session_id } = await begun(host, hold);
      const refused = host.send("second", { session_id, on_busy: "reject" });
      await expect(refused).rejects.toMatchObject({ code: "session_busy" });
      await host.service.sessions.interrupt(admin, host.workspaceId, session_id);
      expect(await said(host, session_id)).not.toContain("user: second");
    });
  },
);

describe("an idle session", () => {
  it.each(["queue", "steer", "interrupt", "reject"] as const)(
    "accepts a message that would %s as a turn",
    async (on_busy) => {
      await using host = await steeredHost("model");
      host.release();
      const { session_id } = await host.run("first");
      await host.run("second", { session_id, on_busy, limits: { max_steps: 5 } });
      expect(await said(host, session_id)).toEqual([
        "user: first",
        "assistant: I am at it.",
        "user: second",
        "assistant: seen: first, second",
      ]);
      const queued = (await host.events(session_id)).filter(({ type }) => type === "turn.queued");
      expect(queued.some((event) => "is_next" in event)).toBe(false);
    },
  );
});

describe("a session with queued turns only", () => {
  /** Another session uses the limit of one running turn. */
  async function waiting() {
    const host = await steeredHost("model", { service: { maxRunningTurns: 1 } });
    const other = await begun(host, "model");
    const one = await host.send("one");
    return { ...host, other, one, session_id: one.session_id };
  }

  it("accepts a message that steers as one more turn", async () => {
    await using host = await waiting();
    const { other, one, session_id } = host;
    const two = await host.steer("two", session_id);
    expect(two.turn_id).not.toBe(one.turn_id);
    host.release();
    await host.idle(other.session_id);
    await host.idle(session_id);
    expect(await said(host, session_id)).toEqual([
      "user: one",
      "assistant: seen: one",
      "user: two",
      "assistant: seen: one, two",
    ]);
  });

  it("begins and ends the first of them for a message that interrupts, so that the agent sees both", async () => {
    await using host = await waiting();
    const { session_id } = host;
    await host.send("two", { session_id });
    await host.send("now", { session_id, on_busy: "interrupt" });
    await host.send("no, now", { session_id, on_busy: "interrupt" });
    host.release();
    await host.idle(session_id);
    expect(await said(host, session_id)).toEqual([
      "user: one",
      STOPPED,
      "user: now",
      STOPPED,
      "user: no, now",
      "assistant: seen: one, now, no, now",
      "user: two",
      "assistant: seen: one, now, no, now, two",
    ]);
  });

  it("shows the message of a turn that is cancelled before its start, but not to the model", async () => {
    await using host = await waiting();
    const { session_id } = host;
    await host.send("two", { session_id });
    const { interrupt } = host.service.sessions;
    await interrupt.call(host.service.sessions, admin, host.workspaceId, session_id);
    await interrupt.call(host.service.sessions, admin, host.workspaceId, session_id);
    expect(await said(host, session_id)).toEqual(["user: one", STOPPED, "user: two", STOPPED]);
    host.release();
    await host.run("three", { session_id });
    expect((await said(host, session_id)).at(-1)).toBe("assistant: seen: three");
  });
});

describe("the log of a turn", () => {
  it("that was steered has the message after the results, and one end", async () => {
    await using host = await steeredHost("tool");
    const { session_id, turn_id } = await begun(host, "tool");
    await host.steer("second", session_id);
    host.release();
    await host.idle(session_id);
    expect(lines(await host.events(session_id), [turn_id])).toEqual([
      "session.started",
      "turn.queued 1",
      "message user: first 1",
      "turn.started 1",
      "message assistant: I run it. 1",
      "tool_call assistant 1",
      "item.started 1",
      "tool_result tool 1",
      "message user: second 1",
      "message assistant: seen: first, second 1",
      "turn.ended 1",
    ]);
  });

  it("that was interrupted by a message has the next turn queued before its end", async () => {
    await using host = await steeredHost("person");
    const { session_id, turn_id } = await begun(host, "person");
    await host.steer("aside", session_id);
    const next = await host.send("next", { session_id, on_busy: "interrupt" });
    await host.idle(session_id);
    expect(lines(await host.events(session_id), [turn_id, next.turn_id]).slice(6)).toEqual([
      "request.opened 1",
      "turn.queued 2",
      "message user: next 2",
      "request.resolved 1",
      "tool_result tool 1",
      "message user: aside 1",
      "system assistant: Stopped: the turn was interrupted. 1",
      "turn.ended 1",
      "turn.started 2",
      "message assistant: seen: first, aside, next 2",
      "turn.ended 2",
    ]);
    expect(await said(host, session_id)).toEqual(
      [
        "user: first",
        "assistant: May I?",
        "tool: ",
        "user: aside",
        STOPPED,
        "user: next",
        "assistant: seen: first, aside, next",
      ].map((text) => (text === "tool: " ? (expect.stringMatching(/^tool: /) as string) : text)),
    );
  });

  it("that ends at its limit has the waiting messages before its final message, and the next turn sees them", async () => {
    await using host = await steeredHost("model", { config: { limits: { max_steps: 1 } } });
    const { session_id, turn_id } = await begun(host, "model");
    await host.steer("too late", session_id);
    host.release();
    await host.idle(session_id);
    expect(lines(await host.events(session_id), [turn_id]).slice(5)).toEqual([
      "message assistant: I am at it. 1",
      "message user: too late 1",
      "system assistant: Stopped: the turn reached its limit of steps. 1",
      "turn.ended 1",
    ]);
    const { final_message } = await host.run("next", { session_id });
    expect(final_message).toMatch(/, too late, next/);
  });
});
