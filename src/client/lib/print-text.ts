/** Opens the browser's print dialog for a heading and lines of text alone. */
export function printText(heading: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const paper = frame.contentDocument
  if (paper) {
    paper.title = heading
    paper.body.append(element(paper, 'h1', heading), ...lines.map((line) => element(paper, 'p', line)))
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow?.print()
  }
}

function element(paper: Document, tag: string, text: string): HTMLElement {
  const made = paper.createElement(tag)
  made.textContent = text
  return made
}
