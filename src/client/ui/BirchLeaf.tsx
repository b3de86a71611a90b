import { styled } from '@mui/material/styles'

/** The site's logo, the same leaf as in public/icons/icon.svg, in the colours of the theme. */
export function BirchLeaf({ className }: { className?: string }) {
  return (
    <Mark className={className} viewBox="96 60 320 390" aria-hidden>
      <g transform="translate(212 376) rotate(18)">
        <path
          className="blade"
          d="M0 0Q75.6 -14.7 95.1 -42.3L83.1 -40.3Q112.9 -48 116.6 -75.7L104.6 -73.7Q124 -81.3 119.9 -109L107.9 -107Q121.2 -114.7 112.3 -142.3L100.3 -140.3Q109.7 -148 97.7 -175.7L85.7 -173.7Q92.7 -181.3 78.8 -209L66.8 -207Q72.3 -214.7 57.3 -242.3L45.3 -240.3Q49.9 -248 34.3 -275.7L22.3 -273.7Q15.3 -287.3 0 -316Q-15.3 -287.3 -22.3 -273.7L-34.3 -275.7Q-49.9 -248 -45.3 -240.3L-57.3 -242.3Q-72.3 -214.7 -66.8 -207L-78.8 -209Q-92.7 -181.3 -85.7 -173.7L-97.7 -175.7Q-109.7 -148 -100.3 -140.3L-112.3 -142.3Q-121.2 -114.7 -107.9 -107L-119.9 -109Q-124 -81.3 -104.6 -73.7L-116.6 -75.7Q-112.9 -48 -83.1 -40.3L-95.1 -42.3Q-75.6 -14.7 0 0z"
        />
        <path className="stalk" d="M0 62C2 40 1 20 0 0" />
        <path className="vein" d="M0 -2V-252" />
        <path
          className="vein"
          d="M0 -52L70 -98M0 -52L-70 -98M0 -108L74 -160M0 -108L-74 -160M0 -164L56 -210M0 -164L-56 -210"
        />
      </g>
    </Mark>
  )
}

const Mark = styled('svg')(({ theme }) => ({
  width: 29,
  height: 35,
  flexShrink: 0,
  fill: 'none',
  strokeLinecap: 'round',
  '.blade': { fill: theme.vars?.palette.primary.main },
  '.stalk': { stroke: theme.vars?.palette.primary.main, strokeWidth: 20 },
  '.vein': { stroke: theme.vars?.palette.background.default, strokeWidth: 10 },
}))
