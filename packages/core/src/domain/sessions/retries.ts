/**
 * A turn ends as `crashed` when so many runs in a row that took it over died before they completed a step. Where servers are killed often for
 * reasons of their own, two or three such deaths prove nothing yet: each further one has the turn tried alone.
 */
export const MAX_ATTEMPTS = 5;
/** Which sessions a claim may take of those with attempts that do not end their turns yet. */
export interface Retries {
  /** How many with one attempt. */
  readonly few: number;
  /** Whether one with more, where no session with one attempt is taken. */
  readonly alone: boolean;
}

/** The most attempts that a session may have to be tried again. */
export function mostAttempts({ few, alone }: Retries): number {
  if (alone) return MAX_ATTEMPTS - 1;
  return few > 0 ? 1 : 0;
}

/** Those of the sessions, in their order, that a claim may take. */
export function withinRetries<T extends { readonly attempts: number }>(
  sessions: readonly T[],
  retries: Retries | undefined,
): readonly T[] {
  if (retries === undefined) return sessions;
  const first = sessions.filter(({ attempts }) => attempts === 1).slice(0, retries.few);
  const mayBeAlone = retries.alone && first.length === 0;
  const last = sessions.find(({ attempts }) => mayBeAlone && attempts > 1 && attempts < MAX_ATTEMPTS);
  const tried = new Set([...first, ...(last === undefined ? [] : [last])]);
  return sessions.filter(
    (session) => session.attempts === 0 || session.attempts >= MAX_ATTEMPTS || tried.has(session),
  );
}
