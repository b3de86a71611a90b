import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ArchiveDescription, archiveDescriptionSchema, type ArchiveItem } from '@contract/archive'
import { type ArchiveOf, useDescribeArchiveItemMutation } from '@client/api/archive-api'
import { Form, type FormFailure } from '@client/ui/form/Form'
import { FormAlert } from '@client/ui/form/FormAlert'
import { FormStack } from '@client/ui/form/FormStack'
import { SubmitButton } from '@client/ui/form/SubmitButton'
import { DescriptionField } from './DescriptionField'
import { ReportUnsaved } from './ReportUnsaved'

const UPDATE_FAILED = 'Ошибка при обновлении данных.'

export interface DescriptionEditorProps {
  archive: ArchiveOf
  item: ArchiveItem
  /** Saved, or left as it was. */
  onEnd: () => void
}

/** Where the description of an item is written; saved on its own. */
export function DescriptionEditor({ archive, item, onEnd }: DescriptionEditorProps) {
  const [describe] = useDescribeArchiveItemMutation()

  async function save({ description = '' }: ArchiveDescription): Promise<FormFailure | undefined> {
    const { error } = await describe({ ...archive, id: item.id, description })
    if (error) return { message: UPDATE_FAILED }
    onEnd()
    return undefined
  }

  return (
    <Form initialValues={{ description: item.description ?? '' }} schema={archiveDescriptionSchema} onSubmit={save}>
      <ReportUnsaved />
      <FormStack>
        <FormAlert />
        <DescriptionField isFirst />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <SubmitButton progressText="Сохраняем...">Сохранить</SubmitButton>
          <Button size="large" onClick={onEnd}>
            Отмена
          </Button>
        </Box>
      </FormStack>
    </Form>
  )
}
