/** A browser reads the file after the click, sometimes late. */
const REVOKE_AFTER_MS = 60_000

/** Lets the browser save a file at a `blob:` URL under this name, then revokes the URL. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}

/** Lets the browser download a URL of the site, under the name that the server gives it. */
export function downloadFile(url: string): void {
  const link = document.createElement('a')
  link.href = url
  // So that an error becomes a failed download, not a navigation.
  link.download = ''
  link.click()
}

/** A small file as a `data:` URL, which a state can hold and an <img> or a download can use. */
export function dataUrlOf(bytes: ArrayBuffer, contentType: string): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte))
  return `data:${contentType};base64,${btoa(letters.join(''))}`
}
