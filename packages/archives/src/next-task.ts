/** For work that takes long. */
export interface Slicing {
  /** Lets other work of the process run. It is awaited every few milliseconds. Default: a timer. */
  readonly nextTask?: () => Promise<void>;
}

export const timer = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
