import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadPart } from "../api/load-part.ts";
import { showToast } from "./toast.tsx";

/** A component whose code is loaded when it is first shown, or before: `preload()`. */
export interface Piece<Props> {
  (props: Props): ReactNode;
  readonly preload: () => void;
}

/** Keeps a component, and the libraries that it needs, out of the first load. Until it is there it shows nothing. */
export function whenShown<Props extends object>(load: () => Promise<ComponentType<Props>>): Piece<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    loading ??= loadPart(load).then(
      (component) => void (loaded = component),
      () => {
        loading = undefined;
        showToast("A part of the page is missing", "The server was renewed. Reload the page.");
      },
    );
    await loading;
  };
  function Shown(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded === null) void start().then(() => setLoaded(() => loaded));
    }, [Loaded]);
    return Loaded === null ? null : <Loaded {...props} />;
  }
  return Object.assign(Shown, { preload: () => void start() });
}

/** Milliseconds that a page is left alone before it fetches what may be wanted next. */
const REST_MS = 1500;

/** Loads pieces that may be wanted next, when the page is shown and has nothing else to do. */
export function usePreload(...pieces: readonly { readonly preload: () => void }[]): void {
  useEffect(() => {
    const timer = setTimeout(() => pieces.forEach(({ preload }) => preload()), REST_MS);
    return () => clearTimeout(timer);
    // Once: the pieces of a place are always the same.
  }, []);
}
