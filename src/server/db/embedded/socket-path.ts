import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A unix socket's address holds 104 bytes on macOS and 108 on Linux, its closing NUL included. */
const SOCKET_PATH_MAX_BYTES = 103

export function fitsSocketAddress(socketPath: string): boolean {
  return Buffer.byteLength(socketPath) <= SOCKET_PATH_MAX_BYTES
}

/** A new folder with a short path that no other user can enter. Whoever asked for it removes it. */
export function makeShortFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'pomnim-'))
}

/**
 * Calls `use` with a path to a socket of `folder` that fits into a socket's address, by way of a short-lived link where the real one is
 * too long. The socket itself lives in `folder` either way.
 */
export async function withSocketPath<T>(
  folder: string,
  name: string,
  use: (socketPath: string) => Promise<T>,
): Promise<T> {
  const socketPath = path.join(folder, name)
  if (fitsSocketAddress(socketPath)) return use(socketPath)

  const shortFolder = makeShortFolder()
  try {
    const link = path.join(shortFolder, 'f')
    symlinkSync(path.resolve(folder), link)
    return await use(path.join(link, name))
  } finally {
    rmSync(shortFolder, { recursive: true, force: true })
  }
}
