import { useEffect, useRef, useState } from 'react'

interface Interruption {
  /** The position in the recording, in seconds. */
  second: number
  wasPlaying: boolean
}

/**
 * A player that resumes at the same second when its URL expires and is replaced, or after `tryAgain`. While it plays it ignores
 * a new URL, which would restart it from the beginning. `attach` is the `ref` of the player's element.
 */
export function useResumedPlayback(address: string) {
  const [player, attach] = useState<HTMLMediaElement | null>(null)
  const interruption = useRef<Interruption>(undefined)
  const [source, setSource] = useState(address)
  const [brokenAddress, setBrokenAddress] = useState<string>()

  if (brokenAddress === source && address !== source) setSource(address)

  useEffect(() => {
    if (interruption.current) goOn(player, interruption.current)
  }, [player, source])

  function handleError(): void {
    if (!player) return
    const { currentTime, paused } = player
    interruption.current = { second: currentTime || (interruption.current?.second ?? 0), wasPlaying: !paused }
    setBrokenAddress(source)
  }

  function tryAgain(): void {
    setBrokenAddress(undefined)
    if (interruption.current) goOn(player, { ...interruption.current, wasPlaying: true })
  }

  return { player, attach, source, isBroken: brokenAddress === source, handleError, tryAgain }
}

function goOn(player: HTMLMediaElement | null, { second, wasPlaying }: Interruption): void {
  if (!player) return
  const findPlace = () => {
    player.currentTime = second
  }
  player.addEventListener('loadedmetadata', findPlace, { once: true })
  player.load()
  // If it can't play, the player's error event reports it.
  if (wasPlaying) player.play().catch(() => undefined)
}
