import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import SvgIcon from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import { keyframes, styled } from '@mui/material/styles'
import type { Memorial } from '@contract/memorial'
import { API_BASE_PATH, LIT_CANDLE_ID } from '@contract/paths'
import { CANDLES, countedOnOneLine } from '@contract/plurals'
import type { CandleCounts } from '@contract/remembering'
import { errorText, isNetworkFailure } from '@client/api/errors'
import { useGetCandlesQuery, useLightCandleMutation } from '@client/api/remembering-api'
import { useAccount } from '@client/store/use-account'
import { LoadFailed } from '@client/ui/Loading'
import { lazyChunk } from '@client/ui/lazy-chunk'
import { useToast } from '@client/ui/toasts'

const LIT = 'Свеча горит до\u00a0завтра'
/** Shown after the redirect of the form: only then the URL fragment targets it. */
const LIT_WITHOUT_SCRIPT = {
  display: 'none',
  mt: 1,
  scrollMarginBlockStart: '40vh',
  '&:target': { display: 'block' },
} as const
const FAILED = 'Не удалось зажечь свечу. Попробуйте ещё раз.'
const NO_CONNECTION = 'Сейчас нет связи. Когда она появится, нажмите ещё раз: свеча загорится.'

/**
 * A candle that anyone may light, once a day. For two seconds the page dims around it. The number below it is that of the
 * rendered page, then the current one. Without scripts it is a form that redirects back to the page.
 */
export function Candle({ memorial }: { memorial: Memorial }) {
  const [light, { data: lit, isLoading }] = useLightCandleMutation()
  const { data: now } = useGetCandlesQuery(memorial.id)
  const toast = useToast()
  const count = inWords(now?.lit_in_all ?? memorial.candles, lit)

  async function press(): Promise<void> {
    if (isLoading || lit) return
    const { error } = await light(memorial.id)
    if (isNetworkFailure(error)) toast.info(NO_CONNECTION)
    else if (error) toast.error(errorText(error, { fallback: FAILED }))
  }

  return (
    <Box
      component="form"
      method="post"
      action={`${API_BASE_PATH}/memorial/${memorial.id}/candle`}
      onSubmit={(event) => {
        event.preventDefault()
        void press()
      }}
      sx={{ textAlign: 'center', '@media print': { display: 'none' } }}
    >
      <Button
        type="submit"
        variant="outlined"
        startIcon={<CandleIcon isLit={lit !== undefined} />}
        aria-disabled={isLoading || lit !== undefined}
      >
        {lit ? LIT : 'Зажечь свечу'}
      </Button>
      {!lit && (
        <Typography id={LIT_CANDLE_ID} sx={LIT_WITHOUT_SCRIPT}>
          {LIT}
        </Typography>
      )}
      {lit ? (
        <LitScene />
      ) : (
        <noscript>
          <LitScene />
        </noscript>
      )}
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1, minHeight: '1.5em' }}>
        {count}
      </Typography>
    </Box>
  )
}

function LitScene() {
  return (
    <Scene aria-hidden>
      <DrawnCandle />
      {LIT}
    </Scene>
  )
}

/** A burning candle. Its flame sways for some seconds. */
export function DrawnCandle() {
  return (
    <Drawing viewBox="0 0 40 96" aria-hidden>
      <path d="M11 49q9-5 18 0v47H11z" fill="#efe3c8" />
      <path d="M24 47.5q3 0 5 1.5v47h-5z" fill="#cdb98f" />
      <path d="M20 36v12" stroke="#4a3826" strokeWidth="1.8" />
      <g>
        <path d="M20 2c2 10 10 16 10 26a10 11 0 0 1-20 0C10 18 18 12 20 2z" fill="#f0a03c" />
        <path d="M20 17c1 6 5 9 5 14.5a5 6 0 0 1-10 0C15 26 19 23 20 17z" fill="#fff4cc" />
      </g>
    </Drawing>
  )
}

const sway = keyframes`to { transform: scale(0.94, 1.05) skewX(-2deg); }`

const Drawing = styled('svg')({
  filter: 'drop-shadow(0 0 0.6em rgb(255 170 60 / 75%))',
  '& > g': { transformOrigin: '20px 39px', animation: `${sway} 0.9s ease-in-out 4 alternate` },
})

const dim = keyframes`
  from, to { opacity: 0; visibility: visible; }
  15%, 80% { opacity: 1; }`
const shown = keyframes`from, to { visibility: visible; }`
const rise = keyframes`from { transform: translateY(40%); }`

/** Over the whole window, for two seconds. */
const Scene = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: theme.zIndex.tooltip,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(3),
  padding: theme.spacing(2),
  visibility: 'hidden',
  pointerEvents: 'none',
  fontFamily: theme.typography.h1.fontFamily,
  fontSize: '1.75rem',
  color: '#f6e8cb',
  background: 'radial-gradient(circle, rgb(88 50 16 / 94%), rgb(18 13 10 / 94%) 75vmin)',
  animation: `${dim} 2s ease-in-out`,
  '& > svg': { width: 80, overflow: 'visible', animation: `${rise} 1s ease-out` },
  'noscript > &': { display: 'none' },
  'p:target ~ noscript > &': { display: 'grid' },
  '@media (prefers-reduced-motion: reduce)': { animation: `${shown} 2s !important` },
}))

/** A page that a browser cached before there were candles has no number. */
function inWords(candles: number | undefined, lit: CandleCounts | undefined): string {
  if (lit) {
    const today = `Сегодня зажгли ${countedOnOneLine(lit.lit_today, CANDLES)}`
    return lit.lit_in_all > lit.lit_today ? `${today}, а\u00a0всего\u00a0— ${lit.lit_in_all}` : today
  }
  return candles ? `Здесь зажгли ${countedOnOneLine(candles, CANDLES)}` : ''
}

function CandleIcon({ isLit }: { isLit: boolean }) {
  return (
    <SvgIcon aria-hidden viewBox={isLit ? '4 0.5 16 22' : '4 4.25 16 22'}>
      {isLit && <path d="M12 1.5c1.7 2.2 2.6 3.6 2.6 5a2.6 2.6 0 0 1-5.2 0c0-1.4.9-2.8 2.6-5z" fill="#e0a03c" />}
      <path d="M11.4 8.5h1.2v2h-1.2z" />
      <path d="M9 11h6v9.5h3V22H6v-1.5h3z" />
    </SvgIcon>
  )
}

const AccountsReminder = lazyChunk(async () => (await import('./AccountsReminder')).AccountsReminder, {
  Missing: ({ onRetry }) => <LoadFailed onRetry={onRetry}>Не удалось загрузить напоминания о днях памяти.</LoadFailed>,
})

/**
 * Letters before the days of a page: for accounts, if a day is known. Not offered to visitors who opened a closed page with a
 * PIN.
 */
export function ReminderSwitch({ memorial }: { memorial: Memorial }) {
  const { user } = useAccount()
  const hasDay = memorial.birth_precision === 'day' || memorial.death_precision === 'day'
  const mayRead = memorial.public_status || memorial.role !== null
  return user?.is_verified && hasDay && mayRead ? <AccountsReminder memorialId={memorial.id} /> : null
}
