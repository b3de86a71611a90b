import type { ServerProcess } from './server-process'

/** The demo's account as the server prints it at its start. */
export function demoAccount(
  { output }: Pick<ServerProcess, 'output'>,
  who: 'owner' | 'moderator',
): { email: string; password: string } {
  const [, email, password] = new RegExp(`Demo ${who}:\\s+(\\S+)\\s+(\\S+)`).exec(output()) ?? []
  if (!email || !password) throw new Error(`No demo ${who} in:\n${output()}`)
  return { email, password }
}
