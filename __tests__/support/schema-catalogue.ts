import { sql } from 'kysely'
import type { Db } from '@server/db/schema'

interface Column {
  type: string
  isRequired: boolean
  /** By a default, an identity, or from other columns. */
  isFilledIn: boolean
}

/** What the statements of a release rely on: the tables of a database with their columns, and the constraints on rows. */
export interface Catalogue {
  /** By table and column: 'memorials.lastname'. */
  columns: Map<string, Column>
  /** Checks, references and unique keys by their definitions, with their columns. */
  rules: Map<string, { table: string; columns: string[] }>
  functions: Set<string>
}

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows: columns } = await sql<Column & { table: string; name: string }>`
    select relname as "table", attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
      atthasdef or attidentity <> '' as "isFilledIn"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`.execute(db)
  const { rows: rules } = await sql<{ table: string; definition: string; columns: string[] }>`
    select relname as "table", pg_get_constraintdef(pg_constraint.oid) as definition, array(
      select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p', 'x')
    union all
    select relname, pg_get_indexdef(indexrelid), array(
      select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey))
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and indisunique
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  const { rows: functions } = await sql<{ name: string }>`
    select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(db)
  return {
    columns: new Map(columns.map(({ table, name, ...column }) => [`${table}.${name}`, column])),
    rules: new Map(
      rules.map(({ table, definition, columns: of }) => [`${table}: ${definition}`, { table, columns: of }]),
    ),
    functions: new Set(functions.map(({ name }) => name)),
  }
}

/**
 * Why statements that a release wrote for the tables of `before` may fail on those of `after`: empty when `after` only adds
 * to them.
 */
export function whatBreaksFormerStatements(before: Catalogue, after: Catalogue): string[] {
  const tables = new Set([...before.columns.keys()].map(tableOf))
  const isFormer = (table: string, column: string) => before.columns.has(`${table}.${column}`)
  return [
    ...[...before.columns].flatMap(([name, column]) => changeOfColumn(name, column, after.columns.get(name))),
    ...[...after.columns].flatMap(([name, { isRequired, isFilledIn }]) => {
      const isNew = tables.has(tableOf(name)) && !before.columns.has(name)
      return isNew && isRequired && !isFilledIn ? [`${name} is new, required, and filled in by nothing`] : []
    }),
    // A constraint on a new column is allowed: former statements leave that at its default.
    ...[...after.rules].flatMap(([rule, { table, columns }]) => {
      const isNew = tables.has(table) && !before.rules.has(rule)
      return isNew && columns.every((column) => isFormer(table, column)) ? [`${rule} is new`] : []
    }),
    ...[...before.functions].filter((name) => !after.functions.has(name)).map((name) => `${name} is gone`),
  ]
}

function changeOfColumn(name: string, before: Column, after: Column | undefined): string[] {
  if (!after) return [`${name} is gone`]
  if (after.type !== before.type) return [`${name} was ${before.type} and is ${after.type}`]
  if (after.isRequired && !before.isRequired) return [`${name} is required now`]
  if (before.isFilledIn && !after.isFilledIn && after.isRequired) return [`${name} is filled in by nothing now`]
  return []
}

function tableOf(column: string): string {
  return column.split('.', 1)[0] ?? ''
}
