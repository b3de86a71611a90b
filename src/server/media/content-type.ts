const TYPES: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp' }

/** The content type of a file that we wrote ourselves, by the ending we gave it. */
export function contentTypeOf(fileName: string): string {
  return TYPES[fileName.split('.').pop() ?? ''] ?? 'application/octet-stream'
}
