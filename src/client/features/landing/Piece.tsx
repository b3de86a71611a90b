import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { FeatureId } from './feature-texts'

/** A real code, of the word POMNIM, a unit for each of its squares. */
const CODE =
  'M0 0h7v1h-7zM9 0h1v1h-1zM11 0h2v1h-2zM14 0h7v1h-7zM0 1h1v1h-1zM6 1h1v1h-1zM9 1h3v1h-3zM14 1h1v1h-1zM20 1h1v1h-1zM0 2h1v1h-1zM2 2h3v1h-3zM6 2h1v1h-1zM8 2h2v1h-2zM11 2h2v1h-2zM14 2h1v1h-1zM16 2h3v1h-3zM20 2h1v1h-1zM0 3h1v1h-1zM2 3h3v1h-3zM6 3h1v1h-1zM9 3h1v1h-1zM11 3h1v1h-1zM14 3h1v1h-1zM16 3h3v1h-3zM20 3h1v1h-1zM0 4h1v1h-1zM2 4h3v1h-3zM6 4h1v1h-1zM10 4h1v1h-1zM12 4h1v1h-1zM14 4h1v1h-1zM16 4h3v1h-3zM20 4h1v1h-1zM0 5h1v1h-1zM6 5h1v1h-1zM12 5h1v1h-1zM14 5h1v1h-1zM20 5h1v1h-1zM0 6h7v1h-7zM8 6h1v1h-1zM10 6h1v1h-1zM12 6h1v1h-1zM14 6h7v1h-7zM8 7h2v1h-2zM11 7h2v1h-2zM0 8h3v1h-3zM4 8h8v1h-8zM13 8h2v1h-2zM18 8h1v1h-1zM0 9h2v1h-2zM3 9h1v1h-1zM7 9h4v1h-4zM14 9h1v1h-1zM0 10h5v1h-5zM6 10h3v1h-3zM12 10h1v1h-1zM16 10h2v1h-2zM19 10h1v1h-1zM7 11h1v1h-1zM14 11h1v1h-1zM18 11h1v1h-1zM20 11h1v1h-1zM0 12h3v1h-3zM4 12h3v1h-3zM8 12h3v1h-3zM12 12h1v1h-1zM14 12h1v1h-1zM16 12h1v1h-1zM19 12h2v1h-2zM8 13h2v1h-2zM11 13h1v1h-1zM13 13h1v1h-1zM15 13h1v1h-1zM17 13h3v1h-3zM0 14h7v1h-7zM8 14h2v1h-2zM11 14h1v1h-1zM13 14h3v1h-3zM19 14h2v1h-2zM0 15h1v1h-1zM6 15h1v1h-1zM8 15h1v1h-1zM10 15h4v1h-4zM15 15h2v1h-2zM18 15h1v1h-1zM20 15h1v1h-1zM0 16h1v1h-1zM2 16h3v1h-3zM6 16h1v1h-1zM8 16h1v1h-1zM11 16h1v1h-1zM13 16h3v1h-3zM17 16h2v1h-2zM20 16h1v1h-1zM0 17h1v1h-1zM2 17h3v1h-3zM6 17h1v1h-1zM10 17h1v1h-1zM14 17h2v1h-2zM17 17h1v1h-1zM19 17h1v1h-1zM0 18h1v1h-1zM2 18h3v1h-3zM6 18h1v1h-1zM8 18h1v1h-1zM12 18h1v1h-1zM16 18h1v1h-1zM18 18h1v1h-1zM20 18h1v1h-1zM0 19h1v1h-1zM6 19h1v1h-1zM8 19h1v1h-1zM10 19h1v1h-1zM14 19h2v1h-2zM17 19h1v1h-1zM19 19h2v1h-2zM0 20h7v1h-7zM8 20h2v1h-2zM12 20h1v1h-1zM14 20h1v1h-1zM16 20h1v1h-1zM18 20h1v1h-1zM20 20h1v1h-1z'

/** A piece of a page of memory, as a feature makes it look. The words beside it say the same, so nobody has to read it. */
export function Piece({ of }: { of: FeatureId }) {
  return <Sheet>{PIECES[of]}</Sheet>
}

const Row = styled('div')(({ theme }) => ({ display: 'flex', alignItems: 'center', gap: theme.spacing(2) }))

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

const PIECES: Record<FeatureId, ReactNode> = {
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
      <svg viewBox="0 0 21 21" width={112} height={112} shapeRendering="crispEdges">
        <path className="fill" d={CODE} />
      </svg>
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
  '& .path': { stroke: theme.vars?.palette.text.disabled, strokeWidth: 2 },
  '& .frame': { fill: theme.vars?.palette.background.paper, stroke: theme.vars?.palette.text.disabled },
}))
