import { type ActionOutcome, ConfirmButton, type ConfirmButtonProps } from './ConfirmButton'

interface BlockAuthorButtonProps extends Pick<ConfirmButtonProps, 'sx'> {
  /** The author's name as signed. */
  author: string
  /** Resolves to an error message on failure. */
  block: () => Promise<string | undefined>
}

/** Blocks an author on a page. */
export function BlockAuthorButton({ author, block, sx }: BlockAuthorButtonProps) {
  async function action(): Promise<ActionOutcome> {
    const error = await block()
    return error
      ? { isDone: false, message: error }
      : { isDone: true, message: 'Новые слова этого автора приниматься не будут' }
  }

  return (
    <ConfirmButton
      variant="text"
      label="Больше не принимать"
      fullLabel={`Больше не принимать слова этого автора, подпись: ${author}`}
      progressText="Сохраняем..."
      questions={[
        {
          title: 'Больше не принимать слова этого автора?',
          text: `Новые слова, рассказы и уточнения этого человека к этой странице никто не увидит, вам мы о них не напишем, и вопросов страница ему больше не задаст. Автор об этом не узнает. Всё, что от него ещё ждёт решения, уйдёт из очереди; опубликованное за подписью «${author}» останется.`,
        },
      ]}
      action={action}
      sx={sx}
    />
  )
}
