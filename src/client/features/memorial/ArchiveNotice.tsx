import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { PropsWithChildren } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { screens } from '@contract/paths'
import { Section } from '@client/ui/Section'

/** Stands on a basic memorial where an advanced one has its archives. Its owner is offered the way there (the children). */
export function ArchiveNotice({ children }: PropsWithChildren) {
  return (
    <Section title="Архив памяти">
      <Typography color="textSecondary" sx={{ maxWidth: '68ch', mb: 1 }}>
        Архивы фотографий, аудио и видео доступны на тарифе «Продвинутый».
      </Typography>
      {children || (
        <Link component={RouterLink} to={screens.tariffs} sx={{ display: 'block', width: 'fit-content', py: 1 }}>
          Тарифы и цены
        </Link>
      )}
    </Section>
  )
}
