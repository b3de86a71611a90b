declare global {
  interface Window {
    /** Where goober, the CSS library of notistack, looks for its style element. */
    _goober?: { parentNode: Node; firstChild: { data: string } }
  }
}

/**
 * goober writes its rules as text into a style element. The Content-Security-Policy of the page has no hash of that text,
 * and would block it; rules that are added one by one to an empty element are allowed. Call it before notistack is loaded.
 */
export function allowToastStylesUnderCsp(): void {
  const element = document.head.appendChild(document.createElement('style'))
  let text = ''
  window._goober = {
    parentNode: document.head,
    firstChild: {
      get data() {
        return text
      },
      set data(rules) {
        text = rules
        const { sheet } = element
        if (!sheet) return
        while (sheet.cssRules.length > 0) sheet.deleteRule(0)
        for (const rule of rulesOf(rules)) sheet.insertRule(rule, sheet.cssRules.length)
      },
    },
  }
}

/** The rules of a sheet, each with its nested rules. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let [depth, start] = [0, 0]
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] !== '}' || --depth > 0) continue
    rules.push(css.slice(start, at + 1))
    start = at + 1
  }
  return rules
}
