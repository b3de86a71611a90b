import { styled } from '@mui/material/styles'
import { useEffect } from 'react'
import { useGetPromotionsQuery } from '@client/api/catalogue-api'
import { Section } from '@client/ui/Section'
import { PromotionCard } from './PromotionCard'

const PHONE_HEIGHT = 800

const LOAD_FAILED = 'Ошибка загрузки акций'

/** Current offers of the operator. Renders nothing while they load, and if there are none. */
export function Promotions() {
  const { data: promotions = [], isError } = useGetPromotionsQuery()
  useWarnDeveloper(isError)

  if (isError || promotions.length === 0) return null
  return (
    <Section spacing="large" title="Акции" phoneHeight={PHONE_HEIGHT}>
      <Row>
        {promotions.map((promotion) => (
          <li key={promotion.id}>
            <PromotionCard promotion={promotion} />
          </li>
        ))}
      </Row>
    </Section>
  )
}

/** A visitor misses nothing, so the failure is reported in the developer's console only. */
function useWarnDeveloper(isError: boolean): void {
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the console is where those who build the site look
    if (isError && process.env.NODE_ENV === 'development') console.warn(LOAD_FAILED)
  }, [isError])
}

const Row = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
}))
