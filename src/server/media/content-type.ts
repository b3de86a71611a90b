const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** The content type of a stored file, by its extension, which the server itself chose. */
export function contentTypeOf(fileName: string): string {
  return TYPES[fileName.split('.').pop() ?? ''] ?? 'application/octet-stream'
}
