import { createHash } from 'node:crypto'
import ts from 'typescript'

/** How a place is mutated. */
export type Kind = 'negated' | 'connective' | 'equality' | 'boundary' | 'limit' | 'call' | 'await'

/** A place in a source that can be mutated, and how. */
export interface Place {
  /** File, kind and a digest of the code: it stays the same while the line is unchanged, wherever it moves. */
  id: string
  file: string
  kind: Kind
  line: number
  /** The position of the replaced code. */
  start: number
  end: number
  was: string
  becomes: string
  /** Whether it is a whole statement. Otherwise it is an expression. */
  isStatement: boolean
  /** Whether it is an expression that begins a statement. */
  beginsStatement: boolean
}

type Find = (node: ts.Node) => { kind: Kind; node: ts.Node; becomes: string } | undefined

const TURNED = new Map<ts.SyntaxKind, [Kind, string]>([
  [ts.SyntaxKind.AmpersandAmpersandToken, ['connective', '||']],
  [ts.SyntaxKind.BarBarToken, ['connective', '&&']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [ts.SyntaxKind.LessThanToken, ['boundary', '<=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [ts.SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
])

const CONSTANT = /^[A-Z][A-Z0-9_]*$/
/** No person can notice a millisecond or a pixel more. */
const TOO_FINE = /_(MS|PX|WIDTH|HEIGHT)$/
const LIMIT_PROPERTY = /max|min|limit|length|count|most|least|days|hours|attempts/i
const LIMIT_CALL = /^(max|min|length|limit|slice|substring|moreThan|lessThan)$/
/** Calls that write log lines, for operators and developers. */
const LOG = /(^|\.)(log|logger|console|span)\??\.\w+$/
const LOOKS = /^(sx|style|styles|className|classes)$/
const STYLE_CALL = /^(styled|createTheme|keyframes|css)\b/

/** All places of a source, in the order of the text. What no person could notice is left out: logs, looks, types. */
export function findPlaces(file: string, text: string): Place[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const seen = new Map<string, number>()
  const places: Place[] = []

  const add = ({ kind, node, becomes }: NonNullable<ReturnType<Find>>) => {
    const start = node.getStart(source)
    const { line } = source.getLineAndCharacterOfPosition(start)
    const was = node.getText(source)
    const name = `${file}#${kind}#${digest(`${was}\n${lineAt(text, start)}`).slice(0, 8)}`
    const number = seen.get(name) ?? 0
    seen.set(name, number + 1)
    places.push({
      id: `${name}#${number}`,
      file,
      kind,
      line: line + 1,
      start,
      end: node.end,
      was,
      becomes,
      isStatement: ts.isStatement(node),
      beginsStatement: statementAround(node)?.getStart(source) === start,
    })
  }

  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return
    for (const find of [negated, turned, limit, call, dropped]) {
      const found = find(node)
      if (found) add(found)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return places
}

function isLeftOut(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) return LOOKS.test(node.name.getText())
  if (ts.isVariableDeclaration(node)) return LOOKS.test(node.name.getText().toLowerCase())
  if (!ts.isCallExpression(node)) return false
  return LOG.test(node.expression.getText()) || STYLE_CALL.test(node.expression.getText())
}

/** `if (x)` and `x ? …`. A comparison is mutated by its operator instead, and a loop that never ends teaches nothing. */
const negated: Find = (node) => {
  const condition = ts.isIfStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
      ? node.condition
      : undefined
  if (!condition || isComparison(condition)) return undefined
  return { kind: 'negated', node: condition, becomes: `!(${condition.getText()})` }
}

const turned: Find = (node) => {
  if (!ts.isBinaryExpression(node)) return undefined
  const [kind, operator] = TURNED.get(node.operatorToken.kind) ?? []
  if (!kind || (kind === 'equality' && isLoop(node.parent))) return undefined
  return { kind, node, becomes: `(${node.left.getText()}) ${operator} (${node.right.getText()})` }
}

const limit: Find = (node) => {
  if (!ts.isNumericLiteral(node) || !/^\d[\d_]*$/.test(node.getText()) || !isLimit(node)) return undefined
  return { kind: 'limit', node, becomes: String(Number(node.text) + 1) }
}

const call: Find = (node) => {
  if (!ts.isExpressionStatement(node)) return undefined
  const { expression } = node
  const called =
    ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression
  if (!ts.isCallExpression(called) || isLeftOut(called)) return undefined
  if (called.expression.kind === ts.SyntaxKind.SuperKeyword) return undefined
  return { kind: 'call', node, becomes: '' }
}

/** Where a promise is returned anyway, dropping `await` changes nothing, unless a `try` is around it. */
const dropped: Find = (node) => {
  if (!ts.isAwaitExpression(node) || (isReturned(node) && !isTried(node))) return undefined
  return { kind: 'await', node, becomes: node.expression.getText() }
}

function isComparison(node: ts.Expression): boolean {
  return ts.isBinaryExpression(node) && (TURNED.get(node.operatorToken.kind)?.[0] ?? 'connective') !== 'connective'
}

function isLoop(node: ts.Node): boolean {
  return ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node)
}

/**
 * A number that bounds something: it is compared, named as a constant or a maximum, or passed to `max`, `slice` and the
 * like.
 */
function isLimit(literal: ts.NumericLiteral): boolean {
  let node: ts.Node = literal
  // Of `20 * 1024 * 1024` the first factor is the limit, the others are its unit.
  while (ts.isBinaryExpression(node.parent) && node.parent.operatorToken.kind === ts.SyntaxKind.AsteriskToken) {
    if (node.parent.left !== node) return false
    node = node.parent
  }
  const { parent } = node
  if (ts.isBinaryExpression(parent)) return TURNED.get(parent.operatorToken.kind)?.[0] === 'boundary'
  if (ts.isVariableDeclaration(parent)) return isLimitName(parent.name.getText(), node !== literal)
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) {
    const name = parent.name.getText()
    return LIMIT_PROPERTY.test(name) || isLimitName(constantAround(parent), node !== literal)
  }
  if (!ts.isCallExpression(parent) || parent.expression === node) return false
  const called = parent.expression
  return LIMIT_CALL.test(ts.isPropertyAccessExpression(called) ? called.name.text : called.getText())
}

function isLimitName(name: string, hasUnit: boolean): boolean {
  return CONSTANT.test(name) && (hasUnit || !TOO_FINE.test(name))
}

/** The name of the constant whose object this property belongs to. */
function constantAround(property: ts.PropertyAssignment): string {
  let node: ts.Node = property.parent.parent
  while (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) node = node.parent
  return ts.isVariableDeclaration(node) ? node.name.getText() : ''
}

function isReturned(node: ts.AwaitExpression): boolean {
  return ts.isReturnStatement(node.parent) || ts.isArrowFunction(node.parent)
}

function isTried(node: ts.Node): boolean {
  for (let around = node.parent; !ts.isFunctionLike(around) && !ts.isSourceFile(around); around = around.parent)
    if (ts.isTryStatement(around)) return true
  return false
}

function statementAround(node: ts.Node): ts.Node | undefined {
  let around = node
  while (ts.isExpression(around)) around = around.parent
  return ts.isExpressionStatement(around) ? around : undefined
}

function lineAt(text: string, position: number): string {
  const end = text.indexOf('\n', position)
  return text.slice(text.lastIndexOf('\n', position - 1) + 1, end === -1 ? undefined : end).trim()
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
