import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { WordsLetters } from '@contract/memory'
import { typeset } from '@contract/typeset'
import { useChooseWordsLettersMutation, useGetWordsLettersQuery } from '@client/api/moderation-api'
import { actionFailure } from '@client/api/errors'
import { LoadFailed, Loading } from '@client/ui/Loading'
import { Section } from '@client/ui/Page'
import { TARGET_SIZE } from '@client/ui/styles'
import { useToast } from '@client/ui/toasts'

const TITLE = 'Письма о новых словах памяти'
const CHOICES = [
  ['hourly', 'Сразу, но не чаще раза в час'],
  ['daily', 'Раз в день, всё вместе'],
  ['never', 'Не писать: буду заглядывать сюда'],
] as const satisfies [WordsLetters, string][]
const LOAD_FAILED = 'Не удалось узнать, как часто вам писать.'
const SAVE_FAILED = 'Не удалось сохранить. Пожалуйста, попробуйте ещё раз.'

/** How often letters report pending memories to the account. A choice is saved at once. */
export function WordsLettersChoice() {
  const { data: chosen, isError, refetch } = useGetWordsLettersQuery()
  const [choose, { isLoading, originalArgs }] = useChooseWordsLettersMutation()
  const toast = useToast()

  async function save(howOften: WordsLetters): Promise<void> {
    const { error } = await choose(howOften)
    if (error) toast.error(actionFailure(error, { fallback: SAVE_FAILED }))
    else toast.success('Сохранено')
  }

  return (
    <Section spacing="medium" title={TITLE}>
      <Typography color="textSecondary" sx={{ mb: 1, maxWidth: 760 }}>
        {typeset('Когда на ваших страницах оставляют слова памяти, мы присылаем их вам на проверку. Как часто писать?')}
      </Typography>
      {!chosen && isError && <LoadFailed onRetry={() => void refetch()}>{LOAD_FAILED}</LoadFailed>}
      {!chosen && !isError && (
        <Loading>
          <Skeleton animation={false} variant="rounded" height={3 * TARGET_SIZE} />
        </Loading>
      )}
      {chosen && (
        <RadioGroup
          aria-label={TITLE}
          value={isLoading ? originalArgs : chosen}
          onChange={(_event, value) => void save(value as WordsLetters)}
        >
          {CHOICES.map(([value, label]) => (
            <FormControlLabel
              key={value}
              value={value}
              label={label}
              control={<Radio />}
              sx={{ mr: 0, minHeight: TARGET_SIZE }}
            />
          ))}
        </RadioGroup>
      )}
    </Section>
  )
}
