import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type PropsWithChildren, useId } from 'react'
import { NAME_MAX_LENGTH } from '@contract/limits'
import { CachedFragment } from './cached-fragment'
import { FIELD_BORDERS, TARGET_SIZE } from './styles'

interface FilterInputProps {
  name: string
  label: string
  /** The accessible name, where the label alone is ambiguous. */
  fullLabel?: string
  placeholder?: string
  /** That of a name by default. */
  maxLength?: number
  inputMode?: 'numeric'
  type?: 'search'
  value: string
  onChange: (text: string) => void
}

export function FilterInput(props: FilterInputProps) {
  const { onChange: _onChange, ...shows } = props
  return (
    <CachedFragment name="filter" deps={shows}>
      <LabelledInput {...props} />
    </CachedFragment>
  )
}

function LabelledInput({
  name,
  label,
  fullLabel,
  placeholder,
  maxLength = NAME_MAX_LENGTH,
  inputMode,
  type,
  value,
  onChange,
}: FilterInputProps) {
  const id = useId()
  return (
    <FilterField>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="search"
        maxLength={maxLength}
        inputMode={inputMode}
        aria-label={fullLabel}
      />
    </FilterField>
  )
}

/**
 * A label above an input or a select, which look like the fields of the forms. Plain elements and a single class: a
 * list has ten of them, and each field of the library consists of eight elements with their own styles.
 */
export const FilterField = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  lineHeight: 1.4375,
  '& > label': { marginBottom: theme.spacing(0.5), fontSize: '0.9375rem', color: theme.vars?.palette.text.secondary },
  '&:focus-within > label': { color: theme.vars?.palette.primary.main },
  '& > :is(input, select)': {
    boxSizing: 'border-box',
    width: '100%',
    height: 'calc(1.4375em + 17px)',
    minHeight: TARGET_SIZE,
    margin: 0,
    padding: '0 13px',
    border: `1px solid ${FIELD_BORDERS.light}`,
    borderRadius: 6,
    font: 'inherit',
    letterSpacing: 'inherit',
    color: theme.vars?.palette.text.primary,
    backgroundColor: theme.vars?.palette.background.paper,
    appearance: 'textfield',
    ...theme.applyStyles('dark', { borderColor: FIELD_BORDERS.dark }),
    'html[data-contrast] &': { borderColor: 'var(--ink)' },
    '@media (hover: hover)': { '&:hover': { borderColor: theme.vars?.palette.text.primary } },
    '&:focus': {
      // Visible in forced-colors mode, where shadows are not shown.
      outline: '2px solid transparent',
      borderColor: theme.vars?.palette.primary.main,
      boxShadow: `inset 0 0 0 1px ${theme.vars?.palette.primary.main}`,
    },
  },
  '& > input::placeholder': { opacity: 1, color: theme.vars?.palette.text.secondary },
  '& > input:placeholder-shown': { textOverflow: 'ellipsis' },
  '& > input::-webkit-search-decoration': { appearance: 'none' },
  // A <select> cannot wrap: in larger letters its text stays within a narrow viewport.
  '& > select': {
    paddingRight: 31,
    fontSize: 'min(1.0938rem, 6.5vw)',
    appearance: 'none',
    cursor: 'pointer',
    '& option': { backgroundColor: theme.vars?.palette.background.paper },
  },
  '& > svg': {
    position: 'absolute',
    right: 7,
    bottom: `calc((max(${TARGET_SIZE}px, 1.4375em + 17px) - 1.5rem) / 2)`,
    width: '1.5rem',
    height: '1.5rem',
    pointerEvents: 'none',
    color: theme.vars?.palette.action.active,
  },
}))

/** Above a filtered list: some are not there, and a press shows everything. */
export function NotAllShown({ showAll, label = 'Показать всех' }: { showAll: () => void; label?: string }) {
  return (
    <span>
      Показаны не все.{' '}
      <Button size="small" onClick={showAll} sx={{ minHeight: TARGET_SIZE, verticalAlign: 'baseline' }}>
        {label}
      </Button>
    </span>
  )
}

/**
 * Searches at once when Enter is pressed in one of its inputs. Without JavaScript the browser submits the form itself,
 * to the URL of the same list.
 */
export function SearchForm({ onSearch, children }: PropsWithChildren<{ onSearch: () => void }>) {
  return (
    <Form
      role="search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
      {/* A form with several inputs needs a button for Enter to work. */}
      <CachedFragment name="send-search">
        <Button type="submit" variant="outlined" hidden data-without-script>
          Найти
        </Button>
      </CachedFragment>
    </Form>
  )
}

const Form = styled('form')(({ theme }) => ({ '& > button': { marginTop: theme.spacing(2) } }))

interface SortSelectProps<Option extends string> {
  name: string
  label: string
  options: Partial<Record<Option, string>>
  value: Option
  onChange: (option: Option) => void
}

/** The browser's own <select>, since phones show it in their native way. */
export function SortSelect<Option extends string>(props: SortSelectProps<Option>) {
  const { onChange: _onChange, ...shows } = props
  return (
    <CachedFragment name="sort" deps={shows}>
      <LabelledSelect {...props} />
    </CachedFragment>
  )
}

function LabelledSelect<Option extends string>({ name, label, options, value, onChange }: SortSelectProps<Option>) {
  const id = useId()
  return (
    <FilterField>
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} value={value} onChange={({ target }) => onChange(target.value as Option)}>
        {(Object.entries(options) as [Option, string][]).map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </select>
      <svg viewBox="0 0 24 24" aria-hidden>
        <path d="m7 10 5 5 5-5z" fill="currentColor" />
      </svg>
    </FilterField>
  )
}
