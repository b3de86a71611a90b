const MINUTE = 60
const HOUR = 3600

/** Seconds in the format of media players: «0:34», «12:05», «1:02:05». */
export function playingTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor((whole % HOUR) / MINUTE)
  const rest = twoDigits(whole % MINUTE)
  return whole < HOUR ? `${minutes}:${rest}` : `${Math.floor(whole / HOUR)}:${twoDigits(minutes)}:${rest}`
}
