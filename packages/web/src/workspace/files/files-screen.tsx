import { FileBrowser } from "./file-browser.tsx";
import { filesRoute } from "./route.ts";

/** The files of both volumes. */
export function FilesScreen() {
  const { id } = filesRoute.useParams();
  const { volume = "own", path = "" } = filesRoute.useSearch();
  return <FileBrowser workspaceId={id} sources={["own", "shared"]} source={volume} path={path} />;
}
