type Given<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

/** The members that are not undefined: optional members of services are left out, never undefined. */
export function given<T extends object>(members: T): Given<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>;
}
