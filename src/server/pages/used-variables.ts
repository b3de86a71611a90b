const DEFINITION = /(?<=[{;])(--[\w-]+):[^;{}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g

/**
 * Leaves out of style sheets the definitions of CSS variables that nothing uses: neither the sheets, nor what is `usedOutside`
 * of them. A definition that only another unused one needs is left out too.
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

/** The names of CSS variables that a text asks for, as often as it does. */
export function usedIn(text: string): string[] {
  return Array.from(text.matchAll(USE), ([, name = '']) => name)
}
