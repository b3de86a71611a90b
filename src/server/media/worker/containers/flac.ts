import { BrokenContainer, type ContainerFile } from './container-file'
import { afterTags } from './mp3'

const MARK = 'fLaC'
const BLOCK_HEADER_BYTES = 4
const LAST_BLOCK = 0x80
const [STREAM_FACTS, PADDING, SEEK_TABLE] = [0, 1, 3]
const BLOCKS_MAX = 10_000
const OLD_TAG_BYTES = 128
/** Each frame begins with these bits, and a last one that may be either. */
const FRAME_SYNC = 0xfff8

/** Retains the facts of the stream, its seek table and the sound. Texts and pictures are wiped; tags around it removed. */
export function cleanFlac(file: ContainerFile): void {
  const start = afterTags(file, 0)
  if (file.read(start, MARK.length).toString('latin1') !== MARK) throw new BrokenContainer('There is no FLAC in it')
  let at = start + MARK.length
  for (let count = 0, isLast = false; !isLast; count++) {
    if (count > BLOCKS_MAX) throw new BrokenContainer('Too many blocks')
    const header = file.read(at, BLOCK_HEADER_BYTES)
    const type = header.readUInt8(0) & ~LAST_BLOCK
    const end = at + BLOCK_HEADER_BYTES + header.readUIntBE(1, 3)
    isLast = (header.readUInt8(0) & LAST_BLOCK) !== 0
    if (end > file.size) throw new BrokenContainer('The file breaks off')
    if (type !== STREAM_FACTS && type !== SEEK_TABLE) {
      file.write(at, Buffer.from([PADDING | (isLast ? LAST_BLOCK : 0)]))
      file.wipe({ start: at + BLOCK_HEADER_BYTES, end })
    }
    at = end
  }
  // The library that inspects the file would look for a first frame without end.
  if (file.size - at < 2 || (file.read(at, 2).readUInt16BE() & ~1) !== FRAME_SYNC)
    throw new BrokenContainer('No frames')
  const tagAt = Math.max(at, file.size - OLD_TAG_BYTES)
  const hasTag = file.size - tagAt >= 3 && file.read(tagAt, 3).toString('latin1') === 'TAG'
  file.compactTo([{ start, end: hasTag ? tagAt : file.size }])
}
