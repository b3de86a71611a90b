import { outline, slit } from './curve'
import { type Cutting, cut, paper } from './cutting'
import { pick } from './chance'
import type { Sitter } from './sitter'

/** A kerchief tied under the chin, or, as one wore it for work, at the nape. */
export function drawHeadscarf({ chance, traits }: Sitter): Cutting {
  const atTheNape = traits.age !== 'old' || pick(chance('scarf'), [false, false, true])
  return atTheNape ? drawTiedBehind() : drawTiedUnderTheChin()
}

const OVER_THE_HEAD = '-160,-152! -156,-206 -96,-254 10,-272 122,-248 206,-172 236,-60'

function drawTiedUnderTheChin(): Cutting {
  return [
    paper(
      outline(
        `${OVER_THE_HEAD} 236,50 226,160 232,270 262,380! 150,410 30,380 -50,330 -92,286! -112,318 -130,356! -144,318! -186,318! -156,280 -130,258 -130,236 -122,220! -70,120 -64,0 -104,-96`,
      ),
    ),
    cut(
      slit('-152,-158 -104,-84 -76,10 -84,120 -120,216', 11),
      slit('-98,244 -20,180 70,90 130,-20', 8),
      slit('-92,262 20,240 130,180 208,90', 8),
      slit('-126,262 -108,256 -94,262', 8),
      slit('-110,-206 0,-170 90,-100', 7),
    ),
  ].join('')
}

function drawTiedBehind(): Cutting {
  return [
    paper(
      outline(
        `${OVER_THE_HEAD} 226,30 192,92! 232,150 238,230 222,300! 184,250 160,190 140,110! 60,40 -20,-40 -96,-108`,
      ),
    ),
    cut(
      slit('-152,-150 -80,-86 0,-10 80,60 160,104', 11),
      slit('-70,-210 50,-130 130,-20 180,80', 8),
      slit('60,-230 160,-130 196,0 188,80', 7),
      slit('190,104 200,180 216,260', 7),
    ),
  ].join('')
}
