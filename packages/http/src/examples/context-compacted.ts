import { SESSION_ID, TURN_ID } from "./values.ts";

export const contextCompacted = {
  type: "context.compacted",
  session_id: SESSION_ID,
  turn_id: TURN_ID,
  seq: 214,
  at: "2026-01-31T12:04:10.000Z",
  cause: "window",
  summary:
    "Goal: make the tests of the parser pass.\nState: 40 of 42 pass; src/parse.ts was changed.\nLeft: the two tests of empty input.",
  summary_model: "anthropic/claude-haiku-4-5",
  through_seq: 187,
  kept_message_ids: ["msg_01kg9vyd4j8m0p2r4t6w8y0a2c"],
  outputs_through_seq: 180,
  longest_part_tokens: null,
  tokens_before: 136_204,
  tokens_after: 31_870,
  usage: {
    input_tokens: 68_040,
    output_tokens: 512,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    cost_usd: 0.0706,
    model: "anthropic/claude-haiku-4-5",
  },
};
