import { EventFollower, openEvents, type FollowedEvent, type FollowOptions } from "./events.ts";
import { createFiles, type Files } from "./files.ts";
import { readList, readPage, type Listed, type ListOptions, type ListPath, type Page } from "./pages.ts";
import { sleep } from "./pause.ts";
import { TurnRun, type RunInput, type RunOptions, type RunResult } from "./run.ts";
import { createCalls, type Calls, type ClientOptions } from "./transport.ts";

export interface WorkspaceAgentClient extends Calls {
  /** One page of a list, and the cursor of the next one. */
  page<Path extends ListPath>(path: Path, options?: ListOptions<Path>): Promise<Page<Listed<Path>>>;
  /** All items of a list; pages are read as needed. */
  list<Path extends ListPath>(path: Path, options?: ListOptions<Path>): AsyncIterable<Listed<Path>>;
  /** The events of a session after `after`, reconnecting as needed. Leaving the loop closes the connection. */
  events(workspaceId: string, sessionId: string, options?: FollowOptions): AsyncIterable<FollowedEvent>;
  /** Starts a turn and follows it until it ends. Lost connections lose neither the turn nor events. */
  run<Output = unknown>(
    workspaceId: string,
    input: RunInput,
    options?: RunOptions<Output>,
  ): Promise<RunResult<Output>>;
  /** The files of the workspace, or with `shared` the shared volume. */
  files(workspaceId: string, volume?: "own" | "shared"): Files;
}

/** Creates a client for one instance. It keeps no connections open between calls. */
export function createClient(options: ClientOptions): WorkspaceAgentClient {
  const calls = createCalls(options);
  const timing = { sleep, random: Math.random, ...options.timing };
  return {
    ...calls,
    page: async (path, asked) => await readPage(calls, path, asked),
    list: (path, asked) => readList(calls, path, asked),
    events: (workspaceId, sessionId, following = {}) => {
      const { follow } = following;
      const open = async (after: number, signal: AbortSignal) =>
        await openEvents(calls, workspaceId, sessionId, { after, follow, signal }, timing);
      return new EventFollower(open, following, timing).events();
    },
    run: async (workspaceId, input, running = {}) =>
      await new TurnRun(calls, workspaceId, input, running, timing).result(),
    files: (workspaceId, volume = "own") => createFiles(calls, workspaceId, volume === "shared"),
  };
}
