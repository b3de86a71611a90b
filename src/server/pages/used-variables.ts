const DEFINITION = /(?<=[{;])(--[\w-]+):[^;{}]*;?/g
const USE = /var\(\s*(--[\w-]+)/g

/**
 * Leaves out of style sheets the definitions of CSS variables that nothing uses: neither the sheets, nor the HTML that they are
 * for. A definition that only another unused one needs is left out too.
 */
export function withoutUnusedVariables(sheets: readonly string[], html: string): string[] {
  const usedInHtml = usesIn(html)
  let kept = [...sheets]
  for (;;) {
    const used = new Set([...usedInHtml, ...kept.flatMap(usesIn)])
    const next = kept.map((css) =>
      css.replace(DEFINITION, (definition, name: string) => (used.has(name) ? definition : '')),
    )
    if (next.every((css, index) => css === kept[index])) return next
    kept = next
  }
}

function usesIn(text: string): string[] {
  return Array.from(text.matchAll(USE), ([, name = '']) => name)
}
