import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { MouseEvent } from 'react'
import type { Memorial } from '@contract/memorial'
import { fullName } from '@contract/names'
import { bookPath } from '@contract/paths'
import { useMakeBookMutation } from '@client/api/downloads-api'
import { errorText } from '@client/api/errors'
import { saveFile } from '@client/lib/save-file'
import { BookIcon } from '@client/ui/icons'
import { useToast } from '@client/ui/toasts'
import { visuallyHidden } from '@client/ui/styles'

const IN_THE_MAKING = 'Готовим книгу…'
const BOOK_FAILED = 'Не удалось подготовить книгу. Пожалуйста, попробуйте ещё раз немного позже.'

/**
 * Saves the page as a booklet. On a public page it is a link, which works without scripts too; on a closed page only a script
 * can send the token.
 */
export function BookOfMemory({ memorial }: { memorial: Memorial }) {
  const [makeBook, { isLoading }] = useMakeBookMutation()
  const toast = useToast()
  const link = memorial.public_status && { component: 'a', href: bookPath(memorial.id), download: true }

  async function save(): Promise<void> {
    try {
      saveFile(await makeBook(memorial.id).unwrap(), `Книга памяти — ${fullName(memorial)}.pdf`)
    } catch (error) {
      toast.error(errorText(error, { fallback: BOOK_FAILED }))
    }
  }

  function press(event: MouseEvent): void {
    // A link that is opened in a new tab or window is left to the browser.
    if (link && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event.preventDefault()
    if (!isLoading) void save()
  }

  return (
    <>
      <Button
        {...link}
        size="small"
        color="inherit"
        startIcon={<BookIcon />}
        aria-disabled={isLoading}
        onClick={press}
        sx={QUIET}
      >
        {isLoading ? IN_THE_MAKING : 'Книга памяти (PDF)'}
      </Button>
      <Box component="span" role="status" sx={visuallyHidden}>
        {isLoading && IN_THE_MAKING}
      </Box>
    </>
  )
}

const QUIET = { color: 'text.secondary' } as const
