import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactedLogs } from "./compacted-log.test-support.ts";
import { summaryNote } from "./compact-entries.ts";
import type { SessionEvent } from "../../domain/sessions/event.ts";
import { copyOf, cutOf } from "../../sessions/fork.test-support.ts";
import { PromptBuilder, toPrompt } from "./prompt-builder.ts";
import { assertValidPrompt } from "./valid-prompt.test-support.ts";

const textsOf = (events: readonly SessionEvent[]) =>
  toPrompt(events).flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));

/** What holds for any log with compactions; `scale` 1: a hundred or more of them each. */
export function describeCompactedPrompts(scale: number): void {
  describe("the prompt of a log with compactions", () => {
    it("is valid wherever the log is cut and wherever the compactions stand", () => {
      fc.assert(
        fc.property(compactedLogs, (events) => {
          for (let cut = 0; cut <= events.length; cut++) assertValidPrompt(toPrompt(events.slice(0, cut)));
        }),
        { numRuns: 200 * scale },
      );
    });

    it("is the same whether the log is folded at once or from a copy of its events", () => {
      fc.assert(
        fc.property(compactedLogs, (events) => {
          const builder = new PromptBuilder();
          for (const event of events) {
            builder.apply(event);
            builder.build();
          }
          const before = JSON.stringify(events);
          expect(builder.build()).toEqual(toPrompt(events));
          expect(JSON.stringify(events)).toBe(before);
        }),
        { numRuns: 100 * scale },
      );
    });

    it("shows the last summary, and each kept message once", () => {
      fc.assert(
        fc.property(compactedLogs, (events) => {
          const whole = events.findLast((event) => event.type === "context.compacted");
          if (whole?.type !== "context.compacted" || whole.longest_part_tokens !== null) return;
          const shown = textsOf(events.slice(0, whole.seq));
          if (whole.summary !== null) expect(shown).toContain(summaryNote(whole.summary));
          const uncompacted = textsOf(
            events.filter(({ type, seq }) => type !== "context.compacted" && seq < whole.seq),
          );
          const isTask = (text: string) => text.startsWith("task ");
          expect(shown.filter(isTask).length).toBeLessThanOrEqual(uncompacted.filter(isTask).length);
        }),
        { numRuns: 200 * scale },
      );
    });

    it("goes over to a fork as it is", () => {
      fc.assert(
        fc.property(compactedLogs, (events) => {
          const { through } = cutOf(events);
          const copy = copyOf(events, through);
          expect(toPrompt(copy)).toEqual(toPrompt(events.slice(0, through)));
          expect(toPrompt(copyOf(copy, copy.length))).toEqual(toPrompt(copy));
        }),
        { numRuns: 300 * scale },
      );
    });

    it("keeps its estimated size in step with what it shows", () => {
      fc.assert(
        fc.property(compactedLogs, (events) => {
          const builder = new PromptBuilder();
          for (const event of events) {
            const { usage: _, ...unmeasured } =
              event.type === "item.completed" ? event : { ...event, usage: null };
            builder.apply(unmeasured);
            expect(builder.tokens(0)).toBe(builder.entries.reduce((sum, entry) => sum + entry.tokens, 0));
          }
        }),
        { numRuns: 100 * scale },
      );
    });
  });
}
