import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PICTURE_WORKER_FILE } from './server-app'

/** A picture process that misbehaves on files with certain names, and records which files it received. */
export interface OddPictureWorker {
  workerFile: string
  /** Which process started which file, by name; in order. */
  begun(): { pid: number; name: string }[]
  /** Releases all 'held' files. */
  letGo(): void
}

/** Its behaviour for a file whose name begins with the key, just before it detects the file type. */
const BEHAVIOURS = {
  held: `while (!existsSync(go)) await sleep(10)`,
  endless: `for (;;);`,
  crashing: `process.kill(process.pid, 'SIGSEGV'); await sleep(60_000)`,
  killed: `process.kill(process.pid, 'SIGKILL'); await sleep(60_000)`,
  greedy: `for (const taken = []; ; await sleep(1)) taken.push(Buffer.alloc(8 * 1024 ** 2, 1))`,
  'vanishing-jpeg': `unlinkSync(file); return { mime: 'image/jpeg' }`,
  'vanishing-heic': `unlinkSync(file); return { mime: 'image/heic' }`,
  'taken-for-jpeg': `return { mime: 'image/jpeg' }`,
}

/** The built worker with one change: how it detects file types. */
export function oddPictureWorker(folder: string): OddPictureWorker {
  const [log, go, workerFile] = ['begun', 'go', 'odd-picture-worker.js'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  const cases = Object.entries(BEHAVIOURS).map(([name, does]) => `if (name.startsWith('${name}')) { ${does} }`)
  writeFileSync(log, '')
  writeFileSync(
    workerFile,
    `const { appendFileSync, existsSync, unlinkSync } = require('node:fs')
     const { setTimeout: sleep } = require('node:timers/promises')
     const Module = require('node:module')
     const [log, go] = ${JSON.stringify([log, go])}
     const load = Module._load
     Module._load = (request, ...rest) => {
       const loaded = load(request, ...rest)
       if (request !== 'file-type/node') return loaded
       return {
         async fileTypeFromFile(file) {
           const name = require('node:path').basename(file)
           appendFileSync(log, process.pid + ' ' + name + '\\n')
           ${cases.join('\n')}
           return loaded.fileTypeFromFile(file)
         },
       }
     }
     require(${JSON.stringify(PICTURE_WORKER_FILE)})`,
  )
  return {
    workerFile,
    begun: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ') as [string, string])
        .map(([pid, name]) => ({ pid: Number(pid), name })),
    letGo: () => writeFileSync(go, ''),
  }
}
