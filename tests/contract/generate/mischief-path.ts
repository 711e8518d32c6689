import type { Misdeed } from "./mischief.ts";
import type { Draft } from "./resolve.ts";
import { HOSTILE_SEGMENTS } from "./texts.ts";

/** The index of each parameter among the segments of an operation's path. */
function parameterIndexes({ operation }: Draft): readonly number[] {
  return operation.path.split("/").flatMap((segment, index) => (segment.startsWith("{") ? [index] : []));
}

function withSegment(draft: Draft, at: number, segment: string): Draft {
  const segments = draft.path.split("/").map((old, index) => (index === at ? segment : old));
  return { ...draft, path: segments.join("/") };
}

const hasPath = ({ query }: Draft) => query.some(([name]) => name === "path");

function withPath(draft: Draft, path: string): Draft {
  return {
    ...draft,
    query: draft.query.map(([name, value]) => [name, name === "path" ? path : value] as const),
  };
}

/** Invalid as a path of a volume, in every encoding. */
const OUTSIDE = [
  "..%2Fx",
  "%2Fetc%2Fpasswd",
  "a%2F..%2F..%2Fb",
  "%2e%2e%2fx",
  "a%00b",
  "%ff",
  "%c0%ae%c0%ae%2fx",
  "%",
  "..",
  "a%2F%2E%2E%2F%2E%2E%2Fb",
];

/** If the workspace has no shared volume, that error comes first. */
function refusedAs({ operation }: Draft, code: string): { statuses: readonly number[]; code?: string } {
  return operation.path.includes("/afs-") ? { statuses: [400, 403] } : { statuses: [400], code };
}

export const pathMischief: Readonly<Record<string, Misdeed>> = {
  "an id of nothing": (draft, { at }) => {
    const places = parameterIndexes(draft);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return null;
    // A PUT of the library creates what does not exist.
    const mayPass = draft.operation.path.includes("{ref}");
    return { draft: withSegment(draft, place, `none_${at}`), expected: { why: "an unknown id", mayPass } };
  },
  "a hostile segment": (draft, { at, hostile }) => {
    const places = parameterIndexes(draft);
    const place = places[at % Math.max(1, places.length)];
    if (place === undefined) return null;
    const segment = HOSTILE_SEGMENTS[hostile % HOSTILE_SEGMENTS.length] ?? "";
    return {
      draft: withSegment(draft, place, segment),
      expected: { why: `the segment ${segment.slice(0, 30)}`, mayPass: true, isOther: true },
    };
  },
  "a path around the path": (draft, { at }) => {
    const { path } = draft;
    const around = [
      `/x/..${path}`,
      `/${path}`,
      `${path}/`,
      `${path}//`,
      `/%2e${path}`,
      path.toUpperCase(),
      `${path}%00`,
      `${path}\\`,
      `${path};x=1`,
      `${path}/%2e%2e`,
    ];
    const expected = { why: "a path around the path", mayPass: true, isOther: true };
    return { draft: { ...draft, path: around[at % around.length] ?? path }, expected };
  },
  "a path out of the volume": (draft, { hostile }) => {
    if (!/\/agent\/|\/snapshots\//.test(draft.operation.path) || !hasPath(draft)) return null;
    const path = OUTSIDE[hostile % OUTSIDE.length] ?? "";
    return {
      draft: withPath(draft, path),
      expected: { why: `path=${path}`, ...refusedAs(draft, "invalid_path") },
    };
  },
  "a path with raw slashes": (draft, { at }) => {
    if (!hasPath(draft)) return null;
    const path = ["src/main.ts", "/etc/passwd", "../x", "a%2Fb/c"][at % 4] ?? "";
    return {
      draft: withPath(draft, path),
      expected: { why: `path=${path}`, statuses: [400], code: "path_not_encoded" },
    };
  },
  "a hostile path": (draft, { hostile }) => {
    if (!hasPath(draft)) return null;
    const path = HOSTILE_SEGMENTS[hostile % HOSTILE_SEGMENTS.length] ?? "";
    return { draft: withPath(draft, path), expected: { why: `path=${path.slice(0, 30)}`, mayPass: true } };
  },
};
