/**
 * Explains by hand what limits the rows of a file that miss their budgets. The page cannot be generated without it.
 */
export const LIMITS = {
  "list-workspaces.mjs":
    "The handler, and the adapter between `node:http` and fetch, which creates a `Request` and a `Response` for each.",
  "many-sessions.mjs":
    "The server's one thread is always busy: with the store, the provider's package, and the pipes of each command. Its memory is a process with its pipes for each command, and garbage that V8 has not collected yet.",
  "prompt-accepted.mjs":
    "One transaction with a session, its turn and its first events, and a flush of the disk; the bare figure is a single insert.",
  "start-and-memory.mjs":
    "Loading the code of the server and its libraries is most of the start; they and V8 use most of the memory.",
  "step-time.mjs":
    "Two transactions, each with a flush of the disk, and the request through the provider's package: near the budget, and above it if the machine or its disk is slower than usual.",
};
