import Box from '@mui/material/Box'
import Container from '@mui/material/Container'
import Skeleton from '@mui/material/Skeleton'
import type { MemorialCard } from '@contract/memorial'
import { fullName } from '@client/lib/names'
import { Loading } from '@client/ui/Loading'
import { PageTitle } from '@client/ui/Page'
import { MemorialHead } from './MemorialHead'

/** Keeps the page's place while it is on its way; whom a link made known is shown at once. */
export function MemorialPageSkeleton({ known }: { known: MemorialCard | undefined }) {
  return (
    <Container maxWidth="md" sx={{ pt: { xs: 3, md: 7 }, pb: { xs: 7, md: 11 } }}>
      <PageTitle>{known ? fullName(known) : 'Страница памяти'}</PageTitle>
      {known && <MemorialHead memorial={known} />}
      <Loading>
        {!known && <Skeleton animation={false} variant="rounded" height={400} sx={{ maxWidth: 320 }} />}
        <Box sx={{ mt: 5 }}>
          {[90, 96, 84, 60].map((width) => (
            <Skeleton key={width} animation={false} width={`${width}%`} height={34} />
          ))}
        </Box>
      </Loading>
    </Container>
  )
}
