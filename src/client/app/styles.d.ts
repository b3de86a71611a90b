/** Style sheets are imported for their effect only; Rspack extracts them into files. */
declare module '*.css'

/** The URL of a font. */
declare module '*.woff2' {
  const address: string
  export default address
}
