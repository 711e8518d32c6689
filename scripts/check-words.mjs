// Fails on words and names that this project has better ones for: in code, comments, docs, texts and file names.
import { readFileSync } from "node:fs";
import { trackedFiles } from "./tracked-files.mjs";

/** What is rejected, as the source of a regular expression, and what to write. */
const REJECTED = [
  ["[Mm]end(s|ed|ing)?\\b", "fix"],
  ["[Aa]new\\b", "again"],
  ["hear(s|d)? of\\b", "receive, be notified"],
  ["(is|are|be|was|were|been|being|am) told\\b", "receives, is informed"],
  ["[Ll]et(s|ting)? go\\b(?! =)|letGo|LetGo", "release"],
  ["[Hh]and(s|ed|ing)? out\\b|hand(s|ed)?Out\\b", "return"],
  ["[Mm](ake|akes|ade|aking) room\\b|[Rr]oom (is|was|be) made\\b|makeRoom\\b", "compact, compact to fit"],
  ["[Ww]ays? out\\b|[Ww]ayOut", "egress gateway; solution"],
  ["kin\\b", "kind, related"],
  ["[Ee]lsewhere\\b", "on another instance"],
  ["for ever\\b", "forever"],
  ["to and fro\\b", "back and forth"],
  ["(in|into) the place of\\b", "instead of"],
  ["(take|takes|took|taking|taken) the place of\\b", "replace"],
  ["[Ll]ast words?\\b|lastWords?\\b|[Cc]losing lines?\\b|[Ss]top lines?\\b", "final message"],
  ["(Workspace|Interpreter|Docker|Local|make|shared|a)?Place\\b", "sandbox instance, SandboxInstance"],
  ["[Ss]hel(f|ves)\\b|\\w+Shel(f|ves)\\b", "versioned collection"],
  ["HeldRuns?\\b|heldRuns?\\b", "active runs"],
  ["WorkCalls?\\b|workCalls?\\b", "work notifier"],
  ["LivingInstances\\b|OtherInstances\\b", "instance registry, peer instances"],
  ["\\w*[a-z]Marks\\b", "interrupt requests"],
  ["letGoOnceBack\\b", "release on recovery"],
  ["[Ss]tore (is |was )?away\\b|storeAway\\b|StoreAway\\b", "store unavailable"],
  ["whileWelcome\\b", "until unauthorized"],
  ["whatIsAsked\\b", "current request, runWithRequest"],
  ["leavesFiles\\b", "touchesFiles: false"],
  ["[Kk]ept names?\\b|\\w*[kK]eptNames?\\b", "temporary names"],
  ["Room\\b", "token budget"],
];

/** This list itself, what others wrote, and what programs write of it. */
const NOT_OURS =
  /^(scripts\/check-words\.mjs|LICENSE|pnpm-lock\.yaml|api\/|packages\/client\/src\/generated\/)/;

const pattern = new RegExp(`\\b(?:${REJECTED.map(([source]) => `(?:${source})`).join("|")})`, "g");
const advice = REJECTED.map(([source, better]) => [new RegExp(`^(?:${source})$`), better]);

const files = trackedFiles().filter((file) => !NOT_OURS.test(file) && !/\.(png|gz|zip|tar|bin)$/.test(file));

let found = 0;
for (const file of files)
  for (const [index, line] of `${file}\n${readFileSync(file, "utf8")}`.split("\n").entries())
    for (const [word] of line.matchAll(pattern)) {
      const better = advice.find(([rejected]) => rejected.test(word))?.[1];
      console.error(`${file}${index === 0 ? "" : `:${index}`}: "${word}". Write: ${better}.`);
      found += 1;
    }
if (found > 0) process.exitCode = 1;
