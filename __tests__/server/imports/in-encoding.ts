/** A text in an encoding with one byte for each letter. */
export function inEncoding(text: string, encoding: string): Uint8Array {
  const letters = new Map(
    Array.from({ length: 256 }, (_, code) => [new TextDecoder(encoding).decode(Uint8Array.of(code)), code]),
  )
  return Uint8Array.from(text, (letter) => letters.get(letter) ?? 0)
}
