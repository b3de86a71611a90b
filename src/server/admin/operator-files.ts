import { accessSync, constants, existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { type Input, VerbError } from './verb'

/**
 * The absolute path of a file argument. `npm run` and the script in config/deploy change to the folder of the
 * installation, and pass the operator's working directory in INIT_CWD.
 */
export function fileNamed(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? '', name)
}

/** A file to read. @throws VerbError */
export function oldFile(name: string): string {
  const file = fileNamed(name)
  if (!allows(file, constants.R_OK)) throw new VerbError(`${file} is not there, or ${whoMayNot()} read it`)
  return file
}

/** A file to write, which only --force may replace. @throws VerbError */
export function newFile(name: string, { options }: Input): string {
  const file = fileNamed(name)
  const folder = path.dirname(file)
  if (!allows(folder, constants.W_OK | constants.X_OK)) {
    throw new VerbError(`the folder ${folder} is not there, or ${whoMayNot()} write into it`)
  }
  if (existsSync(file) && options.force !== true) throw new VerbError(`${file} is there already: --force replaces it`)
  return file
}

function allows(file: string, access: number): boolean {
  try {
    accessSync(file, access)
    return true
  } catch {
    return false
  }
}

/** In a container a user may have no name. */
function whoMayNot(): string {
  try {
    return `the user ${userInfo().username} may not`
  } catch {
    return 'this user may not'
  }
}
