import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { loadModule } from "../api/load-module.ts";
import { showToast } from "./toast.tsx";

interface LazyComponent<Props> {
  (props: Props): ReactNode;
  readonly preload: () => void;
}

/** A component whose code is loaded when it is first rendered. Until then it renders `Meanwhile`, by default nothing. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = () => null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    loading ??= loadModule(load).then(
      (component) => void (loaded = component),
      () => {
        loading = undefined;
        showToast("This page is outdated", "The server was updated. Reload the page.");
      },
    );
    await loading;
  };
  function Lazy(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (Loaded === null) void start().then(() => setLoaded(() => loaded));
    }, [Loaded]);
    const Shown = Loaded ?? Meanwhile;
    return <Shown {...props} />;
  }
  return Object.assign(Lazy, { preload: () => void start() });
}
