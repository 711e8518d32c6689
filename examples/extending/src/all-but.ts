/** An object with some members replaced. Methods stay bound to the original, which may be a class with private fields. */
export function allBut<Kept extends object>(kept: Kept, replaced: Partial<Kept>): Kept {
  return new Proxy(kept, {
    get(target, name): unknown {
      if (Object.hasOwn(replaced, name)) return Reflect.get(replaced, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
