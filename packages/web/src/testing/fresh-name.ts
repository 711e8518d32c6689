// All of one length, so that no name is the beginning of another.
let count = 100;

/** A name that no other test has on the shared server: `site-107`. */
export function freshName(base: string): string {
  count += 1;
  return `${base}-${count}`;
}
