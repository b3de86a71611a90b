import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { Memorial } from '@contract/memorial'
import { EditInPlace } from './edit/EditInPlace'
import { BiographyForm } from './edit-mode'
import { Prose } from './Prose'
import { Section } from '@client/ui/Section'

export interface BiographyProps {
  memorial: Memorial
  isEditing: boolean
}

export function Biography({ memorial, isEditing }: BiographyProps) {
  const text = memorial.biography?.trim()
  return (
    <Section title="Биография" hidesTitle>
      <EditInPlace
        isEditing={isEditing}
        label={text ? 'Изменить биографию' : 'Написать биографию'}
        form={(close) => <BiographyForm memorial={memorial} onClose={close} />}
      >
        {text ? (
          <Centred>
            <Prose>{text}</Prose>
          </Centred>
        ) : (
          <Typography data-not-printed color="textSecondary">
            Биография пока не написана.
          </Typography>
        )}
      </EditInPlace>
    </Section>
  )
}

/** A short biography is centred, like everything above it. */
const Centred = styled('div')({ width: 'fit-content', maxWidth: '100%', marginInline: 'auto' })
