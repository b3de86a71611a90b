import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { WORKER_FILE } from './embedded-child'

/**
 * The thread's bundle with its fs instrumented: each fsynced file is a line of `fsyncs`, and no fsync succeeds while
 * `broken` exists.
 */
export function watchedWorker(folder: string): { workerFile: string; fsyncs: () => string[]; breakDisk: () => void } {
  const [log, broken, workerFile] = ['fsyncs', 'broken', 'watched-worker.js'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  writeFileSync(log, '')
  writeFileSync(
    workerFile,
    `const fs = require('node:fs')
     const { openSync, fsyncSync } = fs
     const paths = new Map()
     fs.openSync = (path, ...rest) => {
       const descriptor = openSync(path, ...rest)
       paths.set(descriptor, path)
       return descriptor
     }
     fs.fsyncSync = (descriptor) => {
       if (fs.existsSync(${JSON.stringify(broken)})) throw Object.assign(new Error('disk'), { code: 'EIO' })
       fsyncSync(descriptor)
       fs.appendFileSync(${JSON.stringify(log)}, paths.get(descriptor) + '\\n')
     }
     require(${JSON.stringify(WORKER_FILE)})`,
  )
  return {
    workerFile,
    fsyncs: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    breakDisk: () => writeFileSync(broken, ''),
  }
}
