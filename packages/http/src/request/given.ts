type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The members without those that are undefined, for options that must be absent rather than undefined. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
