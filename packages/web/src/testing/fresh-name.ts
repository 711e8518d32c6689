// All numbers have the same length, so that no name is a prefix of another.
let count = 100;

/** A name that is unique on the shared server: `site-107`. */
export function freshName(base: string): string {
  count += 1;
  return `${base}-${count}`;
}
