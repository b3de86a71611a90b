import { compile } from './compile'

compile(['client', 'renderer', 'server']).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
