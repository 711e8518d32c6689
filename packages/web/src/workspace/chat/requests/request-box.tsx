import { lazyComponent } from "../../../ui/lazy-component.tsx";
import type { Asked } from "../log/row.ts";
import { visibleText } from "../text/visible-text.ts";
import { isOfCaller } from "./of-caller.ts";
import styles from "./requests.module.css";

const OpenRequest = lazyComponent(async () => (await import("./open-request.tsx")).OpenRequest);

const OUTCOMES = {
  allow: "Allowed",
  deny: "Denied",
  answered: "Answered",
  expired: "Denied, because nobody answered in time",
  cancelled: "The turn was stopped before an answer",
} as const;

const CALL_OUTCOMES = {
  ...OUTCOMES,
  answered: "Run",
  expired: "Failed, because no result came in time",
} as const;

/** A request of the agent, or what became of it. */
export function RequestBox({ asked: { request, resolution } }: { readonly asked: Asked }) {
  return resolution === null ? (
    <OpenRequest request={request} />
  ) : (
    <Resolved request={request} resolution={resolution} />
  );
}

interface ResolvedProps {
  readonly request: Asked["request"];
  readonly resolution: NonNullable<Asked["resolution"]>;
}

function Resolved({ request, resolution: { outcome, note, answers, by } }: ResolvedProps) {
  const outcomes = isOfCaller(request) ? CALL_OUTCOMES : OUTCOMES;
  return (
    <div className={styles.resolved}>
      <p>
        {outcomes[outcome]}
        {by !== null && ` by ${by.kind === "token" ? "the token " : ""}${visibleText(by.name)}`}
        {note !== null && note !== "" && `: ${visibleText(note)}`}
      </p>
      {answers !== null && (
        <dl className={styles.answers}>
          {(request.questions ?? []).map(({ question }, index) => (
            <div key={question}>
              <dt>{visibleText(question)}</dt>
              <dd>{visibleText(describeAnswer(answers[question] ?? answers[String(index)]))}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function describeAnswer(answer: string | readonly string[] | undefined): string {
  const text = answer === undefined || typeof answer === "string" ? (answer ?? "") : answer.join("; ");
  return text === "" ? "(nothing chosen)" : text;
}
