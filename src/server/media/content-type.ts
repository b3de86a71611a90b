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

/** The content type of a file that we named ourselves, by the ending we gave it. */
export function contentTypeOf(fileName: string): string {
  return TYPES[fileName.split('.').pop() ?? ''] ?? 'application/octet-stream'
}
