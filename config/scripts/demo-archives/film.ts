import { cloud, tree } from './nature'
import { at, disc, flat, land, scene, sheet } from './paper'
import { plane } from './plane'

export const FILM = { width: 960, height: 540, framesPerSecond: 25, seconds: 9 }

/** Shown before the film is played: the aeroplane in the middle of its flight. */
export const POSTER_SECOND = 4.4

/** One picture of the film: the aeroplane with cheeks flies by and waves its wing. `second` counts from its beginning. */
export function filmFrame(second: number): string {
  const share = second / FILM.seconds
  const x = -240 + share * 1440
  const y = 236 + 26 * Math.sin(second * 1.5) - 30 * share
  const waving = second > 2.6 && second < 6.4 ? Math.sin((second - 2.6) * 5) : 0
  return scene(
    { width: FILM.width, height: FILM.height, ground: '#c5d8e0' },
    flat('#f4e5bd', disc(800, 110, 54)),
    drifting(120, 110, { second, speed: 9, scale: 0.7 }),
    drifting(620, 190, { second, speed: 14, scale: 0.9 }),
    drifting(930, 80, { second, speed: 11, scale: 0.6 }),
    sheet('#b9cba6', land('-40,440 300,400 640,430 1000,396', 960, 540)),
    ...[120, 300, 700, 860].map((place, index) =>
      at(place, 446, tree('#8ba07a', '#6d5846'), { scale: 0.4 + (index % 2) * 0.12 }),
    ),
    sheet('#a9bf95', land('-40,476 260,456 620,486 1000,452', 960, 540)),
    at(x, y, plane(waving * 14), { turn: -5 * Math.cos(second * 1.5) - waving * 2, scale: 0.72 }),
    drifting(380, 330, { second, speed: 30, scale: 1 }),
  )
}

function drifting(
  x: number,
  y: number,
  { second, speed, scale }: { second: number; speed: number; scale: number },
): string {
  return cloud(x - second * speed, y, scale)
}
