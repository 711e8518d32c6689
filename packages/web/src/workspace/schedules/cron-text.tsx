import { cronWords } from "./cron-words.ts";

/** An expression in words, or as it is. */
export function CronText({ cron }: { readonly cron: string }) {
  const words = cronWords(cron);
  return words === null ? <code>{cron}</code> : <span title={cron}>{words}</span>;
}
