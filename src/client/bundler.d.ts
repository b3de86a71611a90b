/** How the bundler loads a chunk: each `import()` passes here. */
declare let __webpack_chunk_load__: (chunkId: string) => Promise<unknown>
