import { pick } from './chance'
import { type Point, outline, slit } from './curve'
import { type Cutting, cut, ellipse, paper } from './cutting'
import type { Sitter } from './sitter'

/** Shoulders and chest, down to the sweep in which a cut portrait ends, and what is worn on them. */
export function drawDress(sitter: Sitter): Cutting {
  return [drawBust(sitter), drawCollar(sitter)].join('')
}

function drawBust({ build: { stoop }, traits }: Sitter): Cutting {
  const isMan = traits.figure === 'man'
  const breadth = isMan ? 0 : -26
  const bosom = isMan ? 0 : 14
  const points: Point[] = [
    [-34, 318],
    [-52, 372],
    [-96, 424],
    [-146 + breadth * 0.4 - bosom, 486],
    [-176 + breadth * 0.4 - bosom, 552],
    [-186 + breadth * 0.4 - bosom, 604, 'corner'],
    [-140, 640],
    [-78, 654],
    [-6, 650],
    [70, 664],
    [150, 672],
    [226 + breadth, 650],
    [296 + breadth + stoop * 0.5, 590, 'corner'],
    [294 + breadth + stoop, 520],
    [270 + breadth + stoop * 1.2, 450 - stoop * 0.4],
    [220 + breadth * 0.6 + stoop, 390 - stoop],
    [158 + stoop * 0.5, 346 - stoop],
    [134, 300],
  ]
  return paper(outline(points))
}

function drawCollar(sitter: Sitter): Cutting {
  const { traits, isOfOldDays, chance } = sitter
  if (traits.headwear === 'headscarf') return drawShawl()
  if (traits.headwear === 'military-cap') return drawTunic()
  if (traits.headwear === 'fur-hat') return drawCoat()
  const share = chance('collar')
  if (traits.figure === 'man') {
    return isOfOldDays
      ? pick(share, [drawJacket, drawJacket, drawStandCollar])()
      : pick(share, [drawJumper, drawOpenShirt])()
  }
  return isOfOldDays
    ? pick(share, [drawRoundCollar, drawLace, drawBrooch])()
    : pick(share, [drawNeckline, drawRoundCollar])()
}

/** The white of a shirt's collar, and the jacket's lapel. */
function drawJacket(): Cutting {
  return cut(
    outline('-36,346! 16,364 70,360 122,336! 70,384 4,392 -54,422! -52,384'),
    slit('6,396 -40,440 -76,510 -96,590', 9),
    slit('6,396 52,430 40,470 4,486', 8),
  )
}

/** A Russian shirt, fastened at the side. */
function drawStandCollar(): Cutting {
  return cut(
    slit('-46,346 20,372 90,366 142,340', 11),
    slit('-14,376 -26,440 -30,520', 8),
    ellipse(-6, 410, 6, 6),
    ellipse(-12, 456, 6, 6),
  )
}

function drawTunic(): Cutting {
  return cut(
    slit('-46,352 20,380 90,374 146,346', 11),
    slit('-58,388 -20,410 10,386', 7),
    slit('96,436 150,420 210,428', 9),
    slit('92,466 150,450 218,460', 9),
  )
}

function drawJumper(): Cutting {
  return cut(slit('-42,342 20,368 90,362 138,334', 9), slit('-58,372 16,402 96,394 160,360', 9))
}

function drawOpenShirt(): Cutting {
  return cut(
    slit('138,330 80,372 20,392 -30,452', 10),
    slit('150,364 96,408 30,440 -30,452', 8),
    slit('-30,452 -46,520 -50,590', 7),
  )
}

/** A white collar with a rounded end. */
function drawRoundCollar(): Cutting {
  return cut(outline('-32,352! 20,370 74,364 120,340! 128,372 84,406 20,420 -30,440 -68,432 -58,386'))
}

/** Scallops along a high neckline. */
function drawLace(): Cutting {
  const drops = Array.from({ length: 8 }, (_, index) => {
    const share = index / 7
    return ellipse(-40 + share * 168, 372 + Math.sin(share * Math.PI) * 28 - share * 14, 10, 14)
  })
  return cut(slit('-42,344 20,370 90,364 134,336', 10), ...drops)
}

function drawBrooch(): Cutting {
  return cut(slit('134,330 86,372 20,396 -44,404', 9), ellipse(-50, 424, 11, 14), slit('-46,446 -56,510 -60,590', 7))
}

function drawNeckline(): Cutting {
  return cut(slit('136,334 110,400 40,446 -50,452 -108,436', 10))
}

function drawShawl(): Cutting {
  return cut(
    slit('-70,400 -20,460 10,540 16,640', 10),
    slit('-30,392 60,450 120,530 150,630', 8),
    slit('60,400 160,440 230,520', 8),
  )
}

/** A winter coat with a turned-up collar. */
function drawCoat(): Cutting {
  return [
    paper(outline('-66,400! -84,330 -70,290! -20,320 80,316 150,262! 186,320 200,400! 60,450')),
    cut(
      slit('-68,296 -10,340 80,336 150,276', 10),
      slit('-66,402 10,440 110,436 200,398', 10),
      slit('-40,430 -70,500 -84,600', 8),
    ),
  ].join('')
}
