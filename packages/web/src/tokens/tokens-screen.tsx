import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { instancePath } from "../api/instance.ts";
import { serviceTokensQuery } from "../api/service-tokens.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { PagedView } from "../ui/query-view.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenTable } from "./token-table.tsx";

export function TokensScreen() {
  const [isCreating, setCreating] = useState(false);
  const list = useInfiniteQuery(serviceTokensQuery);
  return (
    <Page
      title="Service tokens"
      description={
        <>
          Programs use service tokens to access the <a href={instancePath("/api/docs")}>API</a>.
        </>
      }
      actions={
        <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          New service token
        </Button>
      }
    >
      <PagedView
        query={list}
        rows={3}
        empty={
          <EmptyState icon={<KeyRound />} title="No tokens yet">
            Create a token for each program that calls the API, with only the scopes that it needs.
          </EmptyState>
        }
      >
        {(tokens) => <TokenTable tokens={tokens} />}
      </PagedView>
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
