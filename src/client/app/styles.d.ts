/** Style sheets are imported for their effect alone; Rspack takes them out into files. */
declare module '*.css'

/** The address of a font. */
declare module '*.woff2' {
  const address: string
  export default address
}
