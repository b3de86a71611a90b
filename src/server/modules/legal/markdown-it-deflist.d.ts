declare module 'markdown-it-deflist' {
  import type { MarkdownIt } from 'markdown-it'

  /** Terms and what is said of each, written as `Term` and, on the next line, `: what is said`. */
  export default function deflist(markdown: MarkdownIt): void
}
