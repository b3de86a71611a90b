/** The bundler's chunk loader: each `import()` goes through it. */
declare let __webpack_chunk_load__: (chunkId: string) => Promise<unknown>
