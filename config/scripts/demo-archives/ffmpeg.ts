import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILM } from './film'
import { SAMPLE_RATE } from './play'

/** Without dates and versions, so that the same drawing gives the same file. */
const PLAIN = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']

/** Encodes samples of 16 bits as MP3. */
export function encodeTune(samples: Readable, target: string): Promise<void> {
  const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', '-']
  return run([...input, '-c:a', 'libmp3lame', '-b:a', '40k', ...PLAIN, target], samples)
}

/** Encodes frames of raw RGB as H.264, which every browser plays. */
export function encodeFilm(frames: Readable, target: string): Promise<void> {
  const size = `${FILM.width}x${FILM.height}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(FILM.framesPerSecond), '-i', '-']
  const quality = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '25', '-pix_fmt', 'yuv420p']
  return run([...input, ...quality, '-movflags', '+faststart', ...PLAIN, target], frames)
}

async function run(options: string[], input: Readable): Promise<void> {
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...options], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(ffmpeg, 'close') as Promise<[number]>
  await pipeline(input, ffmpeg.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
