import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { FeatureId } from './feature-texts'

/** A fragment of a memorial that illustrates a feature. The text next to it says the same, so screen readers skip it. */
export function FeatureIllustration({ of }: { of: FeatureId }) {
  return <Sheet>{ILLUSTRATIONS[of]}</Sheet>
}

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  'html[data-letters] &': { flexWrap: 'wrap' },
}))

const Photos = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '3fr 2fr',
  gap: theme.spacing(1),
  '& > i': {
    minHeight: 52,
    borderRadius: theme.shape.borderRadius,
    background: `linear-gradient(160deg, ${String(theme.vars?.palette.divider)} 40%, ${String(theme.vars?.palette.secondary.light)})`,
    opacity: 0.75,
  },
  '& > i:first-of-type': { gridRow: 'span 2', minHeight: 112 },
}))

const ILLUSTRATIONS: Record<FeatureId, ReactNode> = {
  biography: (
    <>
      <b className="caps">Соколова</b>
      <b className="name">Анна Петровна</b>
      <span className="quiet">9 мая 1931 — 2 ноября 2014</span>
      <p>Сорок лет учила детей читать. По вечерам разбирала их тетради, а летом весь двор приходил к ней за книгами.</p>
    </>
  ),
  media: (
    <>
      <Photos>
        <i />
        <i />
        <i />
      </Photos>
      <Row>
        <svg viewBox="0 0 48 48" width={48} height={48}>
          <circle className="fill" cx={24} cy={24} r={24} />
          <path className="paper" d="M19 15v18l15-9z" />
        </svg>
        <span>
          Поёт колыбельную
          <small>1978 · 0:34</small>
        </span>
      </Row>
    </>
  ),
  burial: (
    <>
      <svg viewBox="0 0 320 140">
        <path className="ground" d="M0 0h320v140H0z" />
        <path
          className="path"
          d="M-4 96C60 84 96 118 150 100S250 62 326 74M118 -4C126 34 108 66 120 108S150 138 148 146M232 -4C226 26 240 48 238 72"
        />
        <path className="clay" d="M160 34c-13 0-22 10-22 22 0 16 22 36 22 36s22-20 22-36c0-12-9-22-22-22z" />
        <circle className="paper" cx={160} cy={56} r={8} />
      </svg>
      <span>Казань, Арское кладбище, участок 12</span>
    </>
  ),
  'qr-code': (
    <Row>
      <img src="/landing/code.svg" alt="" width={120} height={120} loading="lazy" />
      <span>
        Наведите камеру телефона
        <small>страница откроется сама</small>
      </span>
    </Row>
  ),
  privacy: (
    <>
      <span>Страница закрыта. Введите PIN-код.</span>
      <Row>
        {[0, 1, 2, 3].map((digit) => (
          <svg key={digit} viewBox="0 0 48 56" width={48} height={56}>
            <rect className="frame" x={1} y={1} width={46} height={54} rx={6} />
            <circle className="fill" cx={24} cy={28} r={6} />
          </svg>
        ))}
      </Row>
    </>
  ),
  words: (
    <>
      <p>Она научила меня читать по вывескам. До сих пор читаю их вслух, когда иду одна.</p>
      <b>Мария, ученица</b>
    </>
  ),
  storage: (
    <>
      <span>Хранилище: 84 МБ из 250 МБ</span>
      <svg viewBox="0 0 320 10">
        <rect className="ground" width={320} height={10} rx={5} />
        <rect className="fill" width={108} height={10} rx={5} />
      </svg>
      <small>62 фотографии · 3 записи · 1 видео</small>
    </>
  ),
  generations: (
    <>
      <span>Прабабушка Анна, бабушка Вера, мама</span>
      <svg viewBox="0 0 320 84">
        <path className="path" d="M46 42h228" />
        {[46, 160, 274].map((x) => (
          <g key={x}>
            <ellipse className="frame" cx={x} cy={42} rx={30} ry={38} />
            <path
              className="clay"
              d={`M${x - 17} 72c0-12 6-18 12-20-5-4-7-9-7-15 0-9 5-15 12-15s12 6 12 15c0 6-2 11-7 15 6 2 12 8 12 20z`}
            />
          </g>
        ))}
      </svg>
    </>
  ),
}

const Sheet = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.0625rem',
  lineHeight: 1.5,
  '& p': { margin: 0 },
  '& small': { display: 'block', fontSize: '0.9375rem', color: theme.vars?.palette.text.secondary },
  '& .caps, & .name, & .quiet': { textAlign: 'center', fontWeight: 400 },
  '& .caps': {
    letterSpacing: '0.12em',
    textTransform: 'uppercase',
    marginBlockEnd: theme.spacing(-1.5),
    color: theme.vars?.palette.text.secondary,
  },
  '& .name': { fontSize: '1.625rem', lineHeight: 1.2 },
  '& .quiet': { color: theme.vars?.palette.text.secondary },
  '& svg': { display: 'block', maxWidth: '100%', flexShrink: 0, fill: 'none' },
  '& .fill': { fill: theme.vars?.palette.primary.main },
  '& .paper': { fill: theme.vars?.palette.background.paper },
  '& .clay': { fill: theme.vars?.palette.secondary.main },
  '& .ground': { fill: theme.vars?.palette.divider },
  'html[data-contrast] & .ground': { fill: theme.vars?.palette.background.paper, stroke: theme.vars?.palette.divider },
  '& .path': { stroke: theme.vars?.palette.text.disabled, strokeWidth: 2 },
  '& .frame': { fill: theme.vars?.palette.background.paper, stroke: theme.vars?.palette.text.disabled },
}))
