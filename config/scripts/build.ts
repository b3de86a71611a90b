import { compile } from './compile'

compile(['client', 'server']).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
