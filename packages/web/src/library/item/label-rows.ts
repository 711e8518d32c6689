/** A label that is being edited. */
export interface LabelRow {
  readonly name: string;
  readonly value: string;
}

export function rowsOf(labels: Readonly<Record<string, string>>): readonly LabelRow[] {
  return Object.entries(labels).map(([name, value]) => ({ name, value }));
}

/** Ignores rows without a name. */
export function labelsOf(rows: readonly LabelRow[]): Record<string, string> {
  return Object.fromEntries(
    rows.map(({ name, value }) => [name.trim(), value] as const).filter(([name]) => name !== ""),
  );
}
