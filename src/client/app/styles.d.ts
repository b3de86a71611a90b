/** Style sheets are imported for their effect alone; webpack takes them out into files. */
declare module '*.css'
