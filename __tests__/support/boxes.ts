/** A box of MP4 and MOV. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + header.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

/** Numbers of four bytes, as boxes hold them. */
export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4))
  return bytes
}

/** Where the box at the end of a path of types lies; the first of each type. */
export function findBox(file: Buffer, path: string[]): { start: number; bodyStart: number; end: number } {
  let [from, end] = [0, file.length]
  let start = 0
  for (const type of path) {
    for (start = from; file.toString('latin1', start + 4, start + 8) !== type; start += file.readUInt32BE(start)) {
      if (start + 8 >= end) throw new Error(`No ${type} of ${path.join('/')}`)
    }
    ;[from, end] = [start + 8, start + file.readUInt32BE(start)]
  }
  return { start, bodyStart: from, end }
}

/** A film with bytes added to the end of one of its boxes. What follows moves: that must not be its samples. */
export function addToBox(file: Buffer, path: string[], addition: Buffer): Buffer {
  const { end } = findBox(file, path)
  const longer = Buffer.concat([file.subarray(0, end), addition, file.subarray(end)])
  for (let depth = 1; depth <= path.length; depth++) {
    const { start } = findBox(file, path.slice(0, depth))
    longer.writeUInt32BE(longer.readUInt32BE(start) + addition.length, start)
  }
  return longer
}

interface FurtherTrack {
  id: number
  handler: string
  /** Boxes in addition to the usual ones. */
  more?: Buffer[]
}

/** A film with an additional track whose one sample is in a media box of its own, after all others. */
export function addTrack(film: Buffer, { sample, ...track }: FurtherTrack & { sample: Buffer }): Buffer {
  return Buffer.concat([announceTrack(film, { ...track, sampleBytes: sample.length }), box('mdat', sample)])
}

/** The same up to that box, which the caller writes. */
export function announceTrack(film: Buffer, track: FurtherTrack & { sampleBytes: number }): Buffer {
  const withTrackAt = (offset: number) => addToBox(film, ['moov'], trackOf({ ...track, offset }))
  return withTrackAt(withTrackAt(0).length + 8)
}

function trackOf({
  id,
  handler,
  more = [],
  sampleBytes,
  offset,
}: FurtherTrack & { sampleBytes: number; offset: number }) {
  const table = box(
    'stbl',
    box('stsd', uint32(0, 1), box('gpmd', uint32(0, 1))),
    box('stts', uint32(0, 1, 1, 1000)),
    box('stsc', uint32(0, 1, 1, 1, 1)),
    box('stsz', uint32(0, 0, 1, sampleBytes)),
    box('stco', uint32(0, 1, offset)),
  )
  const media = box(
    'mdia',
    box('mdhd', uint32(0, 0, 0, 1000, 1000, 0)),
    box('hdlr', uint32(0, 0), handler, uint32(0, 0, 0), 'a handler\0'),
    box('minf', box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1)))), table),
  )
  return box('trak', box('tkhd', uint32(0, 0, 0, id, 0, 1000), Buffer.alloc(60)), ...more, media)
}
