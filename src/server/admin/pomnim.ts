import { CommanderError } from 'commander'
import { failureOf } from './failures'
import { createProgram } from './program'

const WRONG_USE = 2

createProgram()
  .parseAsync()
  .then(() => process.exit())
  .catch((error: unknown) => {
    // Commander has already printed these: a request for help, or a usage error.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : WRONG_USE)
    process.stderr.write(`${failureOf(error)}\n`)
    process.exit(1)
  })
