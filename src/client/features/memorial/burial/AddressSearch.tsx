import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText } from '@client/api/errors'
import { useLazyFindPlacesQuery } from '@client/api/burial-api'
import { SearchIcon } from '@client/ui/tool-icons'

export interface AddressSearchProps {
  /** The address and the cemetery typed in the form. */
  address: string
  onChoose: (coordinates: string) => void
}

const NOTHING_WRITTEN = 'Сначала напишите адрес или название кладбища.'
const NOTHING_FOUND = 'Ничего не нашлось. Попробуйте написать короче или поставьте метку на карте.'
const SEARCH_FAILED = 'Не удалось найти адрес. Поставьте метку на карте.'

/** Geocodes the typed address and offers the results. Shown if the server has a geocoder. */
export function AddressSearch({ address, onChoose }: AddressSearchProps) {
  const [findPlaces, { originalArgs, data, error, isFetching, isUninitialized }] = useLazyFindPlacesQuery()
  const places = isFetching || error ? [] : (data ?? [])

  function search(): void {
    if (!isFetching && address) void findPlaces(address, true)
  }

  function note(): string {
    if (!address) return NOTHING_WRITTEN
    if (isUninitialized || originalArgs !== address) return ''
    if (isFetching) return 'Ищем...'
    if (error) return errorText(error, { fallback: SEARCH_FAILED })
    return places.length > 0 ? 'Выберите подходящее место:' : NOTHING_FOUND
  }

  return (
    <Box sx={{ mb: 1.5 }}>
      <Button
        variant="outlined"
        startIcon={<SearchIcon />}
        onClick={search}
        aria-disabled={isFetching || !address}
        aria-describedby={NOTE_ID}
      >
        Найти по адресу
      </Button>
      <Typography id={NOTE_ID} role="status" variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
        {note()}
      </Typography>
      {originalArgs === address && places.length > 0 && (
        <Box component="ul" aria-label="Найденные места" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {places.map(({ title, burial_coordinates: coordinates }) => (
            <li key={coordinates + title}>
              <Button
                fullWidth
                onClick={() => onChoose(coordinates)}
                sx={{ justifyContent: 'start', textAlign: 'start' }}
              >
                {title}
              </Button>
            </li>
          ))}
        </Box>
      )}
    </Box>
  )
}

const NOTE_ID = 'address-search-note'
