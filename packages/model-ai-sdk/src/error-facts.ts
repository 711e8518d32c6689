import { AISDKError, APICallError, InvalidResponseDataError, LoadAPIKeyError } from "@ai-sdk/provider";
import { isRecord } from "./is-record.ts";
import { parsedJson } from "./parsed-json.ts";

/** The facts of a failed call, common to all kinds of errors. */
export interface ErrorFacts {
  /** The HTTP status of a refusal, or the one that a stream's error stands for. */
  readonly status?: number;
  /** The provider's code and type, joined. Empty if it gave none. */
  readonly code: string;
  /** The message of the provider. It may repeat anything that was sent. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the provider says that a retry makes sense. */
  readonly retryable?: boolean;
  /** The system's code if the connection failed or broke. */
  readonly network?: string;
  /** The stream ended before its end. */
  readonly truncated?: boolean;
}

/** The statuses of errors inside a stream, by words in their code and type. */
const STATUS_OF_WORDS: readonly (readonly [RegExp, number])[] = [
  [/rate_?limit|quota|too_many/i, 429],
  [/overload|unavailable|capacity/i, 503],
  [/authentication|api_?key|unauthorized/i, 401],
  [/permission|forbidden/i, 403],
  [/not_?found/i, 404],
  [/context|invalid|bad_?request|too_large/i, 400],
  [/timeout/i, 504],
  [/server|api_error|internal/i, 500],
];

const NETWORK_CODE = /^(E[A-Z]{3,}|UND_ERR_[A-Z_]+|Connection[A-Z]\w+|FailedToOpenSocket)$/;

function words(...values: readonly unknown[]): string {
  return values.filter((value) => typeof value === "string" || typeof value === "number").join(" ");
}

function firstText(...values: readonly unknown[]): string {
  return values.find((value): value is string => typeof value === "string" && value !== "") ?? "";
}

/** The system's code of a broken connection, from the error or its causes. */
function networkCode(error: unknown, depth = 0): string | undefined {
  if (!isRecord(error) || depth > 5) return undefined;
  const { code, cause } = error;
  if (typeof code === "string" && NETWORK_CODE.test(code)) return code;
  return networkCode(cause, depth + 1);
}

/** The facts of the error object in an answer or event. Providers agree on little more than its members. */
function factsOfData(data: unknown): Pick<ErrorFacts, "code" | "text" | "status"> {
  if (typeof data === "string") return { code: "", text: data };
  if (!isRecord(data)) return { code: "", text: "" };
  if (isRecord(data["response"])) return factsOfData(data["response"]);
  if (isRecord(data["error"]) || typeof data["error"] === "string") return factsOfData(data["error"]);
  const code = words(data["code"], data["type"]);
  const given = Number(data["statusCode"] ?? data["code"]);
  const status =
    given >= 400 && given <= 599 ? given : STATUS_OF_WORDS.find(([pattern]) => pattern.test(code))?.[1];
  return {
    code,
    text: firstText(data["message"], data["detail"]),
    ...(status === undefined ? {} : { status }),
  };
}

function factsOfCall(error: APICallError): ErrorFacts {
  const data = factsOfData(error.data ?? parsedJson(error.responseBody ?? ""));
  const common = { code: data.code, text: firstText(data.text, error.message) };
  const status = error.statusCode;
  // Without a status there was no answer. With a successful status the body broke off.
  if (status === undefined || status < 400) {
    return { ...common, network: networkCode(error) ?? "connection broken" };
  }
  return {
    ...common,
    status,
    retryable: error.isRetryable,
    ...(error.responseHeaders === undefined ? {} : { headers: error.responseHeaders }),
  };
}

/** The facts of any error of a provider, thrown or streamed. */
export function errorFacts(error: unknown): ErrorFacts {
  if (APICallError.isInstance(error)) return factsOfCall(error);
  if (LoadAPIKeyError.isInstance(error)) return { status: 401, code: "", text: "no API key is configured" };
  if (InvalidResponseDataError.isInstance(error) && error.data === undefined) {
    return { code: "", text: "", truncated: true };
  }
  const network = networkCode(error);
  if (network !== undefined) return { code: "", text: "", network };
  if (AISDKError.isInstance(error)) {
    // An invalid request or answer. The messages of these errors quote their input.
    return { code: error.name, text: "", retryable: /Response|Parse|TypeValidation/.test(error.name) };
  }
  if (error instanceof Error) return { code: error.name, text: "" };
  const data = factsOfData(error);
  const retryable = isRecord(error) ? error["isRetryable"] : undefined;
  return { ...data, ...(typeof retryable === "boolean" ? { retryable } : {}) };
}
