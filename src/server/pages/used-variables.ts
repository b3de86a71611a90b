const DEFINITION = /(?<=[{;])(--[\w-]+):[^;{}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g

/**
 * Removes the definitions of CSS variables that nothing uses: neither the sheets nor `usedOutside`. A definition that only
 * another unused one needs is removed too.
 */
export function withoutUnusedVariables(sheets: readonly string[], usedOutside: readonly string[]): string[] {
  let remaining = [...sheets]
  for (;;) {
    const used = new Set([...usedOutside, ...remaining.flatMap(usedIn)])
    const next = remaining.map((css) =>
      css.replace(DEFINITION, (definition, name: string) => (used.has(name) ? definition : '')),
    )
    if (next.every((css, index) => css === remaining[index])) return next
    remaining = next
  }
}

/** The names of CSS variables that a text uses, with repetitions. */
export function usedIn(text: string): string[] {
  return Array.from(text.matchAll(USE), ([, name = '']) => name)
}
