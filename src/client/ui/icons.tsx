import { createSvgIcon } from '@mui/material/SvgIcon'
import { styled } from '@mui/material/styles'

/*
 * The icons that readers of a memorial see, and in tool-icons.tsx all others: Google's Material Icons, under the licence beside
 * this file (icons.LICENSE); the leaf at the end is the site's own. The second argument is the icon's name in the catalogue of
 * Material UI, whose package holds ten thousand of them.
 */

export const CheckIcon = createSvgIcon(<path d="M9 16.17 4.83 12l-1.42 1.41L9 19 21 7l-1.41-1.41z" />, 'Check')
export const CloseIcon = createSvgIcon(
  <path d="M19 6.41 17.59 5 12 10.59 6.41 5 5 6.41 10.59 12 5 17.59 6.41 19 12 13.41 17.59 19 19 17.59 13.41 12z" />,
  'Close',
)
export const CopyIcon = createSvgIcon(
  <path d="M16 1H4c-1.1 0-2 .9-2 2v14h2V3h12zm3 4H8c-1.1 0-2 .9-2 2v14c0 1.1.9 2 2 2h11c1.1 0 2-.9 2-2V7c0-1.1-.9-2-2-2m0 16H8V7h11z" />,
  'ContentCopyOutlined',
)
export const DirectionsIcon = createSvgIcon(
  <path d="m22.43 10.59-9.01-9.01c-.75-.75-2.07-.76-2.83 0l-9 9c-.78.78-.78 2.04 0 2.82l9 9c.39.39.9.58 1.41.58s1.02-.19 1.41-.58l8.99-8.99c.79-.76.8-2.02.03-2.82m-10.42 10.4-9-9 9-9 9 9zM8 11v4h2v-3h4v2.5l3.5-3.5L14 7.5V10H9c-.55 0-1 .45-1 1" />,
  'DirectionsOutlined',
)
export const DownloadDoneIcon = createSvgIcon(
  <path d="M5 18h14v2H5zm4.6-2.7L5 10.7l2-1.9 2.6 2.6L17 4l2 2z" />,
  'DownloadDoneOutlined',
)
export const DownloadIcon = createSvgIcon(
  <path d="M19 9h-4V3H9v6H5l7 7zm-8 2V5h2v6h1.17L12 13.17 9.83 11zm-6 7h14v2H5z" />,
  'DownloadOutlined',
)
export const EditIcon = createSvgIcon(
  <path d="m14.06 9.02.92.92L5.92 19H5v-.92zM17.66 3c-.25 0-.51.1-.7.29l-1.83 1.83 3.75 3.75 1.83-1.83c.39-.39.39-1.02 0-1.41l-2.34-2.34c-.2-.2-.45-.29-.71-.29m-3.6 3.19L3 17.25V21h3.75L17.81 9.94z" />,
  'EditOutlined',
)
export const EventIcon = createSvgIcon(
  <path d="M19 4h-1V2h-2v2H8V2H6v2H5c-1.11 0-1.99.9-1.99 2L3 20c0 1.1.89 2 2 2h14c1.1 0 2-.9 2-2V6c0-1.1-.9-2-2-2m0 16H5V10h14zm0-12H5V6h14zm-7 5h5v5h-5z" />,
  'EventOutlined',
)
export const FileDownloadIcon = createSvgIcon(
  <path d="M18 15v3H6v-3H4v3c0 1.1.9 2 2 2h12c1.1 0 2-.9 2-2v-3zm-1-4-1.41-1.41L13 12.17V4h-2v8.17L8.41 9.59 7 11l5 5z" />,
  'FileDownloadOutlined',
)
export const ShareIcon = createSvgIcon(
  <path d="m16 5-1.42 1.42-1.59-1.59V16h-1.98V4.83L9.42 6.42 8 5l4-4zm4 5v11c0 1.1-.9 2-2 2H6c-1.11 0-2-.9-2-2V10c0-1.11.89-2 2-2h3v2H6v11h12V10h-3V8h3c1.1 0 2 .89 2 2" />,
  'IosShareOutlined',
)
export const MenuIcon = createSvgIcon(<path d="M3 18h18v-2H3zm0-5h18v-2H3zm0-7v2h18V6z" />, 'Menu')
export const BookIcon = createSvgIcon(
  <>
    <path d="M21 5c-1.11-.35-2.33-.5-3.5-.5-1.95 0-4.05.4-5.5 1.5-1.45-1.1-3.55-1.5-5.5-1.5S2.45 4.9 1 6v14.65c0 .25.25.5.5.5.1 0 .15-.05.25-.05C3.1 20.45 5.05 20 6.5 20c1.95 0 4.05.4 5.5 1.5 1.35-.85 3.8-1.5 5.5-1.5 1.65 0 3.35.3 4.75 1.05.1.05.15.05.25.05.25 0 .5-.25.5-.5V6c-.6-.45-1.25-.75-2-1m0 13.5c-1.1-.35-2.3-.5-3.5-.5-1.7 0-4.15.65-5.5 1.5V8c1.35-.85 3.8-1.5 5.5-1.5 1.2 0 2.4.15 3.5.5z" />
    <path d="M17.5 10.5c.88 0 1.73.09 2.5.26V9.24c-.79-.15-1.64-.24-2.5-.24-1.7 0-3.24.29-4.5.83v1.66c1.13-.64 2.7-.99 4.5-.99M13 12.49v1.66c1.13-.64 2.7-.99 4.5-.99.88 0 1.73.09 2.5.26V11.9c-.79-.15-1.64-.24-2.5-.24-1.7 0-3.24.3-4.5.83m4.5 1.84c-1.7 0-3.24.29-4.5.83v1.66c1.13-.64 2.7-.99 4.5-.99.88 0 1.73.09 2.5.26v-1.52c-.79-.16-1.64-.24-2.5-.24" />
  </>,
  'MenuBookOutlined',
)
export const PauseIcon = createSvgIcon(
  <path d="M8 19c1.1 0 2-.9 2-2V7c0-1.1-.9-2-2-2s-2 .9-2 2v10c0 1.1.9 2 2 2m6-12v10c0 1.1.9 2 2 2s2-.9 2-2V7c0-1.1-.9-2-2-2s-2 .9-2 2" />,
  'PauseRounded',
)
export const PlayIcon = createSvgIcon(
  <path d="M8 6.82v10.36c0 .79.87 1.27 1.54.84l8.14-5.18c.62-.39.62-1.29 0-1.69L9.54 5.98C8.87 5.55 8 6.03 8 6.82" />,
  'PlayArrowRounded',
)
export const VisibilityIcon = createSvgIcon(
  <path d="M12 6c3.79 0 7.17 2.13 8.82 5.5C19.17 14.87 15.79 17 12 17s-7.17-2.13-8.82-5.5C4.83 8.13 8.21 6 12 6m0-2C7 4 2.73 7.11 1 11.5 2.73 15.89 7 19 12 19s9.27-3.11 11-7.5C21.27 7.11 17 4 12 4m0 5c1.38 0 2.5 1.12 2.5 2.5S13.38 14 12 14s-2.5-1.12-2.5-2.5S10.62 9 12 9m0-2c-2.48 0-4.5 2.02-4.5 4.5S9.52 16 12 16s4.5-2.02 4.5-4.5S14.48 7 12 7" />,
  'VisibilityOutlined',
)

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
