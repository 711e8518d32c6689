/**
 * A turn ends as `crashed` after this many consecutive runs that took it over and died before they completed a step. Servers may be killed
 * for other reasons, so a turn with more than one such run is first tried alone.
 */
export const MAX_ATTEMPTS = 5;
/** Which sessions with attempts a claim may take. */
export interface Retries {
  /** The most sessions with one attempt. */
  readonly few: number;
  /** Whether to take one session with more attempts, if no session with one attempt is taken. */
  readonly alone: boolean;
}

/** The most attempts of a session that is tried again. */
export function mostAttempts({ few, alone }: Retries): number {
  if (alone) return MAX_ATTEMPTS - 1;
  return few > 0 ? 1 : 0;
}

/** The sessions that a claim may take, in their order. */
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
