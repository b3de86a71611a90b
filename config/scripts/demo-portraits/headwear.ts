import { drawFurToque, drawUshanka } from './fur-hats'
import { drawHeadscarf } from './headscarf'
import type { Sitter } from './sitter'
import type { PortraitTraits } from './traits'
import { line, shape } from './svg'

export function drawHeadwear(sitter: Sitter): string {
  const { figure, headwear } = sitter.traits
  return HEADWEAR[figure][headwear](sitter)
}

const WORN_BY_BOTH = { none: () => '', headscarf: drawHeadscarf, cap: drawCap }

const HEADWEAR: Record<PortraitTraits['figure'], Record<PortraitTraits['headwear'], (sitter: Sitter) => string>> = {
  woman: { ...WORN_BY_BOTH, hat: drawCloche, 'military-cap': drawSideCap, 'fur-hat': drawFurToque },
  man: { ...WORN_BY_BOTH, hat: drawFedora, 'military-cap': drawPeakedCap, 'fur-hat': drawUshanka },
}

function drawCap({ palette }: Sitter): string {
  return (
    shape(
      'M-186 -118C-226 -190 -150 -290 10 -292C160 -292 222 -196 186 -118C110 -156 -110 -156 -186 -118z',
      palette.clothLight,
    ) +
    shape('M60 -286C180 -270 218 -186 186 -118C160 -132 130 -140 100 -144C130 -190 120 -250 60 -286z', palette.cloth) +
    shape('M-162 -128C-100 -164 100 -164 162 -128C140 -84 70 -74 0 -74S-140 -84 -162 -128z', palette.clothDark)
  )
}

function drawFedora({ palette }: Sitter): string {
  return (
    shape(
      'M-150 -120C-156 -230 -130 -312 -76 -316C-46 -318 -24 -300 0 -300S46 -318 76 -316C130 -312 156 -230 150 -120z',
      palette.clothLight,
    ) +
    shape('M0 -300C24 -300 46 -318 76 -316C130 -312 156 -230 150 -120H40C70 -180 60 -260 0 -300z', palette.cloth) +
    shape('M-154 -180C-80 -200 80 -200 154 -180L152 -126C80 -146 -80 -146 -152 -126z', palette.clothDark) +
    shape(
      'M-270 -128C-200 -110 -160 -150 0 -150S200 -110 270 -128C230 -80 120 -78 0 -78S-230 -80 -270 -128z',
      palette.clothLight,
    )
  )
}

function drawCloche({ palette }: Sitter): string {
  return (
    shape('M-176 -84C-190 -220 -110 -286 0 -286S190 -220 176 -84C100 -120 -100 -120 -176 -84z', palette.accent) +
    shape('M-180 -128C-100 -164 100 -164 180 -128L176 -84C100 -120 -100 -120 -176 -84z', palette.accentDark) +
    shape('M-206 -70C-120 -128 120 -128 206 -70C180 -58 100 -84 0 -84S-180 -58 -206 -70z', palette.accentLight)
  )
}

/** No badge: the drawing belongs to no army. */
function drawPeakedCap({ palette }: Sitter): string {
  return (
    shape(
      'M-224 -236C-160 -310 160 -310 224 -236C226 -200 180 -178 156 -158H-156C-180 -178 -226 -200 -224 -236z',
      palette.clothLight,
    ) +
    shape('M-158 -184C-80 -206 80 -206 158 -184L156 -112C80 -136 -80 -136 -156 -112z', palette.accentDark) +
    shape('M-154 -122C-80 -148 80 -148 154 -122C136 -72 70 -66 0 -66S-136 -72 -154 -122z', palette.clothDark) +
    line('M-150 -124C-80 -148 80 -148 150 -124', palette.linenShade, 6, 0.6)
  )
}

function drawSideCap({ palette }: Sitter): string {
  return (
    shape(
      'M-170 -112C-154 -210 -60 -282 40 -294C112 -276 164 -206 176 -124C100 -152 -80 -146 -170 -112z',
      palette.clothLight,
    ) + shape('M-176 -104C-146 -176 60 -206 180 -184L182 -118C100 -150 -80 -144 -176 -104z', palette.cloth)
  )
}
