import type { ObjectStore } from "../ports/object-store.ts";
import { prefixedObjects } from "./prefixed-objects.ts";

/** The objects of a workspace, which no other has. */
export function workspaceObjects(store: ObjectStore, workspaceId: string): ObjectStore {
  return prefixedObjects(store, `w/${workspaceId}`);
}

/** Removes all objects of a workspace. */
export async function removeWorkspaceObjects(store: ObjectStore, workspaceId: string): Promise<void> {
  const own = workspaceObjects(store, workspaceId);
  for (;;) {
    const { objects, more } = await own.list("");
    if (objects.length > 0) await own.delete(objects.map(({ key }) => key));
    if (!more) return;
  }
}
