/**
 * What limits the rows of a file that miss their budgets. Written by hand: no page is made of a missed budget of which nothing is said
 * here.
 */
export const LIMITS = {
  "list-workspaces.mjs":
    "The handler, and the adapter between `node:http` and fetch, which makes a request and an answer of the web for each.",
  "many-sessions.mjs":
    "The server's one thread is busy the whole time: with the store, the provider's package, and the pipes of each command. A process and its pipes for each, and what V8 has not collected yet, are what the memory is.",
  "prompt-accepted.mjs":
    "A session, its turn and its first events in one transaction, and its flush of the disk; the bare one is a single insert.",
  "start-and-memory.mjs":
    "Most of the start is loading the code of the server and of its libraries; most of the memory is theirs and V8's.",
  "step-time.mjs":
    "Two transactions, each with a flush of the disk, and the request through the provider's package: near its budget, and above it while the machine or its disk is slower than usual.",
};
