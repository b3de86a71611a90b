import { CommanderError } from 'commander'
import { failureOf } from './failures'
import { createProgram } from './program'

const WRONG_USE = 2

createProgram()
  .parseAsync()
  .then(() => process.exit())
  .catch((error: unknown) => {
    // What commander throws it has said already: help was asked for, or the command was wrong.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : WRONG_USE)
    process.stderr.write(`${failureOf(error)}\n`)
    process.exit(1)
  })
