import { readFile } from 'node:fs/promises'
import type { HeifChannel, HeifImage } from 'libheif-js/wasm-bundle'

/** A picture whose header is read, and nothing more. */
export interface OpenedHeic {
  width: number
  height: number
  /** Undefined when it cannot be read. */
  decode(): Promise<DecodedHeic | undefined>
}

/** Pixels in rows without gaps, turned upright as the file asks. */
export interface DecodedHeic {
  data: Uint8Array
  width: number
  height: number
  /** Red, green, blue, and opacity where the file has it. */
  channels: 3 | 4
}

/** The primary picture of a local HEIC file; undefined when it is none. Rejects when the disk does not give it. */
export async function openHeic(file: string): Promise<OpenedHeic | undefined> {
  // Loaded with the first HEIC file: most installations' days pass without one.
  const { HeifDecoder } = await import('libheif-js/wasm-bundle')
  const bytes = await readFile(file)
  try {
    const images = new HeifDecoder().decode(bytes)
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    return image && { width: image.get_width(), height: image.get_height(), decode: () => decode(image) }
  } catch {
    // Whatever a reader of other people's files throws, it says that this one cannot be read.
    return undefined
  }
}

/**
 * The pixels stay in libheif's own memory: its `display` would copy them, and of a large picture there is no room for
 * two. That memory never shrinks and nothing in it is given back, since a process that has grown is ended.
 */
async function decode(image: HeifImage): Promise<DecodedHeic | undefined> {
  const { heif_js_decode_image2, heif_chroma, heif_colorspace } = await import('libheif-js/wasm-bundle')
  const channels = image.has_alpha_channel() ? 4 : 3
  const chroma = channels === 4 ? heif_chroma.heif_chroma_interleaved_RGBA : heif_chroma.heif_chroma_interleaved_RGB
  try {
    const decoded = await heif_js_decode_image2(image.handle, heif_colorspace.heif_colorspace_RGB, chroma)
    const pixels = decoded.channels?.[0]
    return pixels && { ...withoutGaps(pixels, channels), channels }
  } catch {
    return undefined
  }
}

/** Moves rows together, in place. */
function withoutGaps({ data, width, height, stride }: HeifChannel, channels: number) {
  const rowBytes = width * channels
  if (stride !== rowBytes) {
    for (let row = 1; row < height; row++) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes)
  }
  return { data: data.subarray(0, rowBytes * height), width, height }
}
