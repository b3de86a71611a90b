import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The path of a unix socket may have 104 bytes on macOS and 108 on Linux, including the closing NUL. */
const SOCKET_PATH_MAX_BYTES = 103

export function fitsSocketAddress(socketPath: string): boolean {
  return Buffer.byteLength(socketPath) <= SOCKET_PATH_MAX_BYTES
}

/** Creates a folder with a short path, closed to other users. The caller removes it. */
export function makeShortFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'pomnim-'))
}

/**
 * Calls `work` with a path to the socket `name` in `folder` that is short enough for a socket. If the real path is too
 * long, the path goes through a temporary symbolic link. The socket itself is in `folder` either way.
 */
export async function withSocketPath<T>(
  folder: string,
  name: string,
  work: (socketPath: string) => Promise<T>,
): Promise<T> {
  const socketPath = path.join(folder, name)
  if (fitsSocketAddress(socketPath)) return work(socketPath)

  const shortFolder = makeShortFolder()
  try {
    const link = path.join(shortFolder, 'f')
    symlinkSync(path.resolve(folder), link)
    return await work(path.join(link, name))
  } finally {
    rmSync(shortFolder, { recursive: true, force: true })
  }
}
