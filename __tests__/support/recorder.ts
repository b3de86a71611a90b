import type { Page } from 'playwright-core'

const RECORDED = /Записано (\d+):(\d\d)/
const PATIENCE_MS = 60_000
/** Quieter is what a microphone without a speaker records. */
export const SILENCE = 0.01

/** Presses a button of the recorder, and waits until so many seconds are recorded in all. */
export async function record(page: Page, button: string, seconds: number): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: 'Закончить' }).waitFor()
  // Longer than a page is waited for: a recording takes as long as it is.
  await page.waitForFunction(hasRecorded, seconds, { timeout: PATIENCE_MS + 1000 * seconds })
}

function hasRecorded(seconds: number): boolean {
  const [, minutes, rest] = /(\d+):(\d\d)\sиз\s3:00/.exec(document.body.innerText) ?? []
  return Number(minutes) * 60 + Number(rest) >= seconds
}

/** How many seconds the recorder says it has. */
export async function recordedSeconds(page: Page): Promise<number> {
  const [, minutes = '', seconds = ''] = RECORDED.exec(await page.getByText(RECORDED).innerText()) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

/** What the page's player plays. */
export async function playedFile(page: Page): Promise<Buffer> {
  const address = await page.locator('figure audio').evaluate((audio: HTMLAudioElement) => audio.currentSrc)
  return Buffer.from(await (await fetch(address)).arrayBuffer())
}

/** The length of a recording in seconds, and how loud it is, as the browser decodes it. */
export function decoded(page: Page, recording: Buffer): Promise<{ seconds: number; loudness: number }> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const sound = await new AudioContext().decodeAudioData(bytes.buffer)
    const samples = sound.getChannelData(0)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    return { seconds: sound.duration, loudness: Math.sqrt(power) }
  }, recording.toString('base64'))
}

/** Resolves once the page's player is heard: its time goes on, and what comes out of it is no silence. */
export async function hear(page: Page): Promise<void> {
  await page.waitForFunction(
    () => ((document.querySelector('figure audio') as HTMLAudioElement).currentTime || 0) > 0.5,
  )
  await page.evaluate(async () => {
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    const audio = document.querySelector('figure audio') as HTMLAudioElement
    context.createMediaElementSource(audio).connect(analyser)
    await context.resume()
    Object.assign(window, { heard: analyser })
  })
  await page.waitForFunction((silence) => {
    const { heard } = window as unknown as { heard: AnalyserNode }
    const samples = new Float32Array(heard.fftSize)
    heard.getFloatTimeDomainData(samples)
    return samples.some((sample) => Math.abs(sample) > silence)
  }, SILENCE)
}
