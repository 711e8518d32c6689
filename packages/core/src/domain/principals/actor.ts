import * as v from "valibot";
import type { Principal } from "./principal.ts";

/** Who did something, as turns, events and the caller's context say. Holds no credential and no address. */
export const ActorSchema = v.strictObject({
  kind: v.picklist(["user", "token"]),
  id: v.string(),
  name: v.string(),
});
export type Actor = Readonly<v.InferOutput<typeof ActorSchema>>;

export function actorOf({ kind, id, name = id }: Principal): Actor {
  return { kind, id, name };
}
