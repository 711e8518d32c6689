import type { Integer } from "./column-types.ts";

/** What sessions appended, in the order of the feed of all events. */
export interface FeedEntryTable {
  readonly position: Integer;
  readonly tenant: string;
  readonly workspace_id: string;
  readonly session_id: string;
  readonly first_seq: Integer;
  readonly last_seq: Integer;
}

/** How far the feed has the events of each session. */
export interface FeedSessionTable {
  readonly session_id: string;
  readonly seq: Integer;
}

/** One row, with the last position: whoever adds entries locks it. */
export interface FeedHeadTable {
  readonly id: Integer;
  readonly position: Integer;
}
