/**
 * Explains by hand what limits the rows of a file that miss their budgets. The page cannot be generated without it.
 */
export const LIMITS = {
  "large-files.mjs":
    "Each piece of 64 KiB has a buffer of its own, which glibc maps and returns at once (`MALLOC_MMAP_THRESHOLD_`), and passes the streams of `fetch`. Without that setting a GET reached 415 MiB/s, and 64 sessions with commands took 266 MiB instead of 203 MiB.",
  "list-workspaces.mjs":
    "The adapter between `node:http` and fetch creates a `Request` and a `Response` for each. It and Node's own streams and events need half of the CPU time, by the table below. SQL and validation are a tenth.",
  "many-sessions.mjs":
    "The server's one thread is always busy, with 6 times the CPU time of a bare step. The store and Node's streams need a fifth of it each, files an eighth, the provider's package a tenth. 1 MiB is allocated for each step, and V8 collects it late. The service's libraries alone, in a program that does nothing else (`libraries.mjs`), reach 0.5 × bare with 160 MiB.",
  "prompt-accepted.mjs":
    "One transaction with a session, its turn and its first events, and a flush of the disk; the bare figure is a single insert.",
  "start-and-memory.mjs":
    "Running the code of the server's modules and its libraries is three quarters of the start, collecting garbage a tenth. A fifth of the start is Node's own modules, of which those of `fetch` are the largest: the libraries ask for it. Of the memory when idle, Node itself has 59 MiB, and the heap some 25 MiB. The libraries alone need 3.2 to 3.7 × bare to start, and 92 MiB.",
  "step-time.mjs":
    "No cause has a third of the CPU time. Node's streams and events have a quarter, SQL a seventh, the provider's package and files a tenth each. The threads of V8 that compile and collect have a tenth. The bare agent has no store, no events for readers, and no check of what a model returns. The libraries alone need 2.2 to 3.6 × the CPU time of the bare agent.",
  "token-streams.mjs":
    "A token passes the package, the events and the adapter of `node:http`, each with turns of the event loop. The bare server copies bytes. By the table below, streams are two fifths of a token's CPU time. The libraries alone need 1.7 to 1.8 × bare for the first token, and 2.5 × for the 99th percentile of 32 streams.",
};
