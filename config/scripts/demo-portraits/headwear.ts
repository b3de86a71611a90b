import { outline, slit } from './curve'
import { type Cutting, cut, paper } from './cutting'
import { drawFurHat, drawUshanka } from './fur-hats'
import { drawHeadscarf } from './headscarf'
import type { Sitter } from './sitter'

/** What covers the head. No badges: the cuttings belong to no army. */
export function drawHeadwear(sitter: Sitter): Cutting {
  const { figure, headwear } = sitter.traits
  return HEADWEAR[figure][headwear](sitter)
}

const BOTH = { none: () => '', headscarf: drawHeadscarf, cap: drawCap }
const HEADWEAR: Record<'woman' | 'man', Record<Sitter['traits']['headwear'], (sitter: Sitter) => Cutting>> = {
  woman: { ...BOTH, hat: drawBeret, 'military-cap': drawSideCap, 'fur-hat': drawFurHat },
  man: { ...BOTH, hat: drawFedora, 'military-cap': drawArmyCap, 'fur-hat': drawUshanka },
}

function drawCap(): Cutting {
  return [
    paper(
      outline(
        '-268,-112! -236,-146 -186,-170 -168,-226 -90,-272 30,-286 150,-262 222,-190 222,-120 196,-92! 60,-110 -100,-116 -190,-110',
      ),
    ),
    cut(slit('-194,-152 -90,-158 60,-148 204,-112', 9), slit('-70,-262 20,-236 110,-230 200,-196', 6)),
  ].join('')
}

function drawFedora(): Cutting {
  return [
    paper(
      outline(
        '-300,-112! -240,-140 -178,-142! -170,-230 -130,-300 -50,-296 30,-290 110,-306 178,-262 206,-136! 256,-150 300,-186! 288,-124 200,-92 0,-96 -180,-92',
      ),
    ),
    cut(slit('-182,-150 -60,-166 90,-162 206,-146', 8), slit('-180,-192 -60,-208 90,-206 202,-192', 8)),
  ].join('')
}

function drawBeret(): Cutting {
  return [
    paper(
      outline('-186,-128! -202,-186 -140,-256 -10,-288 130,-276 240,-214 282,-120 250,-54 196,-40! 90,-96 -60,-128'),
    ),
    cut(slit('-180,-152 -50,-156 90,-122 216,-56', 10)),
  ].join('')
}

/** Of the old army a cap with a lacquered peak, of later days a soft one. */
function drawArmyCap({ isOfOldDays }: Sitter): Cutting {
  return isOfOldDays ? drawSideCap() : drawFieldCap()
}

function drawSideCap(): Cutting {
  return [
    paper(
      outline('-186,-134! -184,-190 -140,-262 -92,-294! 30,-272 150,-236 226,-190! 222,-130 206,-84! 60,-128 -80,-138'),
    ),
    cut(slit('-188,-178 -90,-214 40,-214 222,-160', 9)),
  ].join('')
}

function drawFieldCap(): Cutting {
  return [
    paper(
      outline(
        '-276,-98! -240,-130 -186,-150! -184,-216 -160,-262! -60,-276 70,-272 176,-246! 208,-170 208,-86! 60,-110 -100,-120 -190,-110',
      ),
    ),
    cut(slit('-188,-148 -80,-156 60,-146 208,-118', 9), slit('-170,-246 -60,-240 70,-236 182,-216', 7)),
  ].join('')
}
