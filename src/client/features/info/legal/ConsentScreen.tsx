import { CHANGES, DATA, GIVEN, LIMITS, PURPOSES, TERM, WHO } from './consent/consent'
import { LegalDocument } from './LegalDocument'

const SECTIONS = [WHO, PURPOSES, DATA, GIVEN, LIMITS, TERM, CHANGES]

export function ConsentScreen() {
  return <LegalDocument title="Согласие на обработку персональных данных" sections={SECTIONS} />
}
