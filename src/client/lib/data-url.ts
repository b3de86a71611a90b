/** A small file as a `data:` URL, which a state can hold and an <img> or a download can use. */
export function dataUrlOf(bytes: ArrayBuffer, contentType: string): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte))
  return `data:${contentType};base64,${btoa(letters.join(''))}`
}
