/** The rules of squawk (https://squawkhq.com/docs/rules) that matter here, under its names, for the statements of one migration. */

export interface Finding {
  rule: string
  statement: string
  why: string
}

interface Judged {
  /** In lower case, on one line, without comments, quoted texts and function bodies. */
  text: string
  /** The actions of an ALTER TABLE; none for a table that the migration itself created: no one else uses it yet. */
  actions: string[]
  isOnline: boolean
  isNew: (table: string) => boolean
}

interface Rule {
  name: string
  breaks: (statement: Judged) => boolean
  why: string
}

const ALTER = /^alter table (?:if exists )?(?:only )?"?(\w+)"? /
const INDEX_ON = /^create (?:unique )?index .*?\bon (?:only )?"?(\w+)"?/
const ROWS_OF = /^(?:update|delete from) (?:only )?"?(\w+)"?/
const NEW_TABLE = /^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/
const IN_ONLINE = 'goes into an online migration (isOnline: true)'
const ADD_COLUMN = /^add (?:column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b|exclude\b)/
const COLUMN = /^alter (?:column )?\S+ /

/** Some action of an ALTER TABLE on a table that others use. */
const altering = (breaks: (action: string) => boolean) => (statement: Judged) => statement.actions.some(breaks)
const adding = (breaks: RegExp) => altering((action) => ADD_COLUMN.test(action) && breaks.test(action))
const alteringColumn = (how: RegExp) =>
  altering((action) => COLUMN.test(action) && how.test(action.replace(COLUMN, '')))

const RULES: Rule[] = [
  {
    name: 'require-concurrent-index-creation',
    breaks: ({ text, isNew }) =>
      /^create (unique )?index (?!concurrently)/.test(text) && !isNew(INDEX_ON.exec(text)?.[1] ?? ''),
    why: `nobody can write the table meanwhile: createIndexOnline ${IN_ONLINE}`,
  },
  {
    name: 'require-concurrent-index-deletion',
    breaks: ({ text }) => /^drop index (?!concurrently)/.test(text),
    why: `all requests wait: DROP INDEX CONCURRENTLY ${IN_ONLINE}`,
  },
  {
    name: 'ban-concurrent-index-creation-in-transaction',
    breaks: ({ text, isOnline }) => !isOnline && /\bindex concurrently\b/.test(text),
    why: `PostgreSQL refuses it in a transaction: it ${IN_ONLINE}`,
  },
  {
    name: 'constraint-missing-not-valid',
    breaks: altering((action) =>
      ADD_COLUMN.test(action)
        ? /\b(references|check)\b/.test(action)
        : /^add (constraint \S+ )?(check|foreign key)\b/.test(action) && !action.endsWith(' not valid'),
    ),
    why: `all rows are checked while requests wait: add the constraint NOT VALID here; VALIDATE CONSTRAINT ${IN_ONLINE}`,
  },
  {
    name: 'disallowed-unique-constraint',
    breaks: altering((action) => /^add\b.*\b(unique|primary key)\b/.test(action) && !/\busing index\b/.test(action)),
    why: 'its index is built while requests wait: build it online, then ADD CONSTRAINT … USING INDEX',
  },
  {
    name: 'adding-required-field',
    breaks: adding(/^(?!.*\bdefault\b).*(?<!\bis )\bnot null\b/),
    why: 'it fails where there are rows, and the former release does not fill it in: give it a default',
  },
  {
    name: 'adding-field-with-default',
    breaks: adding(/\bdefault (?!now\(\))\w+\(|\bgenerated\b|\b(big|small)?serial\b/),
    why: 'the whole table is written anew while requests wait: add it empty, and fill it in an online migration',
  },
  {
    name: 'adding-not-nullable-field',
    breaks: alteringColumn(/^set not null\b/),
    why: 'all rows are checked while requests wait, and the former release may write none: CHECK … NOT VALID, validated online',
  },
  {
    name: 'changing-column-type',
    breaks: alteringColumn(/^(set data )?type\b/),
    why: 'the table is written anew while requests wait, and the former release reads the old type: add another column',
  },
  {
    name: 'renaming',
    breaks: ({ text }) => /^alter (table|index|view|type)\b.*\brename\b/.test(text),
    why: 'the former release looks for the old name',
  },
  {
    name: 'ban-drop',
    breaks: ({ text, actions }) =>
      /^drop (table|view|schema|database|type|function)\b/.test(text) ||
      actions.some((action) => /^drop (column )?(?!constraint\b)\S+/.test(action)),
    why: 'the former release still uses it',
  },
  {
    name: 'ban-whole-table-work',
    breaks: ({ text, isOnline, isNew }) =>
      /^(truncate|cluster|vacuum full|lock table|refresh materialized view (?!concurrently))\b/.test(text) ||
      /^reindex (?!.*\bconcurrently\b)/.test(text) ||
      (!isOnline && ROWS_OF.test(text) && !isNew(ROWS_OF.exec(text)?.[1] ?? '')),
    why: `its rows stay locked until the migration ends: changing rows in small transactions ${IN_ONLINE}`,
  },
  {
    name: 'online-takes-no-locks',
    breaks: ({ text, isOnline }) =>
      isOnline &&
      !/^(select|insert|update|delete|with|set|reset|analyze|reindex)\b/.test(text) &&
      !/^(create (unique )?|drop )index concurrently\b/.test(text) &&
      !/^alter table \S+ validate constraint \S+$/.test(text),
    why: 'nothing ends it when everybody waits behind it: it goes into a plain migration',
  },
  {
    name: 'transaction-nesting',
    breaks: ({ text }) => /^(begin|commit|rollback|start transaction|end)\b/.test(text),
    why: 'each plain migration has a transaction already',
  },
  {
    name: 'prefer-timestamp-tz',
    breaks: ({ text }) => /^(create|alter) table\b.*\btimestamp\b(?! with time zone)/.test(text),
    why: 'timestamptz is an instant',
  },
  {
    name: 'prefer-text-field',
    breaks: ({ text }) => /^(create|alter) table\b.*\b(var)?char(acter)?( varying)? ?\(/.test(text),
    why: 'text with a check can be made longer without writing the table anew',
  },
  {
    name: 'prefer-identity',
    breaks: ({ text }) => /^create table\b.*\b(big|small)?serial\b/.test(text),
    why: 'generated always as identity',
  },
]

const COMMENT = /--[^\n]*|\/\*[\s\S]*?\*\//g
const ALLOWED = /allow ([\w-]+): ?\S/g

/** Lints the statements of a migration. A comment in a statement, `-- allow <rule>: <reason>`, disables one rule. */
export function judgeMigration(statements: string[], { isOnline }: { isOnline: boolean }): Finding[] {
  const made = new Set(statements.map((statement) => NEW_TABLE.exec(plainText(statement))?.[1]))
  const isNew = (table: string) => made.has(table)
  return statements.flatMap((statement) => {
    const allowed = [...statement.matchAll(ALLOWED)].map(([, rule]) => rule)
    const text = plainText(statement)
    const judged = { text, actions: isNew(ALTER.exec(text)?.[1] ?? '') ? [] : actionsOf(text), isOnline, isNew }
    return RULES.filter(({ name, breaks }) => !allowed.includes(name) && breaks(judged)).map(({ name, why }) => ({
      rule: name,
      statement: statement.replace(/\s+/g, ' ').trim(),
      why,
    }))
  })
}

function plainText(statement: string): string {
  return statement
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(COMMENT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/;? ?$/, '')
    .trim()
    .toLowerCase()
}

/** The actions of an ALTER TABLE, split at commas outside brackets. */
function actionsOf(text: string): string[] {
  if (!ALTER.test(text)) return []
  const actions: string[] = []
  const body = text.replace(ALTER, '')
  let [depth, start] = [0, 0]
  for (let at = 0; at < body.length; at++) {
    if (body[at] === '(') depth++
    if (body[at] === ')') depth--
    if (body[at] !== ',' || depth > 0) continue
    actions.push(body.slice(start, at))
    start = at + 1
  }
  return [...actions, body.slice(start)].map((action) => action.trim())
}
