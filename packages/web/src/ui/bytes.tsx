import { describeBytes } from "./describe-amounts.ts";

/** A size, with the exact number of bytes as its tooltip. */
export function Bytes({ count }: { readonly count: number }) {
  return <span title={`${count.toLocaleString("en")} bytes`}>{describeBytes(count)}</span>;
}
