/** The package, not Node's deprecated module of the same name: the slash tells them apart. */
declare module 'punycode/' {
  export function toUnicode(domain: string): string
  export function toASCII(domain: string): string
}
