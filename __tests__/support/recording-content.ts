import { createHash } from 'node:crypto'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'

/** The content of a recording: for each track its kind, its rotation, and every packet with its time. */
export async function contentOf(bytes: Uint8Array) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) })
  const tracks = []
  for (const track of await input.getTracks()) {
    const packets = createHash('sha256')
    let count = 0
    for await (const packet of new EncodedPacketSink(track).packets()) {
      packets.update(`${packet.timestamp} ${packet.duration} ${packet.type} `).update(packet.data)
      count += 1
    }
    const rotation = track.isVideoTrack() ? await track.getRotation() : 0
    const duration = await track.computeDuration()
    tracks.push({ type: track.type, rotation, duration, count, packets: packets.digest('hex') })
  }
  input.dispose()
  return tracks.filter(({ type }) => type === 'video' || type === 'audio')
}
