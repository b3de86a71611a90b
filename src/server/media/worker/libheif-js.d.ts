/** What we use of libheif-js, which brings no types of this entry. */
declare module 'libheif-js/wasm-bundle' {
  export interface HeifImage {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    /** Fills `data` with red, green, blue and opacity of each pixel; null when it cannot. */
    display(
      target: { data: Uint8ClampedArray; width: number; height: number },
      done: (decoded: { data: Uint8ClampedArray } | null) => void,
    ): void
  }

  export class HeifDecoder {
    decode(file: Uint8Array): HeifImage[]
  }
}
