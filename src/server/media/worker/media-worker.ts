/** The entry of the media threads. Their work would block the server's event loop. */
import type { PlateContents } from '../plates/draw-plate'

export { cleanRecording, inspectStored } from './clean-recording'

/** Only a thread that draws plates loads their fonts. */
export async function drawPlate(plate: PlateContents): Promise<Uint8Array> {
  const { drawPlate: draw } = await import('../plates/draw-plate')
  return draw(plate)
}
