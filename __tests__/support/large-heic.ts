import { readFile } from 'node:fs/promises'
import path from 'node:path'

const TILE_SIDE = 512

/**
 * A HEIC with this many pixels a side, as phones make it: a grid of tiles. All tiles share one sample, which makes a file
 * of some kilobytes.
 */
export async function largeHeic(side: number): Promise<Buffer> {
  const sample = await readFile(path.resolve('__tests__/support/files/tile.heic'))
  const tile = boxOf(sample, 'mdat').subarray(8)
  const tilesAcross = Math.ceil(side / TILE_SIDE)
  const tiles = Array.from({ length: tilesAcross ** 2 }, (_, index) => index + 1)
  const grid = tiles.length + 1
  const items = u16(tiles.length + 1)

  const start = box('ftyp', 'heic', u32(0), 'mif1', 'heic')
  const metaWith = (tileOffset: number) =>
    fullBox(
      'meta',
      fullBox('hdlr', u32(0), 'pict', Buffer.alloc(13)),
      fullBox('pitm', u16(grid)),
      box(
        'iloc',
        // Version 1, with offsets and lengths of four bytes each.
        [1, 0, 0, 0, 0x44, 0],
        items,
        ...tiles.map((id) => location(id, { isInFile: true, offset: tileOffset, length: tile.length })),
        location(grid, { isInFile: false, offset: 0, length: 8 }),
      ),
      fullBox('iinf', items, ...tiles.map((id) => item(id, 'hvc1')), item(grid, 'grid')),
      box(
        'iprp',
        box('ipco', boxOf(sample, 'hvcC'), sizeBox(TILE_SIDE), sizeBox(side)),
        // A tile has the first property, which is essential, and the second; the grid has the third.
        fullBox('ipma', u32(tiles.length + 1), ...tiles.flatMap((id) => [u16(id), [2, 0x81, 2]]), u16(grid), [1, 3]),
      ),
      fullBox('iref', box('dimg', u16(grid), u16(tiles.length), ...tiles.map(u16))),
      box('idat', [0, 0, tilesAcross - 1, tilesAcross - 1], u16(side), u16(side)),
    )
  const meta = metaWith(start.length + metaWith(0).length + 8)
  return Buffer.concat([start, meta, box('mdat', tile)])
}

/** The location of an item's bytes: in the file, or in the box `idat`. */
function location(id: number, { isInFile, offset, length }: { isInFile: boolean; offset: number; length: number }) {
  return Buffer.concat([u16(id), u16(isInFile ? 0 : 1), u16(0), u16(1), u32(offset), u32(length)])
}

function item(id: number, type: string): Buffer {
  // Version 2; tiles are not pictures of their own.
  return box('infe', [2, 0, 0, type === 'grid' ? 0 : 1], u16(id), u16(0), type, [0])
}

function sizeBox(side: number): Buffer {
  return fullBox('ispe', u32(side), u32(side))
}

/** The first box of a type in a file, with its head. */
function boxOf(file: Buffer, type: string): Buffer {
  const start = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(start, start + file.readUInt32BE(start))
}

type Part = Buffer | string | number[]

function box(type: string, ...parts: Part[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
  return Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

/** A box of version 0 and without flags. */
function fullBox(type: string, ...parts: Part[]): Buffer {
  return box(type, u32(0), ...parts)
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
