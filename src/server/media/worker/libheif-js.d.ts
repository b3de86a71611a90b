/** Types for the API of libheif-js that we use. The package has none for this entry. */
declare module 'libheif-js/wasm-bundle' {
  /** A picture of a file whose header was read. */
  export interface HeifImage {
    handle: HeifHandle
    get_width(): number
    get_height(): number
    is_primary(): boolean
    has_alpha_channel(): boolean
  }

  /** The handle of a picture inside the WebAssembly module. */
  export interface HeifHandle {
    readonly heif: unique symbol
  }

  export class HeifDecoder {
    decode(file: Uint8Array): HeifImage[]
  }

  export interface HeifChannel {
    width: number
    height: number
    /** Bytes from the start of one row to the next. */
    stride: number
    /** A view into the WebAssembly module's memory. */
    data: Uint8Array
  }

  /** Has a `code` if it failed, else channels. Interleaved pictures have a single channel. */
  export function heif_js_decode_image2(
    handle: HeifHandle,
    colorspace: number,
    chroma: number,
  ): Promise<{ code?: number; channels?: HeifChannel[] }>

  export const heif_colorspace: { heif_colorspace_RGB: number }
  export const heif_chroma: { heif_chroma_interleaved_RGB: number; heif_chroma_interleaved_RGBA: number }
}
