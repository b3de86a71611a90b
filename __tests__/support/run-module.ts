import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

/**
 * Runs an ECMAScript module, which jest cannot load, in a process of its own: it reads `input` from stdin, and its stdout
 * is returned.
 */
export async function runModule(
  source: string,
  input: Buffer | string,
  { options = [], env = {} }: { options?: string[]; env?: Record<string, string> } = {},
): Promise<Buffer> {
  const program = spawn(process.execPath, ['--input-type=module', '-e', source, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  program.stdin.on('error', () => undefined).end(input)
  const [output, failure] = await Promise.all([buffer(program.stdout), buffer(program.stderr)])
  if (output.length === 0) throw new Error(`The module wrote nothing: ${failure.toString()}`)
  return output
}
