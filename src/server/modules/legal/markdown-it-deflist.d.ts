declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it'

  /** Definition lists: a line with a term, then a line with `: its definition`. */
  export default function deflist(markdown: MarkdownIt): void
}
