import {
  sql,
  type Compilable,
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectType,
  type SqlBool,
} from "kysely";
import type { Database } from "./database.ts";

/** Stands for a value in a statement that is compiled before its values are known. */
class Placeholder<Parameters> {
  constructor(readonly read: (parameters: Parameters) => unknown) {}
}

/** A whole number that is read again with each call of a statement. */
export function valueAtCall(read: () => number): RawBuilder<number> {
  return sql<number>`cast(${new Placeholder<unknown>(read)} as bigint)`;
}

/** A statement that is compiled with its first call; each call gives it other values. */
export type Statement<Parameters, Row> = (parameters: Parameters) => CompiledQuery<Row>;

/** Run with every step, and with the same plan for all values: worth to be parsed and planned once for each connection. */
interface PreparedQuery<Row> extends CompiledQuery<Row> {
  readonly isPrepared: true;
}

/** Whether a database may keep a statement and its plan. */
export function isPrepared(query: CompiledQuery & Partial<PreparedQuery<unknown>>): boolean {
  return query.isPrepared ?? false;
}

function compile<Parameters, Row>(
  query: Compilable<Row>,
  mayBePrepared: boolean,
): Statement<Parameters, Row> {
  const plain = query.compile();
  const compiled = mayBePrepared ? ({ ...plain, isPrepared: true } satisfies PreparedQuery<Row>) : plain;
  const readers = compiled.parameters.map((value) =>
    value instanceof Placeholder ? (value as Placeholder<Parameters>).read : () => value,
  );
  return (parameters) => ({ ...compiled, parameters: readers.map((read) => read(parameters)) });
}

/** Gives the placeholder of a parameter, by its name. */
export type ParamOf<Parameters extends object> = <Name extends keyof Parameters>(
  name: Name,
) => Expression<Parameters[Name]>;

type ValuesOf<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> };

/** `values(valuesOf(param, ["tenant", "id"]))`: parameters for the columns of the same names. */
export function valuesOf<Parameters extends object, Name extends keyof Parameters>(
  param: ParamOf<Parameters>,
  names: readonly Name[],
): ValuesOf<Pick<Parameters, Name>> {
  return Object.fromEntries(names.map((name) => [name, param(name)])) as ValuesOf<Pick<Parameters, Name>>;
}

/** The tables that have a column for each of these values. */
export type TableWith<Values> = {
  [Table in keyof Database]: Values extends {
    readonly [Name in keyof Values]: Name extends keyof Database[Table]
      ? SelectType<Database[Table][Name]>
      : never;
  }
    ? Table
    : never;
}[keyof Database];

/** `where(matches(param, "tenant", "id"))`: whether columns equal the parameters of the same names. */
export function matches<Parameters extends object, Name extends keyof Parameters & string>(
  param: ParamOf<Parameters>,
  ...names: readonly Name[]
): <Table extends TableWith<Pick<Parameters, Name>>>(
  where: ExpressionBuilder<Database, Table>,
) => Expression<SqlBool> {
  const conditions = names.map((name) => sql`${sql.ref(name)} = ${param(name)}`);
  return () => sql`${sql.join(conditions, sql` and `)}`;
}

/** Compiled when it is called for: all of them at the start would take a good part of it. */
function whenCalled<Parameters extends object, Row>(
  build: (param: ParamOf<Parameters>) => Compilable<Row>,
  mayBePrepared: boolean,
): Statement<Parameters, Row> {
  let compiled: Statement<Parameters, Row> | null = null;
  return (parameters) => {
    compiled ??= compile(
      build((name) => sql`${new Placeholder<Parameters>((given) => given[name])}`),
      mayBePrepared,
    );
    return compiled(parameters);
  };
}

/** `statement<{ id: string }>()((param) => db.selectFrom(…).where("id", "=", param("id")))` */
export function statement<Parameters extends object>() {
  return <Row>(build: (param: ParamOf<Parameters>) => Compilable<Row>): Statement<Parameters, Row> =>
    whenCalled(build, false);
}

/** The same for one that every step runs and that goes by a key: databases may prepare it. */
export function preparedStatement<Parameters extends object>() {
  return <Row>(build: (param: ParamOf<Parameters>) => Compilable<Row>): Statement<Parameters, Row> =>
    whenCalled(build, true);
}

/** Rows of one statement at most: below the parameters that databases allow, and few enough to keep each length compiled. */
const MAX_ROWS = 50;
/** Of so many at most, one is prepared: each length is a statement of its own, and a database keeps its plan for each connection. */
const MAX_PREPARED_ROWS = 4;

/**
 * An insert of several rows in one statement, compiled once for each number of rows. Gives a statement for each 50.
 * `columns` are the members of a row.
 */
export function multiRowStatement<Values extends object>(
  columns: readonly (keyof Values)[],
  build: (rows: readonly ValuesOf<Values>[]) => Compilable,
): (rows: readonly Values[]) => readonly CompiledQuery[] {
  const compiled = new Map<number, Statement<readonly Values[], unknown>>();

  function ofLength(length: number): Statement<readonly Values[], unknown> {
    const known = compiled.get(length);
    if (known !== undefined) return known;
    const rows = Array.from({ length }, (_, index) => {
      const read = (column: keyof Values) => (values: readonly Values[]) => values[index]?.[column];
      return valuesOf<Values, keyof Values>((column) => sql`${new Placeholder(read(column))}`, columns);
    });
    const made = compile<readonly Values[], unknown>(build(rows), length <= MAX_PREPARED_ROWS);
    compiled.set(length, made);
    return made;
  }

  return (rows) => {
    const queries: CompiledQuery[] = [];
    for (let start = 0; start < rows.length; start += MAX_ROWS) {
      const chunk = rows.slice(start, start + MAX_ROWS);
      queries.push(ofLength(chunk.length)(chunk));
    }
    return queries;
  };
}
