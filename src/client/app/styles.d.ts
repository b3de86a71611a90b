/** Style sheets are imported for their effect alone; webpack takes them out into files. */
declare module '*.css'

/** The address of a font. */
declare module '*.woff2' {
  const address: string
  export default address
}
