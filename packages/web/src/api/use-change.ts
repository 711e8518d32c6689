import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";

/** A mutation that refreshes the queries below a key. */
export function useChange<Result, Variables = void>(
  queryKey: QueryKey,
  mutationFn: (variables: Variables) => Promise<Result>,
) {
  const queries = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey }) });
}
