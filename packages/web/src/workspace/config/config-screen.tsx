import { useQuery } from "@tanstack/react-query";
import { configQuery, schemasQuery } from "../../api/config.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { ConfigEditor } from "./config-editor.tsx";
import { formOf } from "./form-model.ts";
import { configRoute } from "./route.ts";

/** A form generated from the server's JSON Schema, beside the JSON of the config. */
export function ConfigScreen() {
  const { id } = configRoute.useParams();
  const config = useQuery(configQuery(id));
  const groups = useQuery({ ...schemasQuery, select: groupsOf });
  return (
    <QueryView query={groups}>
      {(form) => (
        <QueryView query={config}>
          {(latest) => <ConfigEditor key={id} workspaceId={id} groups={form} latest={latest} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function groupsOf(schemas: Parameters<typeof formOf>[1]) {
  const root = schemas["ConfigInput"];
  return root === undefined ? [] : formOf(root, schemas);
}
