/** The names of the methods that every implementation of a port has. */
type MethodName<Port> = {
  [Name in keyof Port]-?: Port[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Port];

/** All methods that a port requires: the compiler reports one that is left out. */
export type Methods<Port> = { readonly [Name in MethodName<Port>]: true };

/** What is wrong with an object that should have methods, as the end of a sentence; null: nothing. */
export function missingIn(value: unknown, methods: Readonly<Record<string, true>>): string | null {
  if (typeof value !== "object" || value === null)
    return `${value === null ? "null" : typeof value} is no object`;
  const name = Object.keys(methods).find((each) => !(Reflect.get(value, each) instanceof Function));
  return name === undefined ? null : `the method "${name}" is missing`;
}

/** `target` with what `replace` gives for a member instead of it; undefined: the member. Its methods stay bound to it, since it may be a class with private fields. */
export function replacing<T extends object>(
  target: T,
  replace: (name: string | symbol, member: unknown) => unknown,
): T {
  // A proxy of a frozen object could return only its own members.
  return new Proxy(Object.create(target) as T, {
    get(_, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      const replaced = replace(name, member);
      if (replaced !== undefined) return replaced;
      return member instanceof Function ? (member.bind(target) as unknown) : member;
    },
    set: (_, name, value) => Reflect.set(target, name, value, target),
  });
}

/** `target` with some members replaced. */
export function withMembers<T extends object>(target: T, replaced: Partial<T>): T {
  return replacing(target, (name) =>
    Object.hasOwn(replaced, name) ? Reflect.get(replaced, name) : undefined,
  );
}
