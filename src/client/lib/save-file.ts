/** A browser reads the file after the press, some of them late. */
const KEPT_MS = 60_000

/** Lets the browser save a file at a `blob:` address under this name, then lets the address go. */
export function saveFile(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}

/** Lets the browser download what is at an address of the site, under the name that the server gives it. */
export function downloadFile(address: string): void {
  const link = document.createElement('a')
  link.href = address
  // So that a refusal is a failed download, and not another page.
  link.download = ''
  link.click()
}
