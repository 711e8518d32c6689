import type { CallRow } from "../log/row.ts";
import type { SessionView } from "../log/session-view.ts";
import { argumentsOf, textArgument } from "./call-arguments.ts";
import { fileOfCall, type FileTarget } from "./file-target.ts";

type Rows = SessionView["rows"];
type Call = NonNullable<CallRow["call"]>;

const ofCalls = new WeakMap<Call, FileTarget | null>();
const ofRows = new WeakMap<Rows, ReadonlyMap<string, FileTarget>>();

function targetOf(call: Call): FileTarget | null {
  let target = ofCalls.get(call);
  if (target === undefined) {
    target = fileOfCall(call.name, textArgument(argumentsOf(call.arguments), "path"));
    ofCalls.set(call, target);
  }
  return target;
}

/** The ways to write the path of a file. */
function namesOf({ volume, path }: FileTarget): readonly string[] {
  return volume === "shared" ? [`/mnt/afs/${path}`] : [path, `./${path}`, `/workspace/${path}`];
}

function filesOf(rows: Rows): ReadonlyMap<string, FileTarget> {
  const files = new Map<string, FileTarget>();
  for (const row of rows.values()) {
    if (row.kind !== "call" || row.call === null || row.result?.is_error !== false) continue;
    const target = targetOf(row.call);
    if (target !== null) for (const name of namesOf(target)) files.set(name, target);
  }
  return files;
}

/** The file that a text names, if a call of the session has read or written it; otherwise null. */
export function knownFile(rows: Rows, text: string): FileTarget | null {
  let files = ofRows.get(rows);
  if (files === undefined) ofRows.set(rows, (files = filesOf(rows)));
  return files.get(text) ?? null;
}
