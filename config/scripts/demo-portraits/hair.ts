import { pick } from './chance'
import { type Point, outline, slit } from './curve'
import { type Cutting, cut, ellipse, moved, paper } from './cutting'
import { drawEar } from './face'
import type { Sitter } from './sitter'

/** Hair, and the ear where none covers it. */
export function drawHair(sitter: Sitter): Cutting {
  const { figure, hair, headwear } = sitter.traits
  if (headwear === 'headscarf') return ''
  if (headwear !== 'none' && hair === 'curly') return HAIR[figure].short(sitter)
  return HAIR[figure][hair](sitter)
}

const BOTH = { bun: drawBun, braid: drawBraid }
const HAIR: Record<'woman' | 'man', Record<Sitter['traits']['hair'], (sitter: Sitter) => Cutting>> = {
  woman: { ...BOTH, short: drawBob, long: drawLong, curly: drawCurls, bald: drawBob },
  man: { ...BOTH, short: drawShort, long: drawToTheCollar, curly: drawShortCurls, bald: drawFringe },
}

/** How the hair of men begins above the forehead. */
const FRONTS = {
  brushedUp: '-158,-166! -168,-206 -136,-240 -70,-256',
  parted: '-150,-176! -142,-216 -100,-244 -40,-256',
  receding: '-118,-196! -96,-228 -50,-246',
}

function drawShort({ chance, traits }: Sitter): Cutting {
  const isYoung = traits.age === 'young'
  const front = pick(chance('front'), [FRONTS.parted, isYoung ? FRONTS.brushedUp : FRONTS.receding])
  return [
    paper(outline(`${front} 20,-256 110,-232 182,-160 212,-90 214,-40 206,34 178,100 146,156 120,60! 0,-100`)),
    cut(
      slit('-112,-186 -40,-206 40,-200 112,-164', 7),
      ...(traits.headwear === 'none' ? [TEMPLE] : []),
      slit('40,60 66,110 110,140', 7),
    ),
    drawEar(),
  ].join('')
}

/** Where the hair begins next to the forehead. */
const TEMPLE = slit('-132,-152 -104,-116 -90,-76 -64,-48', 8)

function drawFringe(): Cutting {
  return [
    paper(outline('150,-150! 200,-104 218,-40 210,40 178,104 142,160 110,60!')),
    cut(slit('-34,-30 10,-78 80,-104 164,-118', 8)),
    drawEar(),
  ].join('')
}

function drawToTheCollar(sitter: Sitter): Cutting {
  return [
    drawShort(sitter),
    paper(outline('200,-80 224,10 220,110 222,190 238,236! 170,246 104,216 60,120 60,20')),
    cut(slit('110,-60 150,60 140,180 150,250', 8)),
  ].join('')
}

/** Waves cover the ear; the ends turn in at the jaw. */
function drawBob(): Cutting {
  return [
    paper(
      outline(
        '-152,-168! -156,-214 -104,-256 10,-272 120,-246 204,-170 238,-60 240,50 216,140 172,196 116,200! 60,176 0,150 -30,90 -40,10 -70,-70',
      ),
    ),
    cut(
      slit('-130,-186 -70,-130 -50,-40 -22,60 20,140', 10),
      slit('-90,-216 20,-176 70,-70 80,60 110,170', 8),
      slit('0,-236 120,-170 170,-50 176,70 164,160', 8),
    ),
  ].join('')
}

function drawCurls(): Cutting {
  return [drawScallops([-116, -196], 40), waves()].join('')
}

function drawShortCurls(): Cutting {
  return [drawScallops([-118, -190], 30), drawEar()].join('')
}

/** A cap of curls from the forehead to the nape. */
function drawScallops([x, y]: readonly [number, number], radius: number): Cutting {
  const middle = [24, -40] as const
  const from = Math.atan2(y - middle[1], x - middle[0])
  const curls = Array.from({ length: 15 }, (_, index) => {
    const angle = from + index * 0.26
    const reach = 190 + 6 * Math.sin(index * 2.1)
    const size = radius * (1 + 0.1 * Math.sin(index * 4.7))
    return ellipse(middle[0] + reach * Math.cos(angle), middle[1] + reach * Math.sin(angle) * 1.02, size, size)
  })
  return paper(...curls, ellipse(40, -56, 184, 184))
}

/** Short arcs that follow the crown, ring within ring. */
function waves(): Cutting {
  return cut(
    ...[150, 104, 58].flatMap((reach, ring) => [3.5, 4.5, 5.5].map((angle) => arc(reach, angle + ring * 0.35))),
  )
}

function arc(reach: number, from: number): string {
  const points = [0, 0.22, 0.44, 0.66].map((step): Point => {
    const wave = reach + (step === 0.22 ? 14 : step === 0.44 ? -6 : 0)
    return [30 + wave * Math.cos(from + step), -50 + wave * Math.sin(from + step)]
  })
  return slit(points, 8)
}

function drawCombedBack(): Cutting {
  return [
    paper(
      outline('-150,-172! -158,-210 -112,-250 0,-268 110,-244 196,-170 222,-70 214,20 184,92 148,150 110,60! 0,-100'),
    ),
    cut(
      slit('-124,-176 -70,-110 10,-60 110,-30 190,0', 9),
      slit('-80,-222 10,-180 110,-110 196,-40', 8),
      slit('-40,10 20,30 110,40 186,30', 8),
    ),
  ].join('')
}

function drawBun({ chance, traits }: Sitter): Cutting {
  const low = traits.headwear !== 'none' || pick(chance('bun'), [true, traits.age === 'old'])
  const [x, y] = low ? [226, 70] : [214, -128]
  return [
    drawCombedBack(),
    paper(ellipse(x, y, 64, 60)),
    moved(cut(slit('-42,-34 -52,0 -38,38', 8), slit('-12,-30 26,-12 20,26 -12,20', 7)), `translate(${x} ${y})`),
  ].join('')
}

/** A braid that hangs over the back. */
function drawBraid(): Cutting {
  return [drawCombedBack(), drawPlait()].join('')
}

/** The plait alone: links, each a little smaller than the one above, and a tuft at the end. */
function drawPlait(): Cutting {
  const links = Array.from({ length: 8 }, (_, index) => {
    const share = index / 7
    const mirrored = index % 2 === 0 ? 1 : -1
    const link = paper(ellipse(0, 0, 36, 36)) + (index > 0 ? cut(slit('-36,-44 -2,-22 26,-14', 8)) : '')
    return moved(
      link,
      `translate(${190 + Math.sin(share * 2.4) * 26} ${90 + index * 54}) scale(${mirrored * (1 - share / 3)} 1)`,
    )
  })
  return [paper(outline('189,490 184,540 202,590! 229,536 228,490')), ...links].join('')
}

function drawLong(): Cutting {
  return [
    paper(
      outline(
        '-152,-168! -150,-216 -96,-256 10,-270 122,-244 206,-164 238,-50 240,80 250,210 274,330 286,430 270,500! 200,470 120,420 60,330 40,210 10,110 -30,30 -60,-60',
      ),
    ),
    cut(
      slit('-128,-186 -70,-120 -40,-20 20,90 50,220 80,340', 10),
      slit('-70,-226 40,-150 100,0 120,180 160,360', 8),
      slit('60,-230 160,-120 184,60 196,240 240,420', 8),
    ),
  ].join('')
}
