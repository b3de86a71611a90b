import path from 'node:path'

/** Where files are while they are received and encoded; whatever a start finds there is nobody's. */
export function uploadsFolder(dataDir: string): string {
  return path.join(dataDir, 'uploads')
}
