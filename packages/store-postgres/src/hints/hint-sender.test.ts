import { silentLogger } from "@workspace-agent/core";
import type { ChangeHint } from "@workspace-agent/core/ports";
import { fakeClock } from "@workspace-agent/core/testing";
import { expect, it } from "vitest";
import { readPayload } from "./hint-batch.ts";
import { HintSender } from "./hint-sender.ts";

const events = (session_id: string, seq: number): ChangeHint => ({ type: "events", session_id, seq });

it("a hint that could not be sent does not replace one that came since", async () => {
  const clock = fakeClock();
  const sent: ChangeHint[] = [];
  const first = Promise.withResolvers<undefined>();
  let asked = 0;
  const notify = async (payloads: readonly string[]) => {
    asked += 1;
    if (asked === 1) await first.promise;
    for (const payload of payloads) sent.push(...(readPayload(payload)?.hints ?? []));
  };
  const sender = new HintSender({ instance: "inst_1", notify, clock, logger: silentLogger });
  sender.publish([events("ses_1", 5), events("ses_2", 1)]);
  await clock.advance(20);
  sender.publish([events("ses_1", 6)]);
  first.reject(new Error("The connection broke."));
  await clock.advance(500);
  expect(sent).toEqual([events("ses_2", 1), events("ses_1", 6)]);
  await sender.stop();
});
