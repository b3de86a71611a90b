import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { ImportGraph } from './import-graph'

/** A name at the top level of a file: whether it is a function or class, and the names that its code uses. */
interface Declaration {
  isFunction: boolean
  isExported: boolean
  uses: Set<string>
}

interface Module {
  declarations: Map<string, Declaration>
  /** Local name to what it is in another file. Imports of types alone are left out. */
  imports: Map<string, { file: string; name: string }>
}

/** What runs when the file loads, whatever is imported of it: calls at the top level and imports without a name. */
const ON_LOAD = ''
const ALL = '*'

export type NameGraph = ReturnType<typeof readNameGraph>

/** Which names of a file use which names of others: finer than imports, where a file holds what several behaviours use. */
export function readNameGraph(graph: ImportGraph, root: string) {
  const modules = new Map(graph.files.map((file) => [file, readModule(file, root, graph.resolve)]))

  return {
    /** The file that declares `name`. What is exported wins, and a function over a constant of its name, which loads it lazily. */
    fileOf(name: string): string | undefined {
      const rankOf = (file: string) => {
        const declaration = modules.get(file)?.declarations.get(name)
        return declaration && Number(declaration.isExported) * 2 + Number(declaration.isFunction)
      }
      const found = graph.files.filter((file) => rankOf(file) !== undefined)
      return found.sort((one, other) => (rankOf(other) ?? 0) - (rankOf(one) ?? 0))[0]
    },

    /**
     * The files that are reached from the entries, where neither `ends` nor a file that `isShared` is followed. An end that
     * nothing on the way uses is an error: it was renamed, or is no end any more.
     */
    follow(
      entries: { file: string; name: string }[],
      { ends = [], isShared }: { ends?: string[]; isShared: (file: string) => boolean },
    ): string[] {
      const seen = new Set<string>()
      const reached = new Set<string>()
      const unused = new Set(ends)
      const visit = (file: string, name: string): void => {
        const module = modules.get(file)
        if (!module || seen.has(`${file} ${name}`)) return
        seen.add(`${file} ${name}`)
        if (name === ALL) {
          for (const each of module.declarations.keys()) visit(file, each)
          return
        }
        const elsewhere = module.imports.get(name)
        if (elsewhere) {
          unused.delete(elsewhere.name)
          if (!ends.includes(elsewhere.name) && !isShared(elsewhere.file)) visit(elsewhere.file, elsewhere.name)
          return
        }
        const declaration = module.declarations.get(name)
        if (!declaration) return
        reached.add(file)
        visit(file, ON_LOAD)
        for (const used of declaration.uses) visit(file, used)
      }
      for (const { file, name } of entries) visit(file, name)
      if (unused.size > 0)
        throw new Error(`Nothing on the way uses ${[...unused].join(', ')}: no end in behaviours.ts.`)
      return [...reached].sort()
    },
  }
}

function readModule(file: string, root: string, resolve: ImportGraph['resolve']): Module {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const module: Module = { declarations: new Map(), imports: new Map() }
  const declare = (name: string, node: ts.Node, { isFunction = false, isExported = false } = {}) => {
    const uses = new Set([...(module.declarations.get(name)?.uses ?? []), ...usedIn(node)])
    module.declarations.set(name, { isFunction, isExported, uses })
  }
  const bring = (local: string, specifier: ts.Expression, name: string) => {
    const found = ts.isStringLiteral(specifier) ? resolve(specifier.text, file) : undefined
    if (found) module.imports.set(local, { file: found, name })
  }

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) bringImports(statement, bring)
    else if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier, isTypeOnly } = statement
      if (isTypeOnly || !moduleSpecifier || !exportClause || !ts.isNamedExports(exportClause)) continue
      for (const { name, propertyName } of exportClause.elements) {
        bring(name.text, moduleSpecifier, (propertyName ?? name).text)
      }
    } else if (ts.isVariableStatement(statement)) {
      const isExported = hasExport(statement)
      for (const declaration of statement.declarationList.declarations) {
        for (const name of namesOf(declaration.name)) declare(name, declaration, { isExported })
      }
    } else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      declare(statement.name?.text ?? 'default', statement, { isFunction: true, isExported: hasExport(statement) })
    } else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) {
      declare(ON_LOAD, statement)
    }
  }
  return module
}

function bringImports(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  bring: (local: string, specifier: ts.Expression, name: string) => void,
): void {
  if (importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return
  if (importClause?.name) bring(importClause.name.text, moduleSpecifier, 'default')
  const bindings = importClause?.namedBindings
  if (bindings && ts.isNamespaceImport(bindings)) bring(bindings.name.text, moduleSpecifier, ALL)
  if (bindings && ts.isNamedImports(bindings)) {
    for (const { name, propertyName, isTypeOnly } of bindings.elements) {
      if (!isTypeOnly) bring(name.text, moduleSpecifier, (propertyName ?? name).text)
    }
  }
}

function hasExport(node: ts.VariableStatement | ts.FunctionDeclaration | ts.ClassDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)))
}

/** All names that stand for values in `node`, keys and types left out. */
function usedIn(node: ts.Node, names = new Set<string>()): Set<string> {
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) return
    const isKey =
      (ts.isPropertyAccessExpression(node) && node.name === child) ||
      ((ts.isPropertyAssignment(node) || ts.isJsxAttribute(node)) && node.name === child)
    if (ts.isIdentifier(child) && !isKey) names.add(child.text)
    usedIn(child, names)
  })
  return names
}
