import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useFormikContext } from 'formik'
import { type MouseEvent, useId } from 'react'

/** For writers who look at an empty field and do not know how to begin. */
const BEGINNINGS = [
  { label: 'Как познакомились', text: 'Мы познакомились ' },
  { label: 'Любимая фраза', text: 'Мне часто вспоминаются слова: «' },
  { label: 'Чему научились', text: 'Вот чему мы научились рядом: ' },
]

/** Inserts a beginning into the empty field `description`. Never replaces typed text. */
export function Beginnings() {
  const labelId = useId()
  const { values, setFieldValue } = useFormikContext<{ description: string }>()
  const isTyped = values.description.trim() !== '' && BEGINNINGS.every(({ text }) => text !== values.description)

  function begin({ currentTarget }: MouseEvent<HTMLButtonElement>, text: string): void {
    const field = currentTarget.form?.elements.namedItem('description')
    void setFieldValue('description', text, false).then(() => {
      if (!(field instanceof HTMLTextAreaElement)) return
      field.focus()
      field.setSelectionRange(text.length, text.length)
    })
  }

  return (
    <Choice role="group" aria-labelledby={labelId}>
      <span id={labelId}>Можно начать так:</span>
      {BEGINNINGS.map(({ label, text }) => (
        <Button key={label} size="small" disabled={isTyped} onClick={(event) => begin(event, text)}>
          {label}
        </Button>
      ))}
    </Choice>
  )
}

const Choice = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0, 2.5),
  '& > span': { color: theme.vars?.palette.text.secondary },
  '& > button': { paddingInline: 0, textDecoration: 'underline', textUnderlineOffset: '0.25em' },
}))
