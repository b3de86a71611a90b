import { readFile } from 'node:fs/promises'
import type { HeifChannel, HeifImage } from 'libheif-js/wasm-bundle'

/** A picture of which only the header was read. */
export interface OpenedHeic {
  width: number
  height: number
  /** Decodes the pixels; undefined when they cannot be read. */
  decode(): Promise<DecodedHeic | undefined>
}

/** Pixels in rows without gaps, turned upright according to the file. */
export interface DecodedHeic {
  data: Uint8Array
  width: number
  height: number
  /** 3 for RGB, 4 for RGB with opacity. */
  channels: 3 | 4
}

/** The primary picture of a local HEIC file; undefined when it is not HEIC. Rejects when the disk fails. */
export async function openHeic(file: string): Promise<OpenedHeic | undefined> {
  // Loaded on demand: HEIC files are rare.
  const { HeifDecoder } = await import('libheif-js/wasm-bundle')
  const bytes = await readFile(file)
  try {
    const images = new HeifDecoder().decode(bytes)
    const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
    return image && { width: image.get_width(), height: image.get_height(), decode: () => decode(image) }
  } catch {
    // Every error of the parser means that the file cannot be read.
    return undefined
  }
}

/**
 * Returns the pixels in libheif's own memory: its `display` would copy them, and two copies of a large picture do not
 * fit. The memory is not freed; a process that has grown too large is ended.
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

/** Removes the gaps between rows, in place. */
function withoutGaps({ data, width, height, stride }: HeifChannel, channels: number) {
  const rowBytes = width * channels
  if (stride !== rowBytes) {
    for (let row = 1; row < height; row++) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes)
  }
  return { data: data.subarray(0, rowBytes * height), width, height }
}
