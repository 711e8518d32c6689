import { describeBytes } from "./describe-bytes.ts";

/** A size, and the exact count where the pointer rests. */
export function Bytes({ count }: { readonly count: number }) {
  return <span title={`${count.toLocaleString("en")} bytes`}>{describeBytes(count)}</span>;
}
