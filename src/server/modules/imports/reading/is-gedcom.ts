/** The first bytes of a GEDCOM file, after a mark of its encoding. */
export function isGedcom(bytes: Uint8Array): boolean {
  return /^\W*0\s+HEAD/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)).replaceAll('\0', ''))
}
