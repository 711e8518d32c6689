type Body = Uint8Array | ReadableStream<Uint8Array>;

/**
 * A body that errors with the signal's reason when it aborts, also while its source does not answer. The source is cancelled then.
 * Bytes stay as they are.
 */
export function untilSignal<Given extends Body>(
  body: Given,
  signal: AbortSignal | undefined,
): Given | ReadableStream<Uint8Array> {
  if (signal === undefined || body instanceof Uint8Array) return body;
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
}

/** Cancels a body that nobody reads. One that is being read belongs to its reader. */
export async function cancelUnread(body: Body): Promise<void> {
  if (!(body instanceof Uint8Array) && !body.locked) await body.cancel().catch(() => {});
}
