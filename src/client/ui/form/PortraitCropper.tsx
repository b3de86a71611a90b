import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { PICTURE_TURNS, type PictureCrop, type PortraitView } from '@contract/portrait-view'
import { RotateIcon } from '../tool-icons'
import { TARGET_SIZE } from '../styles'

export interface PortraitCropperProps {
  /** The URL of the whole, upright picture. */
  url: string
  view: PortraitView
  onChange: (view: PortraitView) => void
}

/** The proportions of a portrait on pages. */
const PROPORTIONS = 4 / 5
const ZOOM_MAX = 4
const SHOWN_WHOLE = 'Сейчас фото будет видно целиком. Чтобы показать его часть, подвиньте или увеличьте его.'
const SHOWN_IN_PART = 'На странице будет видно то, что в рамке.'
const NOT_SHOWN = 'Браузер не показывает это фото. Повернуть и обрезать его можно будет после сохранения.'

/**
 * Rotates a picture and moves it under the frame of a portrait, by finger, mouse or keys. Without interaction it is
 * shown whole.
 */
export function PortraitCropper({ url, view, onChange }: PortraitCropperProps) {
  const zoomId = useId()
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  /** The library reports a crop as soon as it has loaded the picture, which is not the user's choice. */
  const [isTouched, setTouched] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const [shownFirst] = useState(view.crop)
  /** While the picture is shown whole, nothing is cropped. */
  const hasFrame = isTouched || view.crop !== null

  function begin(next: PortraitView): void {
    setPlace({ x: 0, y: 0 })
    setZoom(1)
    setTouched(false)
    onChange(next)
  }

  function turn(): void {
    const rotate = PICTURE_TURNS[(PICTURE_TURNS.indexOf(view.rotate) + 1) % PICTURE_TURNS.length] ?? 0
    begin({ rotate, crop: null })
  }

  if (isBroken) return <Typography color="textSecondary">{NOT_SHOWN}</Typography>
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={STAGE}>
        <Cropper
          image={url}
          crop={place}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          rotation={view.rotate}
          aspect={PROPORTIONS}
          zoomWithScroll={false}
          disableAutomaticStylesInjection
          showGrid={hasFrame}
          style={hasFrame ? {} : NO_FRAME}
          initialCroppedAreaPercentages={shownFirst ? percentagesOf(shownFirst) : undefined}
          cropperProps={{ role: 'group', 'aria-label': 'Часть фото, которую увидят. Двигайте её стрелками' }}
          mediaProps={{ onError: () => setBroken(true) }}
          onInteractionStart={() => setTouched(true)}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(area) => {
            if (isTouched) onChange({ ...view, crop: cropOf(area) })
          }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, ml: -1.5 }}>
        <Button color="inherit" startIcon={<RotateIcon />} onClick={turn} sx={{ px: 1.5 }}>
          Повернуть
        </Button>
        <Button color="inherit" onClick={() => begin({ rotate: view.rotate, crop: null })} sx={{ px: 1.5 }}>
          Показать целиком
        </Button>
      </Box>
      <Typography role="status" variant="body2" color="textSecondary">
        {view.crop ? SHOWN_IN_PART : SHOWN_WHOLE}
      </Typography>
      <Box sx={ZOOM}>
        <Typography component="label" htmlFor={zoomId} variant="body2">
          Крупнее
        </Typography>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={({ target }) => {
            setTouched(true)
            setZoom(Number(target.value))
          }}
        />
      </Box>
    </Box>
  )
}

/** The library uses percent. */
function cropOf({ x, y, width, height }: Area): PictureCrop {
  const fraction = (percent: number) => Math.min(1, Math.max(0, Math.round(percent * 100) / 10_000))
  const [left, top] = [fraction(x), fraction(y)]
  return {
    x: left,
    y: top,
    width: Math.min(fraction(width), 1 - left),
    height: Math.min(fraction(height), 1 - top),
  }
}

function percentagesOf({ x, y, width, height }: PictureCrop): Area {
  return { x: x * 100, y: y * 100, width: width * 100, height: height * 100 }
}

const NO_FRAME = { cropAreaStyle: { border: 0, color: 'transparent' } } as const
const STAGE = { position: 'relative', height: { xs: 320, sm: 400 }, borderRadius: 1, overflow: 'hidden' } as const
const ZOOM = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: 2,
  '& input': { minHeight: TARGET_SIZE, accentColor: 'var(--mui-palette-primary-main)' },
} as const
