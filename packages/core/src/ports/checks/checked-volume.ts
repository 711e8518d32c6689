import type { SpooledBody, Staging, Volume } from "../volume.ts";
import type { VolumeSnapshots } from "../volume-snapshots.ts";
import type { AdapterCalls } from "./adapter-calls.ts";
import { missingIn, replacing, type Methods } from "./shape.ts";

/** What a method promises: any value (`true`), an object of a port, or values one after another. Also a member that is of a port. */
type Answer = true | Calls | "iterable";

/** A port's methods and members that are checked. */
interface Calls {
  readonly port: string;
  readonly members: Readonly<Record<string, Answer>>;
}

type Members<Port> = { readonly [Name in keyof Methods<Port>]: Answer };

/** The compiler reports a method that is left out. */
const callsOf = <Port>(port: string, members: Members<Port> & Calls["members"]): Calls => ({ port, members });

/** The methods that every volume has. */
const VOLUME: Methods<Volume> = {
  stat: true,
  list: true,
  read: true,
  readLink: true,
  write: true,
  makeDirectory: true,
  remove: true,
  move: true,
  usage: true,
};

const STAGING = callsOf<Staging>("Staging", {
  write: true,
  copy: true,
  symlink: true,
  makeDirectory: true,
  spool: callsOf<SpooledBody>("SpooledBody", { read: true, release: true }),
  commit: true,
  discard: true,
});

const SNAPSHOTS = callsOf<VolumeSnapshots>("VolumeSnapshots", { copyId: true, take: true, restore: true });

const VOLUME_CALLS = callsOf<Volume>("Volume", {
  ...VOLUME,
  readBelow: "iterable",
  stage: STAGING,
  snapshots: SNAPSHOTS,
});

/** What is wrong with a volume: a method that is missing, or a capability that promises what is not there. */
export function volumeProblem(volume: Volume): string | null {
  const missing = missingIn(volume, VOLUME);
  if (missing !== null) return missing;
  const { capabilities, quota, hostPath } = volume as Partial<Volume>;
  if (capabilities === undefined) return '"capabilities" is missing';
  if (typeof quota?.bytes !== "number" || typeof quota.inodes !== "number")
    return '"quota" is not { bytes, inodes }';
  if (capabilities.hostPath && hostPath === undefined)
    return 'its capability "hostPath" promises a "hostPath", which is missing';
  return null;
}

/** Whether a body failed with this error. The error of a body that the adapter still reads counts as the body's: it cannot be asked. */
async function isOfBody(body: unknown, error: unknown): Promise<boolean> {
  if (!(body instanceof ReadableStream)) return false;
  if (body.locked) return true;
  const reader = body.getReader();
  try {
    // A body that failed is rejected already.
    await Promise.race([reader.closed, Promise.resolve()]);
    return false;
  } catch (failure) {
    return failure === error;
  } finally {
    reader.releaseLock();
  }
}

async function* checkedIterable(method: string, call: () => AsyncIterable<unknown>, calls: AdapterCalls) {
  try {
    yield* call();
  } catch (error) {
    throw calls.failure(method, error);
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** An object of an adapter, whose methods fail with an error that names the adapter. */
function checked<T extends object>(target: T, { port, members }: Calls, calls: AdapterCalls): T {
  const answer = (of: Answer, value: unknown) =>
    typeof of === "object" && isObject(value) ? checked(value, of, calls) : value;
  return replacing(target, (name, member) => {
    const of = typeof name === "string" && Object.hasOwn(members, name) ? members[name] : undefined;
    if (of === undefined) return undefined;
    if (!(member instanceof Function)) return answer(of, member);
    const method = `${port}.${String(name)}`;
    return (...given: readonly unknown[]): unknown => {
      const call = () => Reflect.apply(member, target, given) as never;
      if (of === "iterable") return checkedIterable(method, call, calls);
      const isOwn = (error: unknown) =>
        isOfBody(
          given.find((each) => each instanceof ReadableStream),
          error,
        );
      return calls.ask(method, call, { isOwn }).then((value) => answer(of, value));
    };
  });
}

/** An opened volume, whose methods name the adapter where they break the contract. What a body throws is thrown on. */
export function checkedVolume(volume: Volume, calls: AdapterCalls): Volume {
  return checked(volume, VOLUME_CALLS, calls);
}
