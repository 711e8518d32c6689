/** The first of the codings that an `Accept-Encoding` header takes; null: none of them. */
export function prefersCoding<Coding extends string>(
  header: string | null,
  offered: readonly Coding[],
): Coding | null {
  const weights = new Map(
    (header ?? "").split(",").map((part): [string, number] => {
      const [name = "", ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return offered.find((coding) => (weights.get(coding) ?? weights.get("*") ?? 0) > 0) ?? null;
}
