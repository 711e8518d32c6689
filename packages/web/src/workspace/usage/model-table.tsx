import type { Schemas } from "@workspace-agent/client";
import { Cell, Row, Table } from "../../ui/table.tsx";
import { describeCost, describeDuration, exactCount } from "./amounts.ts";

const COLUMNS = [
  { title: "Model" },
  { title: "Turns", align: "end", width: "12%", isExtra: true },
  { title: "In", align: "end", width: "16%" },
  { title: "Out", align: "end", width: "16%" },
  { title: "Cost", align: "end", width: "18%" },
  { title: "Time", align: "end", width: "18%", isExtra: true },
] as const;

export function ModelTable({ models }: { readonly models: Schemas["Usage"]["by_model"] }) {
  return (
    <Table label="Usage by model" columns={COLUMNS}>
      {models.map((each) => (
        <Row key={each.model}>
          <Cell>{each.model === "" ? "Turns that never started" : each.model}</Cell>
          <Cell align="end" isExtra>
            {exactCount(each.turns)}
          </Cell>
          <Cell align="end">{exactCount(each.input_tokens)}</Cell>
          <Cell align="end">{exactCount(each.output_tokens)}</Cell>
          <Cell align="end">{each.cost_usd === null ? "—" : describeCost(each.cost_usd)}</Cell>
          <Cell align="end" isExtra>
            {describeDuration(each.duration_ms)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
