import { useMemo } from "react";
import { changeName, markViewed } from "../../workspaces/personal/personal-view.ts";
import { usePersonalView } from "../../workspaces/personal/use-personal-view.ts";
import type { PatchedFile } from "./parse-patch.ts";

/** The paths of the changed files that the person has viewed. A file that changes again is not viewed. */
export function useViewed(scope: string, files: ReadonlyMap<string, PatchedFile>) {
  const { view, change: changeView } = usePersonalView();
  const paths = useMemo(() => {
    const isViewed = ([path, { version }]: readonly [string, PatchedFile]) =>
      view.viewed.get(changeName(scope, path)) === version;
    return new Set([...files].filter(isViewed).map(([path]) => path));
  }, [view.viewed, scope, files]);
  const change = (path: string, isViewed: boolean) => {
    const version = isViewed ? (files.get(path)?.version ?? null) : null;
    changeView((before) => markViewed(before, changeName(scope, path), version));
  };
  return { paths, change };
}
