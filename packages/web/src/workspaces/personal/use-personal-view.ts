import { useQuery } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { principalQuery } from "../../api/client.ts";
import { basePath } from "../../api/instance.ts";
import { emptyView, type PersonalView } from "./personal-view.ts";
import { PersonalViews, type ViewStore } from "./personal-views.ts";

function browserStore(): ViewStore | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const views = new PersonalViews(browserStore(), () => Date.now());
addEventListener("storage", ({ key }) => views.reload(key));

/** After signing out, until the page of sign-in is shown. */
const NOBODY = emptyView(Number.POSITIVE_INFINITY);

interface OwnView {
  readonly view: PersonalView;
  readonly change: (change: (view: PersonalView) => PersonalView) => void;
}

/** What the signed-in person pinned, archived, read and viewed in this browser. */
export function usePersonalView(): OwnView {
  const { data } = useQuery(principalQuery);
  // Other instances of the same origin have other prefixes.
  const person = data === undefined ? null : `${basePath}/ ${data.tenant}/${data.id}`;
  const view = useSyncExternalStore(views.subscribe, () => (person === null ? NOBODY : views.read(person)));
  const change = useCallback<OwnView["change"]>(
    (how) => {
      if (person !== null) views.change(person, how);
    },
    [person],
  );
  return { view, change };
}
