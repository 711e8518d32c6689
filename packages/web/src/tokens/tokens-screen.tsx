import { useInfiniteQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { instancePath } from "../api/instance.ts";
import { serviceTokensQuery } from "../api/service-tokens.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { MoreRows } from "../ui/more-rows.tsx";
import { Page } from "../ui/page.tsx";
import { SkeletonRows } from "../ui/spinner.tsx";
import { CreateTokenDialog } from "./create-token-dialog.tsx";
import { TokenTable } from "./token-table.tsx";

/** Who else may call the API, and as what. */
export function TokensScreen() {
  const [isCreating, setCreating] = useState(false);
  const list = useInfiniteQuery(serviceTokensQuery);
  const tokens = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFirst = list.isSuccess && tokens.length === 0;
  const create = (
    <Button kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create Service Token
    </Button>
  );
  return (
    <Page
      title="Service Tokens"
      description={
        <>
          With a token, programs use the <a href={instancePath("/api/docs")}>API</a> as this service lets
          them. A token’s secret is shown once, when it is made.
        </>
      }
      actions={isFirst ? undefined : create}
    >
      {list.isPending && <SkeletonRows count={3} />}
      {list.isError && list.data === undefined && (
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isFirst && (
        <EmptyState icon={<KeyRound />} title="No tokens yet" action={create}>
          Create one for each program that calls the API, with the scopes that it needs and no more.
        </EmptyState>
      )}
      {tokens.length > 0 && <TokenTable tokens={tokens} />}
      <MoreRows list={list} />
      <CreateTokenDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}
