import { DomainError } from "@workspace-agent/core";
import { errorCode, isRefused, isUnavailable } from "./failures.ts";
import type { Settings } from "./options.ts";
import { pauseBefore, RETRIED_CODES, retryAfterMs } from "./retries.ts";
import { Signing, type S3Request } from "./signing.ts";
import { timedText } from "./timed-body.ts";
import { parseXml, type XmlElement } from "./xml.ts";

const MOST_ATTEMPTS = 5;
/** A page of 1,000 keys of 1,024 bytes is shorter. */
const MOST_TEXT_BYTES = 8 * 1_048_576;
/** The slowest connection that a body is sent over. */
const BYTES_PER_MS = 64;

export interface Call extends S3Request {
  /** Whether repeating it does no harm, so that it is repeated where nobody knows whether it took effect. */
  readonly isIdempotent: boolean;
  /** Statuses beside 2xx that its caller expects. */
  readonly expected?: readonly number[];
}

/** An answer that was read to its end. */
interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly xml: XmlElement | null;
}

/** The answer to a request for content. */
type OpenedAnswer =
  | { readonly response: Response }
  | { readonly response: null; readonly status: number; readonly code: string | undefined };

/** An attempt that failed. */
interface Failure {
  readonly error: unknown;
  /** `unknown`: it may have taken effect; `refused`: it has not, and may later; `final`: repeating it is of no use. */
  readonly kind: "unknown" | "refused" | "final";
  /** Milliseconds that the service asks to wait. */
  readonly waitMs: number | null;
}

class AttemptFailed extends Error {
  constructor(readonly failure: Failure) {
    super("The attempt failed.");
  }
}

/** Sends signed requests, with a time limit and retries. Credentials are in no error. */
export class S3Client {
  private readonly signing: Signing;

  constructor(private readonly settings: Settings) {
    this.signing = new Signing(settings);
  }

  /** Sends a request and reads the answer to its end. */
  call(call: Call): Promise<S3Answer> {
    return this.withRetries(call, async (response) => {
      const { status, headers } = response;
      const xml = parseXml(await timedText(response, MOST_TEXT_BYTES, this.timing(call)));
      // Some operations report an error after the status was sent.
      if (xml?.name === "Error" && status < 300) throw failed(500, headers, xml, this.settings);
      return { status, headers, xml };
    });
  }

  /** Sends a request whose answer the caller reads where it is the content; another is read to its end. */
  open(call: Call): Promise<OpenedAnswer> {
    return this.withRetries(call, async (response) => {
      if (response.ok) return { response };
      const xml = parseXml(await timedText(response, MOST_TEXT_BYTES, this.timing(call)));
      return { response: null, status: response.status, code: xml?.text("Code") };
    });
  }

  timing({ signal }: Pick<S3Request, "signal">) {
    const { clock, timeoutMs } = this.settings;
    return { clock, timeoutMs, signal };
  }

  private async withRetries<T>(call: Call, read: (response: Response) => Promise<T>): Promise<T> {
    const { clock, random } = this.settings;
    for (let attempt = 1; ; attempt++) {
      call.signal?.throwIfAborted();
      try {
        const response = await this.attempt(call);
        const isExpected = response.ok || call.expected?.includes(response.status) === true;
        if (isExpected) return await read(response);
        const text = await timedText(response, MOST_TEXT_BYTES, this.timing(call));
        throw failed(response.status, response.headers, parseXml(text), this.settings);
      } catch (error) {
        call.signal?.throwIfAborted();
        const { kind, waitMs, error: reported } = failureOf(error);
        const mayRepeat = kind === "refused" || (kind === "unknown" && call.isIdempotent);
        const pause = pauseBefore(attempt, waitMs, random);
        if (!mayRepeat || attempt === MOST_ATTEMPTS || pause === null) throw reported;
        await clock.sleep(pause, call.signal);
      }
    }
  }

  /** One request, until the service begins to answer. */
  private async attempt(call: Call): Promise<Response> {
    const { clock, timeoutMs, fetch } = this.settings;
    const { url, init } = await this.signing.sign(call);
    call.signal?.throwIfAborted();
    const [answered, late] = [new AbortController(), new AbortController()];
    const limit = timeoutMs + Math.ceil((call.body?.length ?? 0) / BYTES_PER_MS);
    const timer = clock.sleep(limit, answered.signal).then(() => {
      if (!answered.signal.aborted) late.abort(isUnavailable("does not answer"));
    });
    const signals = [late.signal, ...(call.signal === undefined ? [] : [call.signal])];
    try {
      return await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    } catch (error) {
      late.signal.throwIfAborted();
      throw error;
    } finally {
      answered.abort();
      await timer;
    }
  }
}

function failed(
  status: number,
  headers: Headers,
  xml: XmlElement | null,
  { clock }: Settings,
): AttemptFailed {
  const code = errorCode(xml?.text("Code"));
  const said = code === null ? String(status) : `${status} ${code}`;
  const waitMs = retryAfterMs(headers, clock);
  const isBusy = status === 429 || status === 503 || RETRIED_CODES.has(code ?? "");
  const retryAfter = waitMs === null ? {} : { retryAfter: Math.ceil(waitMs / 1_000) };
  if (isBusy || (status >= 500 && status !== 501))
    return new AttemptFailed({
      error: isUnavailable(`is not available: it answered ${said}`, retryAfter),
      kind: isBusy ? "refused" : "unknown",
      waitMs,
    });
  const error = isRefused(`refused the request with ${said}${adviceFor(status)}`);
  return new AttemptFailed({ error, kind: "final", waitMs: null });
}

function adviceFor(status: number): string {
  if (status >= 300 && status < 400) return "; check the endpoint and the region";
  return status === 403 ? "; check the credentials, their permissions and the clock of this host" : "";
}

/** What an error of an attempt means. An error that is not a service's answer is one of the connection. */
function failureOf(error: unknown): Failure {
  if (error instanceof AttemptFailed) return error.failure;
  const reported = DomainError.isInstance(error)
    ? error
    : isUnavailable("cannot be reached", { cause: error });
  return { error: reported, kind: "unknown", waitMs: null };
}
