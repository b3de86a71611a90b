import Container from '@mui/material/Container'
import { CachedFragment } from '@client/ui/cached-fragment'
import { PageTitle } from '@client/ui/Page'
import { Closing } from './Closing'
import { Features } from './Features'
import { Opening } from './Opening'
import { Promotions } from './Promotions'
import { RandomMemorials } from './RandomMemorials'

/** What the service is for, what a memorial contains, and how to begin. */
export function LandingPage() {
  return (
    <Container maxWidth="lg" sx={{ pt: { xs: 4, md: 8 }, pb: { xs: 7, md: 11 } }}>
      <PageTitle>Страницы памяти о близких</PageTitle>
      <Opening />
      <CachedFragment name="features">
        <Features />
      </CachedFragment>
      <RandomMemorials />
      <Promotions />
      <CachedFragment name="closing">
        <Closing />
      </CachedFragment>
    </Container>
  )
}
