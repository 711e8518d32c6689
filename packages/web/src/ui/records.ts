type Entries<Value> = Readonly<Record<string, Value>>;

export function unusedName(names: readonly string[], base: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!names.includes(name)) return name;
  }
}

/** Renames a row in place, unless another row has the name. */
export function renamed<Value>(record: Entries<Value>, from: string, to: string): Entries<Value> {
  if (to !== from && Object.hasOwn(record, to)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function without<Value>(record: Entries<Value>, name: string): Entries<Value> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}
