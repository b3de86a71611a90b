/** The npm package, not Node's deprecated module of the same name: the slash distinguishes them. */
declare module 'punycode/' {
  export function toUnicode(domain: string): string
  export function toASCII(domain: string): string
}
