/** A file as the text of a `data:` address, which a state can hold and an <img> or a download can use. */
export function blobAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(new Error('The file could not be read', { cause: reader.error }))
    reader.readAsDataURL(blob)
  })
}
